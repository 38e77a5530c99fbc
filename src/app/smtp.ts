import { formatListen, type ListenAddress } from '../config/addresses.ts'
import type { Config } from '../config/config.ts'
import { createIntake } from '../services/intake/intake.ts'
import type { MonitorMailIntake } from '../services/intake/monitor-mail.ts'
import { REPORT_MAIL_BOUNDS } from '../services/intake/report-mail.ts'
import { ROLE_MAIL_BOUNDS } from '../services/intake/role-mail.ts'
import { createRecording } from '../services/mail-log/recording.ts'
import { createRefusalLines } from '../services/mail-log/refusal-lines.ts'
import { DEFAULT_SMTP_LIMITS } from '../smtp/limits.ts'
import { createSmtpServer } from '../smtp/server.ts'
import { type Later, type Shared, StartRefused } from './parts.ts'
import { sharesOf } from './readiness.ts'
import { loadTls, watchTls } from './tls.ts'

const onAny = ({ host = '::', port }: ListenAddress) => ({ host, port })

/** The listeners for mail, and the intake behind them. */
export async function openSmtp(
  config: Config,
  shared: Omit<Shared, 'announcer'> & {
    announcer: Pick<Shared['announcer'], 'announce'>
    /** Called when mail to a reports address waits. */
    reportsWait(): void
    monitors: MonitorMailIntake
  },
  later: Later,
) {
  const { smtp, tests } = config
  const tls = await loadTls(config, shared.clock, shared.log)
  if ('refused' in tls) throw new StartRefused(tls.refused)
  const taken = createIntake({
    ...shared,
    mailDomain: smtp.domain,
    reports: { host: config.dmarc.host, bounds: REPORT_MAIL_BOUNDS, waits: shared.reportsWait },
    bounds: {
      messagesPerTest: tests.messagesPerTest,
      bytesPerTest: tests.bytesPerTest,
      ...ROLE_MAIL_BOUNDS,
      anonymous: sharesOf(config),
    },
  })
  const { mail, smtp: counted } = shared.meters
  const recording = createRecording({ ...shared, mailDomain: smtp.domain, reportsHost: config.dmarc.host })
  later(() => recording.close())
  const refusals = createRefusalLines(shared.log, shared.clock)
  later(() => refusals.close())
  const server = createSmtpServer({
    ...shared,
    intake: mail.intake(taken, 'smtp'),
    mailLog: mail.log({
      record(note) {
        recording.record(note)
        refusals.record(note)
      },
    }),
    meter: counted.meter,
    listen: smtp.listen.map(onAny),
    ...(smtp.lmtpListen.length > 0 && {
      lmtp: {
        listen: smtp.lmtpListen.map((at) => ('path' in at ? at : onAny(at))),
        socketMode: smtp.lmtpSocketMode,
      },
    }),
    // Read anew at each connection: a reload changes them.
    peers: {
      get proxies() {
        return smtp.proxyProtocolFrom
      },
      get relays() {
        return smtp.trustedRelays
      },
      get mustTell() {
        return smtp.relaysMustTell
      },
    },
    hostname: smtp.hostname,
    tls,
    limits: {
      ...DEFAULT_SMTP_LIMITS,
      maxMessage: smtp.maxMessage,
      maxRecipients: smtp.maxRecipients,
      maxConnections: smtp.maxConnections,
      maxConnectionsPerAddress: smtp.maxConnectionsPerAddress,
      idleTimeout: smtp.idleTimeout,
      sessionMemory: smtp.sessionMemory,
    },
  })
  await server.start()
  counted.follow({ open: () => server.sessions(), expires: () => server.certificateExpires() })
  shared.readiness.include(() => (server.isListening() ? undefined : 'smtp_gone'))
  later.drained('messages on their way in', server.stop)
  const certificate = watchTls(smtp, shared.clock, shared.log, (tls) => server.updateTls(tls))
  later(() => certificate.stop())
  later.reloaded(certificate.prepare)
  const [first] = server.addresses()
  return {
    intake: mail.intake(taken, 'upload'),
    addresses: server.addresses().map(formatListen),
    smtpListener: { host: first?.host ?? '127.0.0.1', port: first?.port ?? 25 },
  }
}
