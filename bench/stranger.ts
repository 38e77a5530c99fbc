/**
 * How long a stranger waits for a report behind the messages of one other party that the DNS answers slowly, as a multiple of the same
 * on the idle service, where the analysis processes may hold 512 MB (messages of 1 MB of markup) and 128 MB (small ones).
 * `bun bench/stranger.ts [--quick]`
 */
import { slowDns } from '../test/support/slow-dns.ts'
import type { Row } from './harness/rows.ts'
import { type Client, type Service, startService } from './harness/service.ts'
import { mailSession } from './harness/smtp.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'

const MB = 1024 ** 2
const ATTACKS = 8
const STRANGERS = 4
const SLOW_MS = 1_900
const QUICK_MS = 20
const TIMES = 3

interface Scene {
  memory: string
  html: string
  what: string
}

const SCENES: readonly Scene[] = [
  { memory: '512MB', html: '<i><b><a>\r\n'.repeat(MB / 11), what: '8 messages of 1 MB of markup, 512 MB' },
  { memory: '128MB', html: '<p>Hello.</p>', what: '8 small slow messages, 128 MB' },
]

const mail = (domain: string, html: string) =>
  Buffer.from(
    `From: a@${domain}\r\nTo: b@example.net\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${html}\r\n`,
  )

async function deliver({ smtp }: Service, address: string, domain: string, html: string): Promise<void> {
  const session = await mailSession(smtp)
  await session.send(address, mail(domain, html), `a@${domain}`)
  session.end()
}

/** Milliseconds until a stranger's message has its report. */
async function wait(service: Service, stranger: Client): Promise<number> {
  const { token, address } = await stranger.createTest()
  const waiting = stranger.get(`/v1/tests/${token}?wait=60`)
  await deliver(service, address, 'quick.example', '<p>Hello.</p>')
  const began = performance.now()
  await (await waiting).text()
  return performance.now() - began
}

async function waits(service: Service, stranger: Client): Promise<number> {
  const all: number[] = []
  for (let at = 0; at < STRANGERS; at += 1) all.push(await wait(service, stranger))
  return Math.min(...all)
}

async function round({ memory, html }: Scene, dns: string): Promise<[alone: number, beside: number]> {
  const service = await startService({
    dns,
    accounts: 2,
    extra: { analysis: `total_memory = "${memory}"` },
  })
  const [stranger, attacker] = service.clients
  if (!stranger || !attacker) throw new Error('There are no accounts')
  await wait(service, stranger)
  const alone = await waits(service, stranger)
  const { address } = await attacker.createTest()
  for (let at = 0; at < ATTACKS; at += 1) await deliver(service, address, `slow${at}.example`, html)
  const beside = await waits(service, stranger)
  await service.stop()
  return [alone, beside]
}

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  const dns = await slowDns((name) => (name.includes('slow') ? SLOW_MS : QUICK_MS))
  const rows: Row[] = []
  for (const scene of SCENES) {
    say(scene.what)
    const [ours, idle]: number[][] = [[], []]
    for (let at = 0; at < effort.pick(1, 3); at += 1) {
      const [alone, beside] = await round(scene, dns.address)
      ours?.push(beside)
      idle?.push(alone)
    }
    rows.push({
      key: `stranger/${scene.memory}`,
      what: `a stranger's wait beside ${scene.what}`,
      unit: 'ms',
      better: 'less',
      ours: ours ?? [],
      peer: { name: 'idle', values: idle ?? [] },
      bound: { of: 'ratio', must: TIMES },
    })
  }
  dns.close()
  return rows
}

/** Strangers beside an attacker. */
export const stranger: Subject = { name: 'stranger', measure }
if (import.meta.main) await run(stranger)
