/**
 * Messages of 10 KB received and scored each second by a service whose account has 1,000 monitors and 200 webhooks, beside one that
 * has none, in turns; and what both hold in memory. `bun bench/watched.ts [--quick]`
 */
import { mailgauge } from '../test/support/binary.ts'
import { startWorld } from './harness/dns.ts'
import { cpuMs, residentMb } from './harness/proc.ts'
import type { Row } from './harness/rows.ts'
import { type Service, startService } from './harness/service.ts'
import { sendAll } from './harness/smtp.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'
import { signedMessages } from './messages.ts'

const SIZE = 10_240
const ACCOUNTS = 4
const SESSIONS = 20
const MONITORS = 1_000
const WEBHOOKS = 200

async function fill({ folder }: Service): Promise<void> {
  const monitors = Array.from({ length: MONITORS }, (_, at) => ({ name: `Monitor ${at}`, least_score: 8 }))
  const webhooks = Array.from({ length: WEBHOOKS }, (_, at) => ({
    name: `Webhook ${at}`,
    kind: 'webhook',
    url: `https://hook-${at}.example.org/`,
    types: ['monitor.alert'],
  }))
  await apply(folder, 'monitors', monitors)
  await apply(folder, 'alerts', webhooks)
}

async function apply(folder: string, command: string, wanted: readonly object[]): Promise<void> {
  const args = [command, 'apply', '-', '--account', 'bench-0', '--json']
  const { code, stderr } = await mailgauge(args, { cwd: folder, stdin: JSON.stringify(wanted) })
  if (code !== 0) throw new Error(`${command} apply: ${stderr.slice(0, 500)}`)
}

interface Rates {
  received: number[]
  scored: number[]
  /** Milliseconds of processor time of the service itself, for each message. */
  cpu: number[]
}

const nothing = (): Rates => ({ received: [], scored: [], cpu: [] })

async function round(service: Service, messages: readonly Buffer[], into: Rates): Promise<void> {
  const tests = await Promise.all(service.clients.map((client) => client.createTest()))
  const untilScored = service.followScored()
  const used = cpuMs(service.pid)
  const began = performance.now()
  await sendAll(
    service.smtp,
    tests.map(({ address }) => address),
    messages,
    SESSIONS,
  )
  into.received.push((messages.length / (performance.now() - began)) * 1000)
  await untilScored(messages.length)
  into.scored.push((messages.length / (performance.now() - began)) * 1000)
  into.cpu.push((cpuMs(service.pid) - used) / messages.length)
}

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  const world = await startWorld()
  const messages = await signedMessages('newsletter', SIZE, effort.pick(60, 300), world.privateKeyPem)
  const [bare, full] = [
    await startService({ dns: world.dns, accounts: ACCOUNTS }),
    await startService({ dns: world.dns, accounts: ACCOUNTS }),
  ]
  await fill(full)
  say('warming up')
  for (const service of [bare, full]) await round(service, messages, nothing())
  const [without, beside] = [nothing(), nothing()]
  for (let at = 0; at < effort.pick(3, 8); at += 1) {
    say(`round ${at + 1}`)
    const turns = [() => round(bare, messages, without), () => round(full, messages, beside)]
    for (const turn of at % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
  const memory = [residentMb(full.pid), residentMb(bare.pid)]
  for (const service of [bare, full]) await service.stop()
  await world.stop()
  const row = (key: 'received' | 'scored'): Row => ({
    key: `watched/${key}`,
    what: `messages of 10 KB ${key}, beside ${MONITORS} monitors and ${WEBHOOKS} webhooks`,
    unit: '/s',
    better: 'more',
    ours: beside[key],
    peer: { name: 'without', values: without[key] },
    bound: { of: 'ratio', must: 0.95 },
  })
  return [
    row('received'),
    row('scored'),
    {
      key: 'watched/cpu',
      what: `CPU of the service itself for each message, beside ${MONITORS} monitors and ${WEBHOOKS} webhooks`,
      unit: 'ms',
      better: 'less',
      ours: beside.cpu,
      peer: { name: 'without', values: without.cpu },
      bound: { of: 'ratio', must: 1.1 },
    },
    {
      key: 'watched/memory',
      what: 'the service afterwards, resident',
      unit: 'MB',
      better: 'less',
      ours: memory.slice(0, 1),
      peer: { name: 'without', values: memory.slice(1) },
    },
  ]
}

const watched: Subject = { name: 'watched', measure }
if (import.meta.main) await run(watched)
