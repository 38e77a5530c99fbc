/** The SMTP listener with the intake and the store, in the folder that is named, and nothing that analyses. */
import { localPartFrom, tokenFrom } from '../../src/core/mail-test.ts'
import { createIntake } from '../../src/services/intake/intake.ts'
import { createRecording } from '../../src/services/mail-log/recording.ts'
import { createReadiness } from '../../src/services/readiness.ts'
import { DEFAULT_SMTP_LIMITS } from '../../src/smtp/limits.ts'
import { selfSigned } from '../../src/smtp/self-signed.ts'
import { createSmtpServer } from '../../src/smtp/server.ts'
import { openStore } from '../../src/store/sqlite/open.ts'

const TESTS = 1000
const DAY = 86_400_000
const HUGE = 1e12

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const clock = { now: () => new Date() }
const store = await openStore({ directory: process.argv[2] ?? '', migrate: true })
const createdAt = new Date()
const expiresAt = new Date(createdAt.getTime() + DAY)
const localParts = Array.from({ length: TESTS }, () => localPartFrom(random))
await Promise.all(
  localParts.map((localPart) => {
    const test = { token: tokenFrom(random), localPart, source: 'anonymous', status: 'pending' } as const
    return store.mailTests.allocate({ test: { ...test, createdAt, expiresAt } })
  }),
)
let turn = 0
const log = { info() {}, warn() {}, error: console.error }
const space = { free: async () => HUGE }
const readiness = createReadiness({ store, space, bounds: { minFree: 0, least: 1 }, clock, log })
const announcer = { announce() {} }
const mailLog = createRecording({ store, announcer, log, mailDomain: 'bench.example' })
const roles = { roleBytes: 0, roleMessageBytes: 0, roleMessagesPerHour: 0, roleMessagesPerNetwork: 0 }
const server = createSmtpServer({
  intake: createIntake({
    store: {
      ...store,
      mailTests: {
        ...store.mailTests,
        // smtp-source knows one address: each message goes to the next test, so that none holds more than it would.
        mailbox: () => store.mailTests.mailbox(localParts[turn++ % TESTS] ?? ''),
      },
    },
    announcer,
    clock,
    random,
    mailDomain: 'bench.example',
    bounds: { messagesPerTest: 10_000, bytesPerTest: HUGE, ...roles },
    readiness,
    log,
  }),
  listen: [{ host: '127.0.0.1', port: 0 }],
  hostname: 'mx.bench.example',
  tls: selfSigned('mx.bench.example', new Date(Date.now() - DAY), new Date(Date.now() + DAY)),
  limits: { ...DEFAULT_SMTP_LIMITS, maxMessages: HUGE },
  clock,
  log,
  mailLog,
})
await server.start()
console.log(JSON.stringify({ port: server.addresses()[0]?.port ?? 0, address: 'any@bench.example' }))
