/**
 * Messages as large as they are taken, of each kind: how long they take, and how far the process grows past what it held before, the
 * message three times and 50 MB being what it may. `bun bench/large.ts [--quick]`
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { analysers } from './harness/analysers.ts'
import { startWorld, type World } from './harness/dns.ts'
import { residentMb } from './harness/proc.ts'
import type { Row } from './harness/rows.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'
import { KINDS, type Kind, signedMessage } from './messages.ts'

const MB = 1024 ** 2
/** A little less than the limit, which the signature counts against. */
const SIZES = [5 * MB, 25 * MB - 2000]
const MOST_MS = 10_000
const TIMES = 3
const BESIDES_MB = 50
const WARM = 30

const LOOK_MS = 10

/** Most that a process held since its peak was forgotten, in MB; 0 when it is gone. */
function peakMb(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}

/** How far processes grow past what they hold now, those too that end meanwhile or are new. */
function followGrowth(pids: () => number[]) {
  const before = new Map(pids().map((pid) => [pid, residentMb(pid)]))
  const usual = Math.min(...before.values())
  for (const pid of before.keys()) writeFileSync(`/proc/${pid}/clear_refs`, '5')
  let most = 0
  function look(): void {
    for (const pid of pids()) most = Math.max(most, peakMb(pid) - (before.get(pid) ?? usual))
  }
  const timer = setInterval(look, LOOK_MS)
  return () => {
    clearInterval(timer)
    look()
    return most
  }
}

interface Measured {
  took: number[]
  grown: number[]
}

/** A process of its own, that was at small mail before. */
async function round(world: World, raw: Buffer, small: Buffer, into: Measured): Promise<void> {
  const ours = await analysers(world.dns)
  for (let at = 0; at < WARM; at += 1) await ours.analyse(small)
  const growth = followGrowth(ours.pids)
  const began = performance.now()
  await ours.analyse(raw)
  into.took.push(performance.now() - began)
  into.grown.push(growth())
  await ours.stop()
}

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  const world = await startWorld()
  const small = await signedMessage('newsletter', 10_240, 0, world.privateKeyPem)
  const rows: Row[] = []
  for (const bytes of effort.pick(SIZES.slice(0, 1), SIZES)) {
    for (const kind of KINDS) {
      say(`${kind}, ${Math.round(bytes / MB)} MB`)
      const raw = await signedMessage(kind, bytes, 1, world.privateKeyPem)
      const into: Measured = { took: [], grown: [] }
      for (let at = 0; at < effort.pick(1, 3); at += 1) await round(world, raw, small, into)
      rows.push(...rowsOf(kind, bytes, into))
    }
  }
  await world.stop()
  return rows
}

function rowsOf(kind: Kind, bytes: number, { took, grown }: Measured): Row[] {
  const megabytes = Math.round(bytes / MB)
  const row = (key: string, what: string, unit: string, ours: number[], must: number): Row => ({
    key: `large/${kind} ${megabytes} MB/${key}`,
    what: `${kind} of ${megabytes} MB, ${what}`,
    unit,
    better: 'less',
    ours,
    bound: { of: 'ours', must },
  })
  return [
    row('time', 'until it is analysed', 'ms', took, MOST_MS),
    row('memory', 'its process grew by', 'MB', grown, TIMES * megabytes + BESIDES_MB),
  ]
}

/** Large messages. */
export const large: Subject = { name: 'large', measure }
if (import.meta.main) await run(large)
