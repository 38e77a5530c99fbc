/**
 * What PostgreSQL costs and gives in place of SQLite: the store's work by one host over SQLite, and by one to three hosts over PostgreSQL, with
 * 1 ms of network between; and SQLite's own work beside that of the tree before there was a second engine. Each round measures all of them one
 * behind the other. All hosts and the server share the processors of one machine: three hosts show that they do not stand in each other's
 * way, not how much faster three machines are.
 * `bun bench/hosts.ts [--quick]`; `bun bench/hosts.ts 30`: what the queue's claims take over half an hour of even traffic, in whose
 * middle third somebody's query keeps old rows from being cleared away.
 */
import { analysedMessages } from './harness/filling.ts'
import type { Asked, Done, WorkName } from './harness/host-work.ts'
import type { Row } from './harness/rows.ts'
import { quantile } from './harness/stats.ts'
import { type Contender, openStage, rateOf, type Stage } from './harness/store-hosts.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'

/** The last commit without anything of PostgreSQL. */
const BEFORE = '91fe8ab7'
const FAR = true
const MS = 1000
const MINUTE = 60 * MS

interface Measure {
  work: WorkName
  what: string
  /** A rate, or the median of what each takes. */
  unit: '/s' | 'ms'
  /** How often in a whole run, over all hosts. */
  count: number
}

const rate = (work: WorkName, what: string, count: number): Measure => ({ work, what, unit: '/s', count })
const time = (work: WorkName, what: string, count: number): Measure => ({ work, what, unit: 'ms', count })

/** In this order, as each works on what those before it made. */
const MEASURES: readonly Measure[] = [
  rate('allocate-one', 'allocate, one account, 50 at once', 2000),
  rate('accept-50', 'accept 10 KB, durable, 50 sessions, one account', 2000),
  rate('claim', 'claim 8 at once, one account', 0),
  rate('finish-one', 'finish, 8 at once, one account', 0),
  rate('allocate-many', 'allocate, 40 accounts, 50 at once', 2000),
  rate('accept-1', 'accept 10 KB, durable, 1 session', 500),
  rate('accept-50', 'accept 10 KB, durable, 50 sessions, 40 accounts', 1500),
  rate('claim', 'claim 8 at once, 40 accounts', 0),
  rate('finish-many', 'finish, 8 at once, 40 accounts', 0),
  time('read-1', 'read a report, 3 queries, alone', 500),
  rate('read-50', 'read a report, 3 queries, 50 at once', 5000),
  rate('dmarc-load', 'keep DMARC records, 8 reports at once', 20_000),
  time('dmarc-summary', 'DMARC summary of 30 days', 20),
  time('dmarc-sources', 'DMARC sources of 30 days by address', 20),
  time('dmarc-reports', 'DMARC reports of 30 days, first page', 20),
]

/** Measured over messages of one account, and of many. */
const TWICE: readonly WorkName[] = ['accept-50', 'claim']

/** Values by contender and measure. */
type Values = Map<Contender, number[][]>

function figureOf(unit: Measure['unit'], done: readonly Done[]): number {
  return unit === '/s'
    ? rateOf(done)
    : quantile(
        done.flatMap(({ each }) => each),
        0.5,
      )
}

/** Two hosts that claim one message would analyse it twice. */
function mustBeOnce(done: readonly Done[]): void {
  const claimed = done.flatMap((one) => one.claimed)
  if (new Set(claimed).size !== claimed.length) throw new Error('A message was claimed by two hosts at once')
}

async function round(one: Contender, share: number, into: number[][] | undefined): Promise<void> {
  for (const [at, { work, unit, count }] of MEASURES.entries()) {
    const asked: Asked = { work, count: Math.ceil(count * share) }
    const done = await one.ask(asked)
    mustBeOnce(done)
    into?.[at]?.push(figureOf(unit, done))
  }
}

const emptyValues = () => MEASURES.map((): number[] => [])

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  say('having messages analysed')
  const stage = await openStage(await analysedMessages())
  try {
    return effort.given === undefined
      ? await measureAll(stage, effort, say)
      : await measureLong(stage, effort.given, say)
  } finally {
    await stage.stop()
  }
}

