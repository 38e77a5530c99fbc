import { statSync } from 'node:fs'
import { formatListen } from '../../config/addresses.ts'
import type { Config } from '../../config/config.ts'
import type { Setting } from '../../config/load.ts'
import { classifyAddress } from '../../net/ip.ts'
import type { DoctorSettings, SharedSetting } from '../../services/doctor/context.ts'
import { analysisMemory, dnsServers } from '../analysis.ts'
import { nameOfHost } from '../hosts/open-shared-store.ts'

/** What is known of where the config came from, and of what is wrong with it. */
export interface ConfigSource {
  /** The config file. */
  file?: string
  settings?: readonly Pick<Setting, 'name' | 'from' | 'secret'>[]
  problems?: readonly string[]
  /** What else a start of this user's would be refused for. */
  startProblems?: readonly string[]
  doubtful?: readonly string[]
}

/** What the doctor goes by, out of the config. */
export function doctorSettings(config: Config, source: ConfigSource = {}): DoctorSettings {
  const { site, http, smtp, store, secrets, relay, dmarc } = config
  const shared = sharedSetting(config)
  const { problems = [], startProblems = [], doubtful = [] } = source
  return {
    evaluation: config.evaluation,
    ...(shared && { shared }),
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
    logLevel: config.log.level,
    maxConnections: smtp.maxConnections,
    analysisMemory: analysisMemory(config),
    ...configFileOf(source),
    secretFiles: [
      ...(smtp.tlsKey === undefined ? [] : [{ option: 'smtp.tls_key', path: smtp.tlsKey }]),
      ...(relay.dkimKey === undefined ? [] : [{ option: 'relay.dkim_key', path: relay.dkimKey }]),
    ],
    ...backupSettings(config),
    metricsListen: config.metrics.listen,
    metricsToken: config.metrics.token !== undefined,
    problems: [...problems, ...(isOfService(store.directory) ? startProblems : [])],
    doubtful,
  }
}

function sharedSetting({ store, host }: Config): SharedSetting | undefined {
  if (store.url === undefined) return undefined
  return { host: nameOfHost({ host }), tls: store.tls, isHere: isOnThisMachine(store.url) }
}

/** By a socket, or over loopback. What cannot be read is said of the configuration. */
function isOnThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, searchParams } = new URL(url)
  const at = hostname.replace(/^\[|\]$/g, '')
  return searchParams.has('host') || at === 'localhost' || classifyAddress(at) === 'loopback'
}

/** What another user may not open says nothing of the service. */
function isOfService(directory: string): boolean {
  try {
    const owner = statSync(directory, { throwIfNoEntry: false })?.uid
    return owner === undefined || process.getuid?.() === 0 || process.getuid?.() === owner
  } catch {
    return false
  }
}

function configFileOf({ file, settings = [] }: ConfigSource): Pick<DoctorSettings, 'configFile'> {
  if (file === undefined) return {}
  // As the loader names where a value came from: mailgauge.toml, line 3.
  const inFile = settings.filter(({ secret, from }) => secret && /, line \d+$/.test(from))
  return { configFile: { path: file, secrets: inFile.map(({ name }) => name) } }
}

function backupSettings({ backup }: Config): Pick<DoctorSettings, 'backupEveryMs' | 'backupDirectory'> {
  const { directory, every } = backup
  return directory === undefined ? {} : { backupEveryMs: every, backupDirectory: directory }
}

const isBehind = ({ proxyProtocolFrom, trustedRelays, lmtpListen }: Config['smtp']) =>
  proxyProtocolFrom.length + trustedRelays.length + lmtpListen.length > 0
