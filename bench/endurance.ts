/**
 * Mixed traffic at half of what the service can do: mail of all kinds and sizes to new tests of accounts, reports and lists read, and
 * every tenth time somebody on the web site, who reads the page of the report and deletes the test. What its processes hold has to be as much in the last third as in the first, no handle may be left, nothing may fail.
 * `bun bench/endurance.ts [minutes, 30 if absent]`
 */
import { until } from '../test/support/until.ts'
import { startWorld, type World } from './harness/dns.ts'
import { familyOf, handlesOf, residentMb, settled } from './harness/proc.ts'
import type { Row } from './harness/rows.ts'
import { type Client, type Service, startService } from './harness/service.ts'
import { mailSession, sendAll } from './harness/smtp.ts'
import { median, told } from './harness/stats.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'
import { type Kind, signedMessages } from './messages.ts'

const ACCOUNTS = 4
const SHARE = 0.5
const SAMPLE_MS = 1000
const READS_PER_MESSAGE = 3
const TESTS_KEPT = 200
const FLAT = 1.1
/** Of a hundred messages: kind, size, how many. */
const MIX: readonly [Kind, number, number][] = [
  ['newsletter', 10_240, 40],
  ['plain', 10_240, 25],
  ['attachment', 10_240, 20],
  ['newsletter', 102_400, 6],
  ['plain', 102_400, 4],
  ['attachment', 102_400, 4],
  ['attachment', 1_024_000, 1],
]

interface Traffic {
  sent: number
  read: number
  errors: string[]
}

async function mixed(world: World): Promise<Buffer[]> {
  const all: Buffer[] = []
  for (const [kind, bytes, count] of MIX)
    all.push(...(await signedMessages(kind, bytes, count, world.privateKeyPem)))
  // Spread evenly: 37 and 100 have no common divisor.
  return all.map((_, at) => all[(at * 37) % all.length] ?? Buffer.alloc(0))
}

/** Messages a second that are scored when as many come as are taken. */
async function capacity(service: Service, messages: readonly Buffer[]): Promise<number> {
  const tests = await Promise.all(service.clients.map((client) => client.createTest()))
  let rate = 0
  for (let at = 0; at < 2; at += 1) {
    const untilScored = service.followScored()
    const began = performance.now()
    await sendAll(
      service.smtp,
      tests.map(({ address }) => address),
      messages,
      20,
    )
    await untilScored(messages.length)
    rate = (messages.length / (performance.now() - began)) * 1000
  }
  return rate
}

/** One message to a new test, and what people do with its report. */
async function visit(service: Service, client: Client, raw: Buffer, kept: string[], traffic: Traffic) {
  const { token, address } = await client.createTest()
  const session = await mailSession(service.smtp)
  await session.send(address, raw)
  session.end()
  traffic.sent += 1
  const report = await client.get(`/v1/tests/${token}?wait=60`)
  const { status } = (await report.json()) as { status: string }
  if (status !== 'scored') throw new Error(`A test is ${status}`)
  kept.push(token)
  const one = kept[Math.floor(Math.random() * kept.length)]
  const paths = [`/v1/tests/${one}`, `/v1/tests?offset=${kept.length >> 1}`, '/']
  for (const path of paths.slice(0, READS_PER_MESSAGE)) {
    const answer = await client.get(path)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
    traffic.read += 1
  }
  if (kept.length > TESTS_KEPT) kept.splice(0, kept.length - TESTS_KEPT)
}

const WEB_EVERY = 10
const SCORED_WITHIN_MS = 60_000
const WARM_SECONDS = 60

/** Somebody on the web site: a test, its page, and away with it. */
async function webVisit(service: Service, raw: Buffer, traffic: Traffic): Promise<void> {
  const { base } = service.http
  const { token, address } = await service.anonymousTest()
  const session = await mailSession(service.smtp)
  await session.send(address, raw)
  session.end()
  traffic.sent += 1
  await until(async () => {
    const shared = await fetch(`${base}/v1/shared/${token}`)
    return ((await shared.json()) as { status: string }).status === 'scored'
  }, SCORED_WITHIN_MS)
  const page = await fetch(`${base}/t/${token}`)
  await page.text()
  const headers = { 'sec-fetch-site': 'same-origin', origin: base }
  const deleted = await fetch(`${base}/t/${token}/delete`, { method: 'POST', redirect: 'manual', headers })
  await deleted.arrayBuffer()
  if (!page.ok || deleted.status !== 303)
    throw new Error(`A page was answered ${page.status}, ${deleted.status}`)
  traffic.read += 3
}

