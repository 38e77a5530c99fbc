/**
 * Feeds damaged and hostile input to what reads strangers' bytes, for as long as it is told:
 *   bun scripts/fuzz.ts --seconds 600 [--seed 1] [--only html,spf] [--keep folder]
 *   bun scripts/fuzz.ts --runs --seconds 3600 [--seed 1] [--only markup,records]
 * With --runs, long runs of octets stand in every place of a message, and the time of its analysis may not outgrow them.
 * Prints what broke, and ends with 1 when something did. What broke is kept as files.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { growsTooFast, shapeFor } from '../test/fuzz/growth.ts'
import { mutated, noise } from '../test/fuzz/mutate.ts'
import { seeded } from '../test/fuzz/random.ts'
import { nameOf } from '../test/fuzz/record-targets.ts'
import { type Growth, slowestOf } from '../test/fuzz/runs/growth.ts'
import { BUNDLES, type Bundle } from '../test/fuzz/runs/places.ts'
import { type Run, runs } from '../test/fuzz/runs/runs.ts'
import type { Target } from '../test/fuzz/target.ts'
import { TARGETS } from '../test/fuzz/targets.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string', default: '' },
    keep: { type: 'string', default: 'fuzz-found' },
    runs: { type: 'boolean', default: false },
  },
})

/** Inputs a target is given before it is the next one's turn. */
const TURN_MILLISECONDS = 2_000
/** One input may take no longer. */
const MOST_MILLISECONDS = 10_000

const only = values.only.split(',').filter(Boolean)
const targets = TARGETS.filter(({ name }) => only.length === 0 || only.includes(name))
const chance = seeded(Number(values.seed))
const end = performance.now() + Number(values.seconds) * 1_000
const inputs = new Map<string, number>()
const seen = new Set<string>()

function keep(target: Pick<Target, 'name'>, what: string, text: string): void {
  const place = what.replaceAll(/\d+/g, '#').slice(0, 160)
  if (seen.has(`${target.name} ${place}`)) return
  seen.add(`${target.name} ${place}`)
  mkdirSync(values.keep, { recursive: true })
  const file = join(values.keep, `${target.name.replaceAll(' ', '-')}-${nameOf(text)}`)
  writeFileSync(file, text, 'latin1')
  console.error(`${target.name}: ${what}\n  kept in ${file}`)
}

async function tryOne(target: Target): Promise<void> {
  const text = chance.below(10) === 0 ? noise(chance) : mutated(target.seeds, target.pieces, chance)
  const begun = performance.now()
  try {
    await target.run(text)
  } catch (cause) {
    keep(target, cause instanceof Error ? (cause.stack ?? cause.message) : String(cause), text)
  }
  if (performance.now() - begun > MOST_MILLISECONDS) keep(target, 'takes too long', text)
  inputs.set(target.name, (inputs.get(target.name) ?? 0) + 1)
}

async function tryGrowth(target: Target): Promise<void> {
  const shape = shapeFor(target, chance)
  try {
    const found = await growsTooFast(target, shape)
    if (!found) return
    const times = found.milliseconds.map((time) => `${time.toFixed(0)} ms`).join(', ')
    keep(target, `grows too fast: ${times} for ${shape.says}`, shape.says)
  } catch (cause) {
    keep(target, `${cause instanceof Error ? cause.stack : cause}`, shape.says)
  }
}

async function tryTargets(): Promise<void> {
  while (performance.now() < end) {
    for (const target of targets) {
      const turnEnd = Math.min(end, performance.now() + TURN_MILLISECONDS)
      while (performance.now() < turnEnd) await tryOne(target)
      if (performance.now() < end) await tryGrowth(target)
    }
  }
}

/** A fourth of how long runs are: mostly 64 KB, at times 256 KB, seldom 1 MB. */
const RUN_SIZES = [16_384, 16_384, 16_384, 65_536, 16_384, 16_384, 16_384, 262_144]

async function tryRuns(): Promise<void> {
  const bundles = BUNDLES.filter(({ name }) => only.length === 0 || only.includes(name))
  const source = runs(chance)
  for (let round = 0; performance.now() < end && bundles.length > 0; round += 1) {
    const size = RUN_SIZES[round % RUN_SIZES.length] ?? 0
    for (const bundle of bundles) {
      const given = bundle.places.map(() => source.next().value)
      if (performance.now() < end) await tryBundle(bundle, given, size)
    }
  }
}

async function tryBundle(bundle: Bundle, given: readonly Run[], size: number): Promise<void> {
  try {
    const found = await slowestOf(bundle, given, size)
    if (found) keep({ name: found.place }, growthSaid(found), JSON.stringify(found))
  } catch (cause) {
    const says = given.map((run) => run.says).join('\n')
    keep(bundle, cause instanceof Error ? (cause.stack ?? cause.message) : String(cause), says)
  }
  inputs.set(bundle.name, (inputs.get(bundle.name) ?? 0) + given.length)
}

function growthSaid({ run, size, milliseconds: [short, long] }: Growth): string {
  return `takes ${short.toFixed(0)} ms for ${size} octets of ${run}, ${long.toFixed(0)} ms for four times as many`
}

console.log(`seed ${values.seed}, ${values.runs ? 'runs' : `${targets.length} targets`}, ${values.seconds} s`)
await (values.runs ? tryRuns() : tryTargets())
const { user, system } = process.cpuUsage()
const counts = [...inputs].map(([name, count]) => `${name} ${count}`).join(', ')
console.log(`${Math.round((user + system) / 1_000_000)} s of CPU time; inputs: ${counts}`)
console.log(seen.size === 0 ? 'nothing broke' : `${seen.size} different things broke`)
process.exitCode = seen.size === 0 ? 0 : 1
