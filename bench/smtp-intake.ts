/**
 * Messages a second through the SMTP listener with a durable store, as a share of smtp-server that stores nothing, and the CPU
 * time of each message, which holds on a machine that is busy with other things, too.
 * `bun bench/smtp-intake.ts [messages]`; needs Linux and Postfix's smtp-source. Each server runs in a process of its own.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { localPartFrom, tokenFrom } from '../src/core/mail-test.ts'
import { createIntake } from '../src/services/intake/intake.ts'
import { createReadiness } from '../src/services/readiness.ts'
import { DEFAULT_SMTP_LIMITS } from '../src/smtp/limits.ts'
import { selfSigned } from '../src/smtp/self-signed.ts'
import { createSmtpServer } from '../src/smtp/server.ts'
import { openStore } from '../src/store/sqlite/open.ts'

const SESSIONS = 50
const SIZE = 10_240
const ROUNDS = 3
/** What a server does in its first seconds is mostly compiling. */
const WARM_UP = 8000
const TESTS = 1000
const DAY = 86_400_000
const HUGE = 1e12

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const clock = { now: () => new Date() }
const tls = selfSigned('mx.bench.example', new Date(Date.now() - DAY), new Date(Date.now() + DAY))

/** Tells the parent where it listens and which address takes mail. */
const ready = (port: number, address: string) => console.log(JSON.stringify({ port, address }))

function serveNothing(): void {
  const server = new SMTPServer({
    ...tls,
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      stream.resume()
      stream.on('end', () => callback())
    },
  })
  const listener = server.listen(0, '127.0.0.1', () => {
    const at = listener.address()
    ready(at && typeof at === 'object' ? at.port : 0, 'x@bench.example')
  })
}

async function serveOurs(directory: string): Promise<void> {
  const store = await openStore({ directory, migrate: true })
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
  const silent = { info() {}, warn() {}, error: console.error }
  const bounds = { messagesPerTest: 20, bytesPerTest: 100_000_000 }
  const space = { free: async () => HUGE }
  const readiness = createReadiness({ store, space, bounds: { minFree: 0, least: 1 }, clock, log: silent })
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
      announcer: { announce() {} },
      clock,
      random,
      mailDomain: 'bench.example',
      bounds: { ...bounds, ...roles },
      readiness,
      log: silent,
    }),
    listen: [{ host: '127.0.0.1', port: 0 }],
    hostname: 'mx.bench.example',
    tls,
    limits: { ...DEFAULT_SMTP_LIMITS, maxMessages: HUGE },
    clock,
    log: silent,
  })
  await server.start()
  ready(server.addresses()[0]?.port ?? 0, 'any@bench.example')
}

interface Measured {
  perSecond: number
  /** Microseconds of all threads for one message. */
  cpu: number
}

/** CPU time of a process so far, in microseconds: utime and stime of proc(5), in ticks of 10 ms. */
function cpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** One server, in a process of its own. */
async function measure(kind: 'nothing' | 'ours', messages: number): Promise<Measured> {
  const directory = mkdtempSync(join(tmpdir(), 'mailgauge-bench-'))
  const child = Bun.spawn([process.execPath, import.meta.path, kind, directory], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  try {
    const { value } = await child.stdout.getReader().read()
    const { port, address } = JSON.parse(new TextDecoder().decode(value))
    const send = async (count: number) => {
      const args = ['-d', '-s', `${SESSIONS}`, '-m', `${count}`, '-l', `${SIZE}`, '-t', address]
      const source = Bun.spawn(['smtp-source', ...args, `inet:127.0.0.1:${port}`])
      if ((await source.exited) !== 0) throw new Error('smtp-source failed')
    }
    await send(WARM_UP)
    const [from, cpu] = [performance.now(), cpuTime(child.pid)]
    await send(messages)
    return {
      perSecond: (messages / (performance.now() - from)) * 1000,
      cpu: (cpuTime(child.pid) - cpu) / messages,
    }
  } finally {
    child.kill()
    await child.exited
    rmSync(directory, { recursive: true, force: true })
  }
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

async function compare(messages: number): Promise<void> {
  const nothing: Measured[] = []
  const ours: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    nothing.push(await measure('nothing', messages))
    ours.push(await measure('ours', messages))
  }
  const middle = (all: Measured[]): Measured => ({
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    cpu: median(all.map(({ cpu }) => cpu)),
  })
  const [base, own] = [middle(nothing), middle(ours)]
  const line = ({ perSecond, cpu }: Measured) => `${perSecond.toFixed(0)}/s, CPU ${cpu.toFixed(0)} µs each`
  console.log(`smtp-server, stores nothing  ${line(base)}`)
  console.log(`mailgauge, durable before 250  ${line(own)}`)
  console.log(`share  ${(own.perSecond / base.perSecond).toFixed(2)}`)
}

const [what, directory] = process.argv.slice(2)
if (what === 'nothing') serveNothing()
else if (what === 'ours' && directory !== undefined) await serveOurs(directory)
else await compare(Number(what ?? 10_000))
