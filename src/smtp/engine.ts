import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Clock } from '../net/ports.ts'
import type { Intake } from '../services/intake/intake.ts'
import type { Log } from '../services/ports.ts'
import type { MemoryShares } from './fair/memory.ts'
import { createHandlers } from './handlers.ts'
import type { SmtpLimits } from './limits.ts'
import type { NamedPeers } from './peers/peers.ts'
import type { Session } from './session.ts'

/** PEM texts. */
export interface TlsMaterial {
  key: string
  cert: string
}

export interface EngineDeps {
  intake: Intake
  hostname: string
  tls: TlsMaterial
  limits: SmtpLimits
  /** Message bytes of all sessions, whatever engine they are of. */
  memory: MemoryShares
  peers: NamedPeers
  clock: Clock
  log: Log
}

/** smtp-server set up as the protocol engine of our connections. It listens nowhere itself. */
export function createEngine(
  deps: EngineDeps,
  protocol: 'SMTP' | 'LMTP',
  sessionOf: (session: SMTPServerSession) => Session,
): SMTPServer {
  const { limits, hostname, tls, log } = deps
  demandUsable(tls)
  const handlers = createHandlers({ ...deps, sessionOf })
  const engine = new SMTPServer({
    ...handlers,
    lmtp: protocol === 'LMTP',
    key: tls.key,
    cert: tls.cert,
    name: hostname,
    heloResponse: '%s greets you, %s',
    size: limits.maxMessage,
    maxRecipients: limits.maxRecipients,
    maxCommandLength: limits.maxCommandLine,
    socketTimeout: limits.idleTimeout,
    // Client certificates are shown in the report and decide nothing.
    requestCert: true,
    rejectUnauthorized: false,
    // Old TLS is judged in the report; refusing it would only turn the sender to plain text.
    minVersion: 'TLSv1',
    hideENHANCEDSTATUSCODES: false,
    // DSN would oblige us to send success notifications, REQUIRETLS to relay.
    hideDSN: true,
    hideREQUIRETLS: true,
    authOptional: true,
    disabledCommands: ['AUTH', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL'],
    disableReverseLookup: true,
    logger: false,
  })
  engine.on('error', (cause) => log.info({ reason: cause.message }, 'An SMTP connection broke'))
  return engine
}

/** Throws a sentence when TLS could not be offered with these: smtp-server would drop what it has before it notices. */
export function demandUsable({ key, cert }: TlsMaterial): void {
  let belongs: boolean
  try {
    belongs = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
    if (belongs) createSecureContext({ key, cert })
  } catch (cause) {
    throw new Error('The TLS certificate or its key cannot be read', { cause })
  }
  if (!belongs) throw new Error('The TLS key does not belong to the certificate')
}