async function measureAll(stage: Stage, effort: Effort, say: (line: string) => void): Promise<Row[]> {
  const { near, far } = await stage.roundTrips()
  say(`SELECT 1: ${near.toFixed(2)} ms beside the server, ${far.toFixed(2)} ms with the network between`)
  const sqlite = await stage.sqlite()
  const before = await stage.sqliteOf(BEFORE)
  if (!before) say(`The repository does not have ${BEFORE}: SQLite before is left out`)
  const shared = [
    await stage.postgres(1, !FAR),
    await stage.postgres(1, FAR),
    await stage.postgres(2, FAR),
    await stage.postgres(3, FAR),
  ]
  const all = [sqlite, ...(before ? [before] : []), ...shared]
  const values: Values = new Map(all.map((one) => [one, emptyValues()]))
  const share = effort.pick(0.2, 1)
  // Programs are compiled and tables get their first rows.
  for (const one of all) await round(one, 0.2, undefined)
  for (let at = 0; at < effort.pick(2, 5); at += 1) {
    say(`round ${at + 1}`)
    // Whoever comes first has the machine at another moment in each round.
    for (const one of at % 2 === 0 ? all : all.toReversed()) await round(one, share, values.get(one))
  }
  const rows = rowsOf(values, sqlite, [...(before ? [before] : []), ...shared])
  await Promise.all(all.map((one) => one.stop()))
  return rows
}

const keyOf = (at: number, { work }: Measure) => {
  const isFirst = MEASURES.findIndex((one) => one.work === work) === at
  return TWICE.includes(work) ? `${work}-${isFirst ? 'one' : 'many'}` : work
}

function rowsOf(values: Values, sqlite: Contender, others: readonly Contender[]): Row[] {
  return MEASURES.flatMap((measured, at) => {
    const { what, unit } = measured
    const better: Row['better'] = unit === '/s' ? 'more' : 'less'
    const ofSqlite = values.get(sqlite)?.[at] ?? []
    return others.map((other): Row => {
      const ofOther = values.get(other)?.[at] ?? []
      const isBefore = other.name.startsWith('SQLite')
      const key = `hosts/${keyOf(at, measured)}/${other.name.replaceAll(/[^a-zA-Z0-9]+/g, '-')}`
      return {
        key,
        unit,
        better,
        what: `${what}: ${isBefore ? 'SQLite' : `PostgreSQL, ${other.name}`}`,
        ours: isBefore ? ofSqlite : ofOther,
        peer: isBefore ? { name: other.name, values: ofOther } : { name: 'SQLite', values: ofSqlite },
      }
    })
  })
}

const PER_SECOND = 20

interface Third {
  name: string
  claims: number[]
  deadRows: number
}

/** Claims of two hosts, by thirds of so many minutes. */
async function measureLong(stage: Stage, minutes: number, say: (line: string) => void): Promise<Row[]> {
  const hosts = await stage.postgres(2, FAR)
  const [counting, other] = [stage.look(hosts), stage.look(hosts)]
  const thirds: Third[] = []
  const third = async (name: string) => {
    say(name)
    const seconds = (minutes * MINUTE) / 3 / MS
    const done = await hosts.ask({ work: 'steady', count: PER_SECOND, seconds })
    const [counted] = await counting.unsafe(
      `SELECT sum(n_dead_tup)::int8 AS dead FROM pg_stat_user_tables WHERE relname IN ('messages', 'queue_makers')`,
    )
    thirds.push({
      name,
      claims: done.flatMap(({ each }) => each),
      deadRows: Number(counted?.dead ?? 0),
    })
  }
  await third('the first third')
  await other.begin('ISOLATION LEVEL REPEATABLE READ', async (held) => {
    await held.unsafe('SELECT count(*) FROM messages')
    await third('the second third, with a query that lasts')
  })
  await third('the last third')
  await Promise.all([counting.close(), other.close()])
  await hosts.stop()
  return longRows(thirds, minutes)
}

function longRows([first, ...later]: readonly Third[], minutes: number): Row[] {
  return later.flatMap(({ name, claims, deadRows }, at) =>
    [0.5, 0.99].map(
      (share): Row => ({
        key: `hosts/long-${at + 2}-${share}`,
        what: `a claim, ${share === 0.5 ? 'median' : 'p99'}, two hosts, ${PER_SECOND} messages a second for ${minutes} minutes, ${name}`,
        unit: 'ms',
        better: 'less',
        ours: [quantile(claims, share)],
        peer: { name: first?.name ?? '', values: [quantile(first?.claims ?? [], share)] },
        note: `${deadRows} dead rows at its end, ${first?.deadRows ?? 0} at that of the first`,
      }),
    ),
  )
}

/** Several hosts over one database. */
const hosts: Subject = { name: 'hosts', measure }
if (import.meta.main) await run(hosts)
