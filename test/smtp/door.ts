import type { MailTest } from '../../src/core/mail-test.ts'
import type { Envelope } from '../../src/core/message.ts'
import { createIntake, type IntakeBounds } from '../../src/services/intake/intake.ts'
import { createRecording } from '../../src/services/mail-log/recording.ts'
import type { Log, TestChange } from '../../src/services/ports.ts'
import { createReadiness, type SpaceBounds } from '../../src/services/readiness.ts'
import { DEFAULT_SMTP_LIMITS, type SmtpLimits } from '../../src/smtp/limits.ts'
import { type NamedPeers, NO_PEERS } from '../../src/smtp/peers/peers.ts'
import { selfSigned } from '../../src/smtp/self-signed.ts'
import { createSmtpServer, type SmtpServerDeps } from '../../src/smtp/server.ts'
import type { Store } from '../../src/store/store.ts'
import { mailTest, random } from '../support/builders.ts'
import { testStore } from '../support/store.ts'

export const MAIL_DOMAIN = 'in.example.com'
const DAY = 86_400_000

export const now = () => new Date()
export const selfMade = (name: string) =>
  selfSigned(name, new Date(Date.now() - DAY), new Date(Date.now() + DAY))

export const BOUNDS: IntakeBounds = {
  messagesPerTest: 20,
  bytesPerTest: 100_000_000,
  roleBytes: 10_000_000,
  roleMessageBytes: 1_000_000,
  roleMessagesPerHour: 60,
  roleMessagesPerNetwork: 60,
}

export interface Received {
  id: string
  envelope: Envelope
  raw: string
}

export interface DoorOptions {
  limits?: Partial<SmtpLimits>
  bounds?: Partial<IntakeBounds & SpaceBounds>
  /** Stands before the real store, to make it slow or fail. */
  wrap?: (store: Store) => Store
  host?: string
  /** Hosts in front; 127.0.0.1 is whoever connects without a local address of its own. */
  peers?: Partial<NamedPeers>
  lmtp?: SmtpServerDeps['lmtp']
}

export type Door = Awaited<ReturnType<typeof openDoor>>

/** The SMTP server with the real intake over a real store, on loopback. */
export async function openDoor({
  limits,
  bounds,
  wrap = (store) => store,
  host,
  peers,
  lmtp,
}: DoorOptions = {}) {
  const { store, done } = await testStore()
  const logged: { level: string; facts: Record<string, unknown>; sentence: string }[] = []
  const logAt = (level: string) => (facts: Record<string, unknown>, sentence: string) => {
    logged.push({ level, facts, sentence })
  }
  const log: Log = { info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
  const announced: TestChange[] = []
  const announcer = { announce: (change: TestChange) => void announced.push(change) }
  const mailLog = createRecording({ store, announcer, log, mailDomain: MAIL_DOMAIN, everyMs: 1, retryMs: 20 })
  const deps: SmtpServerDeps = {
    intake: createIntake({
      store: wrap(store),
      announcer,
      clock: { now },
      random,
      mailDomain: MAIL_DOMAIN,
      monitors: { lifetimeDays: async () => 3 },
      bounds: { ...BOUNDS, ...bounds },
      readiness: createReadiness({
        store,
        space: { free: async () => 1_000_000_000 },
        bounds: { minFree: 0, least: 1, ...bounds },
        clock: { now },
        log,
      }),
      log,
    }),
    listen: [{ host: host ?? '127.0.0.1', port: 0 }],
    ...(lmtp && { lmtp }),
    peers: { ...NO_PEERS, ...peers },
    hostname: 'mx.in.example.com',
    tls: selfMade('mx.in.example.com'),
    limits: { ...DEFAULT_SMTP_LIMITS, greetingDelay: 1, refusalDelay: 1, ...limits },
    clock: { now },
    log,
    mailLog,
  }
  const server = createSmtpServer(deps)
  await server.start()
  const at = server.addresses()[0] ?? { host: '', port: 0 }

  return {
    server,
    deps,
    at,
    store,
    logged,
    announced,
    async allocate(changes: Partial<MailTest> = {}) {
      const test = mailTest({ createdAt: now(), expiresAt: new Date(Date.now() + DAY), ...changes })
      await store.mailTests.allocate({ test })
      return { ...test, address: `${test.localPart}@${MAIL_DOMAIN}` }
    },
    /** The messages of a test, oldest first. */
    async received(token: string): Promise<Received[]> {
      const messages = (await store.messages.ofTest(token)).toReversed()
      return Promise.all(
        messages.map(async ({ id }) => {
          const [envelope, raw] = await Promise.all([store.messages.envelope(id), store.messages.raw(id)])
          if (!envelope || !raw) throw new Error(`${id} is not whole`)
          return { id, envelope, raw: Buffer.from(raw).toString('latin1') }
        }),
      )
    },
    async close() {
      await server.stop(100)
      await mailLog.close()
      await done()
    },
  }
}

/** The first thing a test received. */
export async function onlyMessage(door: Door, token: string): Promise<Received> {
  const messages = await door.received(token)
  const [first] = messages
  if (!first || messages.length !== 1) throw new Error(`${messages.length} messages instead of one`)
  return first
}
