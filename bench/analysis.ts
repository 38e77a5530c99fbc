/**
 * Processor time of one analysis, beside Rspamd's of the same message in the same round: each kind of mail at 10 KB, 100 KB and 1 MB,
 * warm after 1,000 messages, and the first 25 messages of a fresh process. The DNS is answered on loopback.
 * `bun bench/analysis.ts [--quick]`
 */
import { analysers } from './harness/analysers.ts'
import { startWorld, type World } from './harness/dns.ts'
import type { Row } from './harness/rows.ts'
import { rspamdPeer, type ScannerPeer, spamdPeer } from './harness/scanners.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'
import { KINDS, type Kind, signedMessages } from './messages.ts'

const KB = 1024
/** Bounds of our share of Rspamd's time: must and goal, in the order of the kinds. */
const SIZES = [
  {
    name: '10 KB',
    bytes: 10 * KB,
    count: [30, 100],
    bounds: [
      [1, 0.5],
      [1, 0.5],
      [1, 0.5],
    ],
  },
  {
    name: '100 KB',
    bytes: 100 * KB,
    count: [6, 20],
    bounds: [
      [0.5, 0.2],
      [1, 0.5],
      [1.5, 1],
    ],
  },
  {
    name: '1 MB',
    bytes: 1000 * KB,
    count: [2, 6],
    bounds: [
      [1, 0.5],
      [0.5, 0.5],
      [3, 0.5],
    ],
  },
] as const
const FIRST = 25
const FRESH_ROUNDS = 3
/** Larger ones take so long that one round has to do. */
const LARGE = 100 * KB
const NO_MAIL = Buffer.alloc(0)
const WARM_AFTER = 1000
const WARM_AFTER_QUICK = 200

interface Shape {
  name: string
  kind: Kind
  bytes: number
  messages: Buffer[]
  must: number
  goal: number
}

async function shapesFor(effort: Effort, { privateKeyPem }: World): Promise<Shape[]> {
  const sizes = effort.pick(SIZES.slice(0, 1), [...SIZES])
  const shapes: Shape[] = []
  for (const { name, bytes, count, bounds } of sizes) {
    for (const [at, kind] of KINDS.entries()) {
      const messages = await signedMessages(kind, bytes, effort.pick(count[0], count[1]), privateKeyPem)
      const [must = 0, goal = 0] = bounds[at] ?? []
      shapes.push({ name: `${kind} ${name}`, kind, bytes, messages, must, goal })
    }
  }
  return shapes
}

/** Processor time for each message, in milliseconds. */
async function timed(
  of: { cpuMs(): number },
  messages: readonly Buffer[],
  work: (raw: Buffer) => Promise<unknown>,
) {
  const before = of.cpuMs()
  for (const raw of messages) await work(raw)
  return (of.cpuMs() - before) / messages.length
}

/** Rspamd is quick: it is given the messages until there is something to measure. */
const REPEATS = 3
const repeated = (messages: readonly Buffer[]) => Array.from({ length: REPEATS }, () => messages).flat()

async function warm(
  shapes: readonly Shape[],
  world: World,
  rspamd: ScannerPeer | undefined,
  effort: Effort,
  say: (line: string) => void,
): Promise<Row[]> {
  const ours = await analysers(world.dns)
  const small = shapes.filter(({ bytes }) => bytes <= 10 * KB).flatMap(({ messages }) => messages)
  const warmAfter = effort.pick(WARM_AFTER_QUICK, WARM_AFTER)
  say(`warming up with ${warmAfter} messages`)
  for (let at = 0; at < warmAfter; at += 1) await ours.analyse(small[at % small.length] ?? NO_MAIL)
  if (rspamd) for (const raw of small) await rspamd.scan(raw)
  const measured = shapes.map((shape) => ({ shape, ours: [] as number[], theirs: [] as number[] }))
  for (let round = 0; round < effort.pick(3, 5); round += 1) {
    say(`round ${round + 1}`)
    for (const { shape, ours: mine, theirs } of measured) {
      mine.push(await timed(ours, shape.messages, ours.analyse))
      if (rspamd) theirs.push(await timed(rspamd, repeated(shape.messages), rspamd.scan))
    }
  }
  await ours.stop()
  return measured.map(({ shape, ours: mine, theirs }) => rowOf(shape, 'warm', mine, theirs))
}

function rowOf(shape: Shape, state: string, ours: number[], theirs: number[]): Row {
  return {
    key: `analysis/${shape.name}/${state}`,
    what: `analysis CPU, ${shape.name}, ${state}`,
    unit: 'ms',
    better: 'less',
    ours,
    ...(theirs.length > 0 && { peer: { name: 'rspamd', values: theirs } }),
    // What must be reached holds for a warm process.
    ...(state === 'warm' &&
      theirs.length > 0 && { bound: { of: 'ratio', must: shape.must, goal: shape.goal } }),
  }
}

/** The first messages of a process, which still compiles. */
async function fresh(
  shape: Shape,
  { dns }: World,
  rspamd: ScannerPeer | undefined,
  rounds: number,
): Promise<Row> {
  const first = Array.from(
    { length: FIRST },
    (_, at) => shape.messages[at % shape.messages.length] ?? NO_MAIL,
  )
  const mine: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const ours = await analysers(dns)
    mine.push(await timed(ours, first, ours.analyse))
    await ours.stop()
    if (rspamd) theirs.push(await timed(rspamd, repeated(shape.messages), rspamd.scan))
  }
  return rowOf(shape, `messages 1 to ${FIRST} of a process`, mine, theirs)
}

/** SpamAssassin takes so long that small messages and few of them are enough. */
async function besideSpamAssassin(shapes: readonly Shape[], world: World, rounds: number): Promise<Row[]> {
  const spamd = await spamdPeer()
  if (!spamd) return []
  const ours = await analysers(world.dns)
  const rows: Row[] = []
  for (const shape of shapes.filter(({ bytes }) => bytes <= SIZES[0].bytes)) {
    const some = shape.messages.slice(0, FIRST)
    await timed(ours, some, ours.analyse)
    const [mine, theirs]: number[][] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      mine?.push(await timed(ours, some, ours.analyse))
      theirs?.push(await timed(spamd, some, spamd.scan))
    }
    const row = rowOf(shape, `messages ${FIRST + 1} and on`, mine ?? [], [])
    rows.push({ ...row, peer: { name: spamd.name, values: theirs ?? [] } })
  }
  await ours.stop()
  await spamd.stop()
  return rows
}

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  const world = await startWorld()
  const rspamd = await rspamdPeer(world.dns, say)
  const shapes = await shapesFor(effort, world)
  const rows = await warm(shapes, world, rspamd, effort, say)
  for (const shape of effort.pick([], shapes)) {
    say(`fresh processes: ${shape.name}`)
    rows.push(await fresh(shape, world, rspamd, shape.bytes > LARGE ? 1 : FRESH_ROUNDS))
  }
  await rspamd?.stop()
  if (!effort.quick) rows.push(...(await besideSpamAssassin(shapes, world, 2)))
  await world.stop()
  return rows
}

/** Processor time of one analysis. */
export const analysis: Subject = { name: 'analysis', measure }
if (import.meta.main) await run(analysis)
