/**
 * From 250 to the report, on an idle machine with the DNS answered on loopback: a message of 10 KB every now and then, and somebody who
 * waits for its test (`?wait`). The first message after a start, messages 1 to 25, and warm after 1,000.
 * `bun bench/latency.ts [--quick]`
 */
import { startWorld, type World } from './harness/dns.ts'
import type { Row } from './harness/rows.ts'
import { type Service, startService } from './harness/service.ts'
import { mailSession, sendAll } from './harness/smtp.ts'
import { median } from './harness/stats.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'
import { yardstickMs } from './harness/yardstick.ts'
import { KINDS, signedMessages } from './messages.ts'

const SIZE = 10_240
const FIRST = 25
const PAUSE_MS = 30

/** Milliseconds from 250 to the answer of somebody who waits. */
async function untilScored(service: Service, raw: Buffer): Promise<number> {
  const [client] = service.clients
  if (!client) throw new Error('There is no account')
  const { token, address } = await client.createTest()
  const session = await mailSession(service.smtp)
  const waiting = client.get(`/v1/tests/${token}?wait=60`).then(async (answer) => {
    const { status } = (await answer.json()) as { status: string }
    if (status !== 'scored') throw new Error(`The test is ${status}`)
    return performance.now()
  })
  // Who waits has asked before the message comes.
  await Bun.sleep(PAUSE_MS)
  const accepted = await session.send(address, raw)
  const scored = await waiting
  session.end()
  await Bun.sleep(PAUSE_MS)
  return scored - accepted
}

async function each(service: Service, messages: readonly Buffer[], count: number): Promise<number[]> {
  const waits: number[] = []
  for (let at = 0; at < count; at += 1)
    waits.push(await untilScored(service, messages[at % messages.length] ?? Buffer.alloc(0)))
  return waits
}

async function warmUp(service: Service, messages: readonly Buffer[], count: number): Promise<void> {
  const tests = await Promise.all(Array.from({ length: 10 }, () => service.clients[0]?.createTest()))
  const all = Array.from({ length: count }, (_, at) => messages[at % messages.length] ?? Buffer.alloc(0))
  const untilScored = service.followScored()
  await sendAll(
    service.smtp,
    tests.map((test) => test?.address ?? ''),
    all,
    4,
  )
  await untilScored(count)
}

interface Measured {
  first: number[]
  early: number[]
  warm: number[]
  yardstick: number[]
}

async function round(world: World, messages: readonly Buffer[], effort: Effort, into: Measured) {
  const service = await startService({ dns: world.dns })
  const early = await each(service, messages, FIRST)
  into.first.push(early[0] ?? Number.NaN)
  into.early.push(median(early))
  await warmUp(service, messages, effort.pick(60, 1000))
  into.warm.push(median(await each(service, messages, effort.pick(15, 60))))
  into.yardstick.push(yardstickMs())
  await service.stop()
}

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  const world = await startWorld()
  const kinds = await Promise.all(
    KINDS.map((kind) => signedMessages(kind, SIZE, effort.pick(10, 50), world.privateKeyPem)),
  )
  const messages = kinds.flat().toSorted((a, b) => a.compare(b))
  const into: Measured = { first: [], early: [], warm: [], yardstick: [] }
  for (let at = 0; at < effort.pick(2, 5); at += 1) {
    say(`round ${at + 1}`)
    await round(world, messages, effort, into)
  }
  await world.stop()
  return rowsOf(into)
}

function rowsOf({ first, early, warm, yardstick }: Measured): Row[] {
  const row = (key: string, what: string, ours: number[]): Row => ({
    key: `latency/${key}`,
    what: `250 to scored, 10 KB, ${what}`,
    unit: 'ms',
    better: 'less',
    ours,
    peer: { name: 'yardstick', values: yardstick },
  })
  return [
    { ...row('first', 'first message after a start', first), bound: { of: 'ours', must: 60 } },
    row('early', `messages 1 to ${FIRST}, median`, early),
    { ...row('warm', 'warm, median', warm), bound: { of: 'ours', must: 15, goal: 10 } },
  ]
}

/** How long a sender waits for the report. */
export const latency: Subject = { name: 'latency', measure }
if (import.meta.main) await run(latency)
