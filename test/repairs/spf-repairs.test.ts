import { afterAll, expect, test } from 'bun:test'
import { detailOf } from '../../src/core/check.ts'
import type { Change } from '../../src/core/fix.ts'
import type { Report } from '../../src/core/report.ts'
import { seeded } from '../fuzz/random.ts'
import { brokenPromises, changesOf, contradictions, inspected, plainZone, reportOf } from './offered.ts'
import { type PlainZone, pyspfAbsent, type Question, startPyspf } from './pyspf.ts'
import { addressesOf, DOMAIN, KINDS, type Scene, sceneOf } from './zones.ts'

/** `ZONES=10000 bun test test/repairs` is the long form. */
const ZONES = Number(process.env['ZONES'] ?? 120)
/** Doing what a plan says takes an analysis for each step. 8 and the number of kinds have no divisor in common. */
const PLANS_EVERY = 8
const SEED = Number(process.env['SEED'] ?? 20_261_122)

if (pyspfAbsent) console.warn(pyspfAbsent)
const python = pyspfAbsent ? undefined : startPyspf()
afterAll(() => python?.end())

/** What one scene offers, and from where. */
async function offersOf(scene: Scene, report: Report): Promise<{ from: string; changes: Change[] }[]> {
  const checks = await inspected(scene)
  const plan = report.plan ?? []
  const details = [...report.checks.map(detailOf), ...plan.map(({ says }) => ({ says }))]
  const all = [
    ...changesOf(report.checks),
    ...plan.flatMap((step) => step.changes).filter((one) => one.kind === 'dns'),
  ]
  expect(contradictions(details, all)).toEqual([])
  expect(contradictions(checks.map(detailOf), changesOf(checks))).toEqual([])
  const isSpf = (change: Change) =>
    change.kind === 'dns' && change.records.some((record) => record.startsWith('"v=spf1'))
  const steps = plan.map((_, index) => plan.slice(0, index + 1).flatMap(({ changes }) => changes))
  return [
    ...report.checks.map((check) => ({ from: `report ${check.name}`, changes: changesOf([check]) })),
    ...steps.map((changes, index) => ({ from: `plan ${index + 1}`, changes })),
    ...checks.map((check) => ({ from: `check ${check.name}`, changes: changesOf([check]) })),
  ].filter(({ changes }) => changes.some(isSpf))
}

/** A record that cannot be evaluated, as one record for each of its terms. */
function termsOf({ zone }: Scene): string[] {
  const texts = (zone[DOMAIN]?.TXT ?? []).map(String).filter((text) => /^v=spf1( |$)/i.test(text))
  return texts.flatMap((text) => text.split(' ').slice(1)).filter(Boolean)
}

interface Compared {
  scene: Scene
  offers: { from: string; changes: Change[] }[]
  hurt: string[]
}

async function compare(scene: Scene, number: number): Promise<Compared> {
  const report = await reportOf(scene)
  if (number % PLANS_EVERY === 0) expect(await brokenPromises(scene, report)).toEqual([])
  const offers = await offersOf(scene, report)
  if (offers.length === 0 || !python) return { scene, offers, hurt: [] }
  const addresses = addressesOf(scene)
  const plain = (text?: string) =>
    addresses.map((address): Question => (text ? [DOMAIN, address, text] : [DOMAIN, address]))
  const terms = termsOf(scene)
  const groups: [PlainZone, Question[]][] = [
    [plainZone(scene.zone), plain()],
    ...terms.map((term): [PlainZone, Question[]] => [plainZone(scene.zone), plain(`v=spf1 ${term}`)]),
    ...offers.map(({ changes }): [PlainZone, Question[]] => [plainZone(scene.zone, changes), plain()]),
  ]
  const [before = [], ...rest] = await python.ask(groups)
  const alone = rest.slice(0, terms.length)
  const hurt = offers.flatMap(({ from }, index) => {
    const after = rest[terms.length + index] ?? []
    const isMeant = (address: string) => address === scene.client && !from.startsWith('check')
    return addresses.flatMap((address, at) => {
      const [was = '', is = ''] = [before[at], after[at]]
      const counts =
        was === 'pass' || (was === 'permerror' && alone.some((results) => results[at] === 'pass'))
      const cut = counts && is !== 'pass'
      const isLetIn = is === 'pass' && ['fail', 'softfail', 'neutral'].includes(was) && !isMeant(address)
      return cut || isLetIn ? [`${from}: ${address} ${was} -> ${is}`] : []
    })
  })
  return { scene, offers, hurt }
}

test.skipIf(python === undefined)(
  'nobody is hurt by a record that is offered, by the word of another evaluator',
  async () => {
    const chance = seeded(SEED)
    const counts = new Map(
      Object.keys(KINDS).map((kind) => [kind, { zones: 0, report: 0, check: 0, unique: 0, met: 0 }]),
    )
    for (let number = 0; number < ZONES; number += 1) {
      const scene = sceneOf(chance, number)
      const { offers, hurt } = await compare(scene, number)
      if (hurt.length > 0) {
        console.error(JSON.stringify({ ...scene, hurt: hurt.slice(0, 6), offers }, null, 1))
        throw new Error(`somebody is hurt in zone ${number} (${scene.kind})`)
      }
      countIn(counts, scene, (from) => offers.some((one) => one.from.startsWith(from)))
    }
    console.log(tableOf(counts))
    const all = [...counts.values()]
    const unique = all.reduce((sum, count) => sum + count.unique, 0)
    expect(all.reduce((sum, count) => sum + count.met, 0) / unique).toBeGreaterThanOrEqual(0.95)
    for (const count of all) expect(count.zones / ZONES).toBeGreaterThanOrEqual(0.02)
  },
  3_600_000,
)

interface Count {
  zones: number
  report: number
  check: number
  unique: number
  met: number
}

function countIn(counts: ReadonlyMap<string, Count>, scene: Scene, isBy: (from: string) => boolean): void {
  const count = counts.get(scene.kind)
  if (!count) throw new Error(`no kind ${scene.kind}`)
  count.zones += 1
  count.report += Number(isBy('report'))
  count.check += Number(isBy('check'))
  count.unique += Number(scene.unique)
  count.met += Number(scene.unique && (isBy('report') || isBy('check')))
}

function tableOf(counts: ReadonlyMap<string, Count>): string {
  const lines = [...counts].map(
    ([kind, { zones, report, check }]) =>
      `  ${kind}: ${zones} zones, a record offered by report ${report}, by check ${check}`,
  )
  const sum = (key: keyof Count) => [...counts.values()].reduce((total, count) => total + count[key], 0)
  return [
    `${ZONES} zones, seed ${SEED}: a record was offered by the report in ${sum('report')}, by check in ${sum('check')};`,
    `  of ${sum('unique')} with one fault that one record fixes, in ${sum('met')}`,
    ...lines,
  ].join('\n')
}
