import { expect, test } from 'bun:test'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../../src/core/mail-test.ts'
import type { ReportedRecord } from '../../../../src/store/aggregates.ts'
import type { Store } from '../../../../src/store/store.ts'
import { account, random as anyBytes, later, THEN } from '../../../support/builders.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'
import { type HistoryModel, historyModel, type Sent } from './history-model.ts'
import { type Dice, dice, FIRST_DAY, type Recipe, report } from './recipes.ts'

const NAMES = ['a.test', 'x.a.test', 'y.x.a.test', 'b.test', 'z.b.test']
const ALL = { from: FIRST_DAY - 10, to: FIRST_DAY + 200 }
const TURNS = 30

interface Stage {
  store: Store
  accountId: string
  model: HistoryModel
  random: Dice
  /** Every domain that was ever verified. */
  ids: string[]
  past: Sent[]
  sent: number
  hadAges: boolean
}

interface Histories {
  seeds: { from: number; count: number }
  /** Counts what the engine keeps beside records. */
  recount(accountId: string, hadAges: boolean): Promise<void>
}

/** Histories of reports that come, come again and go, and of domains, told as a model of the rules tells them. */
export function dmarcHistoryContract(
  store: TheStore,
  { seeds = { from: 0, count: 10 }, recount }: Partial<Histories> = {},
): void {
  test.each(Array.from({ length: seeds.count }, (_, at) => seeds.from + at))('history %d', async (seed) => {
    const one = account()
    await store().accounts.create(one)
    const random = dice(4000 + seed)
    const stage: Stage = {
      store: store(),
      accountId: one.id,
      model: historyModel(),
      random,
      ids: [],
      past: [],
      sent: 0,
      hadAges: false,
    }
    for (const name of NAMES.slice(0, 1 + random.below(3))) await verify(stage, name)
    for (let turn = 0; turn < TURNS; turn += 1) {
      await happen(stage)
      if (turn % 10 === 9) {
        await expectTold(stage)
        await recount?.(one.id, stage.hadAges)
      }
    }
  })
}

async function happen(stage: Stage): Promise<void> {
  const { random } = stage
  const turn = random.below(20)
  if (turn < 2) await changeDomain(stage)
  else if (turn < 3) await age(stage)
  else if (turn < 6) await putTogether(stage)
  else await putOne(stage, random.chance(0.35) && stage.past.length > 0 ? again(stage) : fresh(stage))
}

/** One of few keys, with some of few contents. */
function recipe(random: Dice): Recipe {
  const pieces = Array.from({ length: random.of([1, 1, 1, 2, 4]) }, () => 1 + random.below(8))
  return {
    policyDomain: random.of(['a.test', 'x.a.test', 'b.test', 'c.test']),
    reporter: random.of(['Google', 'google', 'Yahoo  Inc.', 'Mail']),
    reportId: random.of(['1', '2']),
    day: FIRST_DAY + random.of([0, 1, 20, 45]),
    variant: random.below(3),
    pieces,
  }
}

function sentOf(stage: Stage, of: Recipe): Sent {
  const { head, pieces, records, results } = report(of)
  const { random, accountId } = stage
  stage.sent += 1
  let [piece, left] = [0, of.pieces[0] ?? 0]
  return {
    records: records.map((record) => {
      while (left === 0) left = of.pieces[++piece] ?? 1
      left -= 1
      return { ...record, results: results[piece]?.[record.results] ?? { dkim: [], spf: [], reasons: [] } }
    }),
    report: {
      accountId,
      fileId: crypto.randomUUID(),
      uid: `dmr_${crypto.randomUUID()}`,
      receivedAt: later(stage.sent),
      authenticated: random.chance(0.5),
      instead: random.chance(0.15),
      aggregate: { head, pieces },
    },
  }
}

const fresh = (stage: Stage): Sent => sentOf(stage, recipe(stage.random))