/** Visits at a steady rate, until the time is up and all have ended. */
async function traffic(service: Service, messages: readonly Buffer[], perSecond: number, seconds: number) {
  const total: Traffic = { sent: 0, read: 0, errors: [] }
  const kept = service.clients.map((): string[] => [])
  const under = new Set<Promise<void>>()
  const began = performance.now()
  for (let at = 0; performance.now() - began < seconds * 1000; at += 1) {
    await Bun.sleep(Math.max(0, began + (at / perSecond) * 1000 - performance.now()))
    const who = at % service.clients.length
    const client = service.clients[who]
    if (!client) break
    const raw = messages[at % messages.length] ?? Buffer.alloc(0)
    const visiting =
      at % WEB_EVERY === 0
        ? webVisit(service, raw, total)
        : visit(service, client, raw, kept[who] ?? [], total)
    const one: Promise<void> = visiting
      .catch((cause) => void total.errors.push(String(cause)))
      .finally(() => void under.delete(one))
    under.add(one)
  }
  await Promise.all(under)
  return total
}

/** What the service itself and all of its processes hold, each second. */
function followResident(pid: number) {
  const seen: { itself: number; all: number }[] = []
  const timer = setInterval(() => {
    const all = familyOf(pid).reduce((total, one) => total + residentMb(one), 0)
    seen.push({ itself: residentMb(pid), all })
  }, SAMPLE_MS)
  return () => {
    clearInterval(timer)
    return seen
  }
}

/** Kinds of handles with how many there are: `socket 12, /data/mailgauge.db 6`. */
function countedByKind(handles: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const handle of handles) {
    const kind = handle.replace(/:\[.*$/, '')
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')
}

/** By then the service has closed the connections that clients keep and nobody uses (120 s, src/http/listen.ts). */
const IDLE_CLOSED_MS = 130_000

async function calm(service: Service): Promise<void> {
  await settled(service.cpuMs)
  await Bun.sleep(IDLE_CLOSED_MS)
}

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  const minutes = effort.given ?? effort.pick(1, 30)
  const world = await startWorld()
  const service = await startService({ dns: world.dns, accounts: ACCOUNTS })
  const messages = await mixed(world)
  const most = await capacity(service, messages)
  // What is opened once, by the first of each kind of traffic, is no leak.
  await traffic(service, messages, most * SHARE, WARM_SECONDS)
  await calm(service)
  say(`${told(most)} messages a second are scored at most; ${told(most * SHARE)} for ${minutes} minutes`)
  const before = handlesOf(service.pid)
  const stopFollowing = followResident(service.pid)
  const { sent, read, errors } = await traffic(service, messages, most * SHARE, minutes * 60)
  const resident = stopFollowing()
  await calm(service)
  const after = handlesOf(service.pid)
  const left = after.length - before.length
  if (left > 0) say(`Open at the end: ${countedByKind(after)}; before: ${countedByKind(before)}`)
  for (const error of new Set(errors)) say(error)
  const logged = service.running
    .output()
    .split('\n')
    .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line))
  for (const line of logged.slice(0, 10)) say(line)
  await service.stop()
  await world.stop()
  return rowsOf({ resident, left, faults: errors.length + logged.length, sent, read })
}

interface Seen {
  resident: { itself: number; all: number }[]
  left: number
  faults: number
  sent: number
  read: number
}

function rowsOf({ resident, left, faults, sent, read }: Seen): Row[] {
  const row = (key: string, what: string, unit: string, value: number, must: number): Row => ({
    key: `endurance/${key}`,
    what,
    unit,
    better: 'less',
    ours: [value],
    bound: { of: 'ours', must },
  })
  const grown = (key: string, what: string, values: readonly number[], note: string): Row => {
    const third = Math.floor(values.length / 3)
    const [first, middle, last] = [0, 1, 2].map((at) => median(values.slice(at * third, (at + 1) * third)))
    return {
      ...row(key, `${what}, resident, last third`, 'MB', last ?? Number.NaN, 0),
      peer: { name: 'first third', values: [first ?? Number.NaN] },
      bound: { of: 'ratio', must: FLAT },
      note: `${told(middle ?? Number.NaN)} MB in the middle${note}`,
    }
  }
  return [
    grown(
      'resident',
      'all processes',
      resident.map(({ all }) => all),
      `; ${sent} messages, ${read} other requests`,
    ),
    grown(
      'service',
      'the service without its analysis processes',
      resident.map(({ itself }) => itself),
      '',
    ),
    row('handles', 'handles of the service more than before', 'handles', left, 0),
    row('errors', 'errors, answered or logged', 'errors', faults, 0),
  ]
}

/** Long runs. */
export const endurance: Subject = { name: 'endurance', measure }
if (import.meta.main) await run(endurance)
