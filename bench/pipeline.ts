/**
 * Messages of 10 KB that are scored each second: received over SMTP, durable, analysed with the DNS answered on loopback, and their
 * reports stored, with the processor time of each by process. Rspamd's scans of the same messages with two workers stand beside it.
 * `bun bench/pipeline.ts [--quick]`
 */
import { startWorld, type World } from './harness/dns.ts'
import { cpuMs } from './harness/proc.ts'
import type { Row } from './harness/rows.ts'
import { rspamdPeer, type ScannerPeer } from './harness/scanners.ts'
import { type Service, startService } from './harness/service.ts'
import { sendAll } from './harness/smtp.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'
import { yardstickMs } from './harness/yardstick.ts'
import { KINDS, signedMessages } from './messages.ts'

const SIZE = 10_240
const ACCOUNTS = 6
const SESSIONS = 20
const RSPAMD_WORKERS = 2
const AT_ONCE = 8
/** The full form ends within two minutes where 60 messages are scored in a second; slower machines take fewer rounds. */
const WARM_MS = 30_000
const ROUNDS_MS = 60_000
const LEAST_ROUNDS = 3

interface Measured {
  perSecond: number[]
  /** Milliseconds for each message: of the service itself, of it with its analysis processes, and of the DNS server. */
  service: number[]
  all: number[]
  dns: number[]
  theirs: number[]
  client: number[]
  yardstick: number[]
}

const nothing = (): Measured => ({
  perSecond: [],
  service: [],
  all: [],
  dns: [],
  theirs: [],
  client: [],
  yardstick: [],
})

async function addressesFor(service: Service): Promise<string[]> {
  const tests = await Promise.all(service.clients.map((client) => client.createTest()))
  return tests.map(({ address }) => address)
}

async function scoreAll(service: Service, world: World, messages: readonly Buffer[], into: Measured) {
  const addresses = await addressesFor(service)
  const [all, own, dns] = [service.cpuMs(), cpuMs(service.pid), cpuMs(world.dnsPid)]
  const used = process.cpuUsage()
  const untilScored = service.followScored()
  const began = performance.now()
  await sendAll(service.smtp, addresses, messages, SESSIONS)
  await untilScored(messages.length)
  const took = performance.now() - began
  const { user, system } = process.cpuUsage(used)
  into.perSecond.push((messages.length / took) * 1000)
  into.all.push((service.cpuMs() - all) / messages.length)
  into.service.push((cpuMs(service.pid) - own) / messages.length)
  into.dns.push((cpuMs(world.dnsPid) - dns) / messages.length)
  into.client.push((user + system) / 1000 / took)
}

async function scanAll(rspamd: ScannerPeer, messages: readonly Buffer[]): Promise<number> {
  let next = 0
  async function session(): Promise<void> {
    for (let raw = messages[next++]; raw; raw = messages[next++]) await rspamd.scan(raw)
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, session))
  return (messages.length / (performance.now() - began)) * 1000
}

async function mixed(count: number, { privateKeyPem }: World): Promise<Buffer[]> {
  const each = await Promise.all(
    KINDS.map((kind) => signedMessages(kind, SIZE, Math.ceil(count / KINDS.length), privateKeyPem)),
  )
  return Array.from({ length: count }, (_, at) => {
    const kind = each[at % KINDS.length]
    return kind?.[Math.floor(at / KINDS.length)] ?? Buffer.alloc(0)
  })
}

/** Repeats work so often, or until the time is up, and the least number of times in any case. */
async function repeat(
  times: number,
  least: number,
  atMostMs: number,
  work: (at: number) => Promise<unknown>,
) {
  const end = performance.now() + atMostMs
  for (let at = 0; at < times && (at < least || performance.now() < end); at += 1) await work(at)
}

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  const world = await startWorld()
  const messages = await mixed(effort.pick(150, 600), world)
  const rspamd = effort.quick ? undefined : await rspamdPeer(world.dns, say, RSPAMD_WORKERS)
  const service = await startService({ dns: world.dns, accounts: ACCOUNTS })
  const into = nothing()
  say('warming up')
  // Several processes share the messages, and each of them compiles.
  await repeat(effort.pick(1, 3), 1, WARM_MS, () => scoreAll(service, world, messages, nothing()))
  await repeat(effort.pick(2, 5), effort.pick(2, LEAST_ROUNDS), ROUNDS_MS, async (at) => {
    say(`round ${at + 1}`)
    await scoreAll(service, world, messages, into)
    into.yardstick.push(yardstickMs())
    if (rspamd) into.theirs.push(await scanAll(rspamd, messages))
  })
  await service.stop()
  await rspamd?.stop()
  await world.stop()
  return rowsOf(into)
}

function rowsOf({ perSecond, service, all, dns, theirs, client, yardstick }: Measured): Row[] {
  const cpu = (key: string, what: string, ours: number[]): Row => ({
    key: `pipeline/cpu/${key}`,
    what: `whole pipeline, CPU for each message, ${what}`,
    unit: 'ms',
    better: 'less',
    ours,
    peer: { name: 'yardstick', values: yardstick },
  })
  return [
    {
      key: 'pipeline/rate',
      what: 'whole pipeline, 10 KB, scored',
      unit: '/s',
      better: 'more',
      ours: perSecond,
      peer:
        theirs.length > 0
          ? { name: `rspamd scans, ${RSPAMD_WORKERS} workers`, values: theirs }
          : { name: 'yardsticks', values: yardstick.map((ms) => 1000 / ms) },
      bound: { of: 'ours', must: 300, goal: 1000 },
      client: Math.max(...client),
    },
    cpu('all', 'service and analysis processes', all),
    cpu('service', 'service alone', service),
    cpu('dns', 'DNS server of the bench', dns),
  ]
}

/** From a message's arrival to its report. */
export const pipeline: Subject = { name: 'pipeline', measure }
if (import.meta.main) await run(pipeline)
