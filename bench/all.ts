/**
 * Measures every subject, each in a process of its own, and writes RESULTS.md and RESULTS.json beside this file; it takes half an hour.
 * `--quick` takes about a minute: it measures the main ones with little work, and says what became slower than in the last results.
 * `--only start,page` measures these and keeps the other results as they are.
 * `bun bench/all.ts [--quick] [--only <subject>,…]`
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compare } from './harness/compare.ts'
import { machineFacts, machineLines } from './harness/machine.ts'
import { type Kept, type Results, resultsText } from './harness/results.ts'

/** What a whole run measures, and of these what a quick one does. Scale and endurance take hours and are commands of their own. */
const SUBJECTS = [
  'analysis',
  'pipeline',
  'latency',
  'intake',
  'read-report',
  'list',
  'burst',
  'page',
  'start',
  'stranger',
]
const QUICK = ['analysis', 'pipeline', 'intake', 'read-report', 'page', 'start']

const KEPT = join(import.meta.dir, 'RESULTS.json')
const TEXT = join(import.meta.dir, 'RESULTS.md')

async function measureAll(subjects: readonly string[], quick: boolean): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-bench-results-'))
  const results: Results = {}
  for (const name of subjects) {
    console.error(`\n${name}`)
    const file = join(folder, `${name}.json`)
    const command = [process.execPath, join(import.meta.dir, `${name}.ts`), '--json', file]
    const child = Bun.spawn(quick ? [...command, '--quick'] : command, {
      stdout: 'inherit',
      stderr: 'inherit',
    })
    if ((await child.exited) === 0) Object.assign(results, JSON.parse(readFileSync(file, 'utf8')))
    else console.error(`${name} failed and is left out.`)
  }
  rmSync(folder, { recursive: true })
  return results
}

const readKept = (): Kept | undefined =>
  existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Kept) : undefined

async function compareQuickly(chosen: readonly string[]): Promise<void> {
  for (const line of machineLines(machineFacts())) console.log(line)
  const now = await measureAll(
    QUICK.filter((name) => chosen.includes(name)),
    true,
  )
  const kept = readKept()
  if (!kept) {
    console.log('There are no results to compare with: run bun bench/all.ts first.')
    return
  }
  const found = compare(kept.quick, now)
  console.log(`\nCompared with the results of ${kept.date}:`)
  for (const { line } of found) console.log(line)
  const worse = found.filter(({ verdict }) => verdict === 'slower')
  console.log(worse.length === 0 ? 'Nothing became slower.' : `${worse.length} became slower.`)
  process.exitCode = worse.length === 0 ? 0 : 1
}

/** Results with the build that they are of. */
const of = (build = '', results: Results): Results =>
  Object.fromEntries(Object.entries(results).map(([key, result]) => [key, { ...result, build }]))

async function measureFully(chosen: readonly string[]): Promise<void> {
  const machine = machineFacts()
  for (const line of machineLines(machine)) console.log(line)
  const before = readKept()
  const full = await measureAll(chosen, false)
  console.error('\nquickly once more, for later comparisons')
  const quick = await measureAll(
    QUICK.filter((name) => chosen.includes(name)),
    true,
  )
  const kept: Kept = {
    date: new Date().toISOString().slice(0, 10),
    machine,
    full: { ...before?.full, ...of(machine.versions['mailgauge'], full) },
    quick: { ...before?.quick, ...quick },
  }
  writeFileSync(KEPT, `${JSON.stringify(kept, undefined, 2)}\n`)
  writeFileSync(TEXT, resultsText(kept))
  console.log(`\nWritten to ${TEXT} and ${KEPT}.`)
}

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } })
const chosen = values.only?.split(',') ?? SUBJECTS
await (values.quick ? compareQuickly(chosen) : measureFully(chosen))
