/**
 * Messages of 10 KB a second over 50 sessions, as a share of smtp-server that stores nothing on the same runtime: ours with nothing
 * that analyses, and the whole service while it analyses them; Postfix's bit bucket and its real queue beside them.
 * `bun bench/intake.ts [--quick]`; needs Linux and Postfix's smtp-source.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './harness/children.ts'
import { startWorld, type World } from './harness/dns.ts'
import { type MailPeer, postfixIsHere, startPostfix, startSink } from './harness/postfix.ts'
import { familyCpuMs } from './harness/proc.ts'
import type { Row } from './harness/rows.ts'
import { startService } from './harness/service.ts'
import { burst, smtpSourceIsHere } from './harness/smtp.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'
import { signedMessages } from './messages.ts'

const SESSIONS = 50
/** Each has a test address of its own where the service is whole. */
const SOURCES = 5
const SIZE = 10_240

/** A server that is measured. */
interface Target {
  name: string
  port: number
  addresses: string[]
  pid?: number
  stop(): Promise<void>
}

interface Measured {
  name: string
  perSecond: number[]
  /** Microseconds of processor time of the server for one message. */
  cpu: number[]
  client: number[]
}

const same = (address: string) => Array.from({ length: SOURCES }, () => address)

async function nothing(): Promise<Target> {
  const { facts, pid, stop } = await startChild<{ port: number; address: string }>('smtp-nothing')
  return { name: 'smtp-server, stores nothing', port: facts.port, addresses: same(facts.address), pid, stop }
}

async function durable(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-bench-'))
  const { facts, pid, stop } = await startChild<{ port: number; address: string }>('smtp-durable', [folder])
  return {
    name: 'durable before 250, nothing analysed',
    port: facts.port,
    addresses: same(facts.address),
    pid,
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The whole service, with an account for each source of mail. */
async function whole(world: World): Promise<Target> {
  const service = await startService({ dns: world.dns, accounts: SOURCES })
  const tests = await Promise.all(service.clients.map((client) => client.createTest()))
  return {
    name: 'durable before 250, while it analyses',
    port: service.smtp.port,
    addresses: tests.map(({ address }) => address),
    // What the analyses use meanwhile is not the intake's.
    pid: service.pid,
    stop: service.stop,
  }
}

const other = (name: string, { port, address, stop }: MailPeer): Target => ({
  name,
  port,
  addresses: same(address),
  stop,
})

async function round(target: Target, bodies: readonly Buffer[], effort: Effort, into: Measured) {
  const load = { port: target.port, addresses: target.addresses, sessions: SESSIONS, bodies }
  // What a server does at first is mostly compiling.
  await burst({ ...load, messages: effort.pick(1000, 4000) })
  const messages = effort.pick(2000, 10_000)
  const before = target.pid === undefined ? 0 : familyCpuMs(target.pid)
  const { perSecond, client } = await burst({ ...load, messages })
  into.perSecond.push(perSecond)
  into.client.push(client)
  if (target.pid !== undefined) into.cpu.push(((familyCpuMs(target.pid) - before) / messages) * 1000)
}

/** Postfix takes its time, and does not change. */
const POSTFIX_ROUNDS = 2

function startsFor(world: World, at: number, effort: Effort, say: (line: string) => void) {
  const starts = [nothing, durable, () => whole(world)]
  if (effort.quick || at >= POSTFIX_ROUNDS) return starts
  if (!postfixIsHere) {
    say(
      'Postfix is absent (apt-get install postfix, and run as root): its bit bucket and its queue are left out.',
    )
    return starts
  }
  return [
    ...starts,
    async () => other('Postfix smtp-sink', await startSink()),
    async () => other('Postfix, queued before 250', await startPostfix()),
  ]
}

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  if (!smtpSourceIsHere) {
    say('smtp-source is absent (apt-get install postfix): intake was not measured.')
    return []
  }
  const world = await startWorld()
  const bodies = await signedMessages('newsletter', SIZE, SOURCES, world.privateKeyPem)
  const measured = new Map<string, Measured>()
  for (let at = 0; at < effort.pick(2, 5); at += 1) {
    say(`round ${at + 1}`)
    for (const start of startsFor(world, at, effort, at === 0 ? say : () => {})) {
      const target = await start()
      const into = measured.get(target.name) ?? { name: target.name, perSecond: [], cpu: [], client: [] }
      measured.set(target.name, into)
      await round(target, bodies, effort, into).finally(target.stop)
    }
  }
  await world.stop()
  return rowsOf([...measured.values()])
}

/** The share of each that has to be reached, in their order. */
const BOUNDS = [{ must: 0.6, goal: 0.8 }, { must: 0.35 }]

function rowsOf([base, ...others]: Measured[]): Row[] {
  if (!base) return []
  const peer = { name: base.name, values: base.perSecond }
  const rates = others.map((one, at): Row => {
    const bound = BOUNDS[at]
    return {
      key: `intake/${one.name}`,
      what: `intake of 10 KB, ${one.name}`,
      unit: '/s',
      better: 'more',
      ours: one.perSecond,
      peer,
      ...(bound && { bound: { of: 'ratio', ...bound } }),
      client: Math.max(...one.client, ...base.client),
    }
  })
  const [alone] = others
  if (!alone) return rates
  return [
    ...rates,
    {
      key: 'intake/cpu',
      what: `intake of 10 KB, CPU for each, ${alone.name}`,
      unit: 'µs',
      better: 'less',
      ours: alone.cpu,
      peer: { name: base.name, values: base.cpu },
    },
  ]
}

/** Taking mail in. */
export const intake: Subject = { name: 'intake', measure }
if (import.meta.main) await run(intake)