/** The same file, or the same report in another one. */
function again({ random, past }: Stage): Sent {
  const { report: was, records } = random.of(past)
  if (random.chance(0.4)) return { report: was, records }
  const [fileId, uid] = [crypto.randomUUID(), `dmr_${crypto.randomUUID()}`]
  return { report: { ...was, fileId, uid, authenticated: random.chance(0.6) }, records }
}

async function putOne(stage: Stage, sent: Sent): Promise<void> {
  stage.past.push(sent)
  const expected = stage.model.put(sent)
  expect<unknown>(await stage.store.aggregates.put(sent.report)).toEqual(expected)
}

/** Reports of other keys than each other's, at once. */
async function putTogether(stage: Stage): Promise<void> {
  const all = Array.from({ length: 2 + stage.random.below(6) }, (_, at) => {
    const of = recipe(stage.random)
    return sentOf(stage, { ...of, reportId: `together ${stage.sent} ${at}` })
  })
  const expected = all.map((sent) => stage.model.put(sent))
  stage.past.push(...all)
  const told = await Promise.all(all.map(({ report: one }) => stage.store.aggregates.put(one)))
  expect<unknown>(told).toEqual(expected)
}

async function age(stage: Stage): Promise<void> {
  const { store, accountId, model, random } = stage
  stage.hadAges = true
  const before = FIRST_DAY + random.of([1, 5, 30])
  while ((await store.aggregates.deleteBefore(accountId, before, 1 + random.below(9))) > 0);
  model.deleteBefore(before)
}

async function changeDomain(stage: Stage): Promise<void> {
  const { store, accountId, model, random } = stage
  const name = random.of(NAMES)
  const id = model.domains.get(name)
  if (id === undefined) await verify(stage, name)
  else {
    await store.domains.delete(accountId, id, said('domain.deleted', { accountId }))
    model.delete(name)
  }
  while ((await store.aggregates.attributeAnew(1 + random.below(12))) > 0);
}

async function verify({ store, accountId, model, ids }: Stage, domain: string): Promise<void> {
  const about = { accountId, target: domain }
  const id = crypto.randomUUID()
  const entry = newEntry({ id, accountId, domain, token: tokenFrom(anyBytes), createdAt: THEN })
  await store.domains.add(entry, { verified: 100, unverified: 100 }, said('domain.added', about))
  const entries = { verified: said('domain.verified', about), unverified: said('domain.unverified', about) }
  await store.domains.looked(id, { state: 'found', at: later(1) }, { verified: 100, later: 0, entries })
  model.verify(domain, id)
  ids.push(id)
}

const sorted = (all: readonly object[]) => all.map((one) => JSON.stringify(one, inOrder)).sort()

/** Keys of objects in one order. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const toldRecord = ({ report: { uid, authenticated }, record }: ReportedRecord) => ({
  uid,
  authenticated,
  record,
})

/** Of every domain that is or was verified. */
async function expectTold({ store, model, ids }: Stage): Promise<void> {
  for (const id of ids) {
    const expected = model.of(id)
    const { aggregates } = store
    const { records } = await aggregates.records(id, ALL, { limit: 100_000 })
    expect(sorted(records.map(toldRecord))).toEqual(sorted(expected.records))
    const { reports } = await aggregates.reports(id, ALL, { limit: 1000, offset: 0 })
    const slices = reports.map(({ uid, fileId, authenticated, day, records: count, messages, pass }) => ({
      uid,
      fileId,
      authenticated,
      day,
      records: count,
      messages,
      pass,
    }))
    expect(sorted(slices)).toEqual(sorted(expected.reports))
    const query = { groupBy: 'ip', sort: 'messages', limit: 1000, offset: 0 } as const
    const { sources } = await aggregates.sources(id, ALL, query)
    const days = sources.map(({ ip = '', firstSeen, lastSeen }) => ({ ip, firstSeen, lastSeen }))
    expect(sorted(days)).toEqual(sorted(expected.sources))
    expect((await aggregates.summary(id, ALL)).messages).toBe(
      expected.reports.reduce((sum, { messages }) => sum + messages, 0),
    )
  }
}
