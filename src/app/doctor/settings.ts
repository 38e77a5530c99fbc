import { formatListen } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import type { DoctorSettings } from '../../services/doctor/context.ts'
import { dnsServers } from '../analysis.ts'

/** What the doctor goes by, out of the config. */
export function doctorSettings(config: Config): DoctorSettings {
  const { site, http, smtp, store, secrets, relay, dmarc } = config
  return {
    evaluation: config.evaluation,
    baseUrl: site.baseUrl,
    trustedProxies: http.trustedProxies,
    mailDomain: smtp.domain,
    hostname: smtp.hostname,
    reportsHost: dmarc.host,
    smtpListen: smtp.listen,
    ...(isBehind(smtp) && { inFront: { proxies: smtp.proxyProtocolFrom, relays: smtp.trustedRelays } }),
    ownCertificate: smtp.tlsCert !== undefined,
    dnsServers: dnsServers(config),
    directory: store.directory,
    keyPath: secrets.keyPath,
    minFree: store.minFree,
    maxBytes: store.maxBytes,
    ...(relay.host !== undefined && { relay: formatListen({ host: relay.host, port: relay.port }) }),
  }
}

const isBehind = ({ proxyProtocolFrom, trustedRelays, lmtpListen }: Config['smtp']) =>
  proxyProtocolFrom.length + trustedRelays.length + lmtpListen.length > 0
