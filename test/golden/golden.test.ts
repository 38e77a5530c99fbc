import { beforeAll, expect, test } from 'bun:test'
import { analyzers } from '../../src/analysis/registry.ts'
import { CASE_NAMES, corpusReport, readCase } from './corpus-case.ts'
import { goldenText, readGolden, readUsual, textOf, writeGoldens } from './golden-files.ts'
import { type Golden, goldenOf, isSilent } from './golden-report.ts'
import { possibleStatuses } from './possible-statuses.ts'

const order = analyzers.map(({ name }) => name)

const made = new Map<string, Promise<Golden>>()
function goldenNow(name: string): Promise<Golden> {
  const golden = made.get(name) ?? corpusReport(name).then(goldenOf)
  made.set(name, golden)
  return golden
}

async function allNow(): Promise<Map<string, Golden>> {
  const all = new Map<string, Golden>()
  for (const name of CASE_NAMES) all.set(name, await goldenNow(name))
  return all
}

/** Never written down as what is right. */
const OUR_FAULT = /inside Mailgauge|a fault in Mailgauge|ran out of time/

/** With UPDATE_GOLDEN=1 the reports are written anew: look at what changed before it is committed. */
beforeAll(async () => {
  if (!process.env['UPDATE_GOLDEN']) return
  const all = await allNow()
  expect(JSON.stringify([...all.values()])).not.toMatch(OUR_FAULT)
  writeGoldens(all, order)
}, 180_000)

test.each(CASE_NAMES)('%s', async (name) => {
  const usual = readUsual()
  const golden = await goldenNow(name)
  const wanted = readGolden(name, usual)
  expect(JSON.stringify(golden)).not.toMatch(OUR_FAULT)
  expect(byName(golden)).toEqual(byName(wanted))
  // The order of the checks, and of what stands in them.
  expect(JSON.stringify(golden.checks)).toBe(JSON.stringify(wanted.checks))
  expect(goldenText(name)).toBe(textOf(golden, usual))
})

/** Easier to compare by eye. */
const byName = ({ checks, ...rest }: Golden) => ({ ...rest, checks: Object.fromEntries(checks) })

test('what a check usually comes to says that nothing was found, and is that of some case', async () => {
  const usual = readUsual()
  const all = [...(await allNow()).values()].map(({ checks }) => Object.fromEntries(checks))
  expect(Object.keys(usual)).toEqual(order)
  for (const [name, outcome] of Object.entries(usual)) {
    if (outcome) expect({ name, silent: isSilent(outcome) }).toEqual({ name, silent: true })
    if (outcome) expect(all.map((checks) => checks[name])).toContainEqual(outcome)
  }
})

test('every status that a check can have is that of some case, and no other', async () => {
  const seen = new Map<string, Set<string>>()
  for (const [name, { status }] of [...(await allNow()).values()].flatMap(({ checks }) => checks))
    seen.set(name, (seen.get(name) ?? new Set()).add(status))
  const wanted = order.map((name) => [name, [...possibleStatuses(name)].toSorted()])
  expect(order.map((name) => [name, [...(seen.get(name) ?? [])].toSorted()])).toEqual(wanted)
})

test('at least sixty cases, each with a word on what it is', () => {
  expect(CASE_NAMES.length).toBeGreaterThanOrEqual(60)
  expect(CASE_NAMES.filter((name) => readCase(name).file.about.length < 10)).toEqual([])
})
