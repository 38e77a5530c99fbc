import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { DmarcEvent } from '../../../../src/core/event.ts'
import { tlsReportsOf } from '../../../../src/services/samples/dmarc-year/tls.ts'
import { DOMAINS, type KnownDomain } from './domains.ts'
import { EVENTS, wrongEvents } from './events.ts'
import { DAYS, FIRST, Post } from './run.ts'
import { mark, wrongSources } from './sources.ts'
import { Truth } from './truth.ts'
import { openYear, type YearWorld } from './world.ts'

// A year of twelve domains, day by day, takes a minute or two.
setDefaultTimeout(900_000)

/** Sources are compared on every so many days, readiness and events on each. */
const SOURCES_EVERY = 14
const DAY_MS = 86_400_000

interface Run {
  known: KnownDomain
  post: Post
  truth: Truth
  sources: string[]
  readiness: string[]
  events: string[]
  /** Verdicts that were given, by what they are. */
  verdicts: Record<string, number>
}

const runs: Run[] = DOMAINS.map((known) => ({
  known,
  post: new Post(known.scenario, known.begins),
  truth: new Truth(known, FIRST),
  sources: [],
  readiness: [],
  events: [],
  verdicts: {},
}))

let world: YearWorld

beforeAll(async () => {
  world = await openYear(DOMAINS)
  for (let day = FIRST; day <= FIRST + DAYS; day += 1) await turn(day)
  for (const { known, events, truth } of runs) {
    const told = (await world.told(known)).map(({ at, event }) => ({
      day: Math.floor(at.getTime() / DAY_MS) - FIRST,
      event: event as DmarcEvent,
    }))
    events.push(...wrongEvents(known.scenario.domain, told, truth.firstOf))
  }
})
afterAll(() => world.done())

/** A day: its reports come, and everything is asked. */
async function turn(day: number): Promise<void> {
  world.turnTo(day)
  for (const run of runs) {
    const reports = run.post.of(day)
    await Promise.all(reports.map((report) => world.put(run.known, report)))
    for (const report of reports) run.truth.came(report)
    await world.name(reports)
  }
  await putTls(day)
  for (const run of runs) await compare(run, day)
  await world.watch()
}

/** TLS reports of the day before, of the domain whose mail host has troubles. */
async function putTls(day: number): Promise<void> {
  const [known] = DOMAINS.filter(({ scenario }) => scenario.domain === 'web-broken.example')
  if (!known || day === FIRST) return
  const days = { first: FIRST, from: day - 1, to: day - 1 }
  for (const report of tlsReportsOf(known.scenario, days)) await world.putTls(known, report)
}

async function compare(run: Run, day: number): Promise<void> {
  const { known, truth, sources, readiness, verdicts } = run
  const at = day - FIRST
  if (known.marked?.from === at) expect(await mark(world, known, known.marked.sender, day)).toBe('changed')
  if (at % SOURCES_EVERY === 0)
    sources.push(...(await wrongSources(world, known, truth, day)).map((line) => `day ${at}: ${line}`))
  const told = await world.readiness(known)
  for (const [scope, part] of [
    ['p', 'itself'],
    ['sp', 'below'],
    ['np', 'missing'],
  ] as const) {
    const is = truth.readiness(day, part)
    for (const verdict of told.scopes.find((one) => one.scope === scope)?.verdicts ?? []) {
      const { policy, ready, missing } = verdict
      verdicts[`${scope} ${policy} ${ready}`] = (verdicts[`${scope} ${policy} ${ready}`] ?? 0) + 1
      if (ready === is[policy]) continue
      const why = missing.map(({ says }) => says).join(' ')
      readiness.push(`day ${at}: ${scope}=${policy} is ${ready} (${why}), in truth ${is[policy]}`)
    }
  }
}

describe.each(runs.map((run) => [run.known.scenario.domain, run] as const))('%s', (domain, run) => {
  test('every source is what it is', () => {
    expect(run.sources).toEqual([])
  })

  test('readiness is right on each day', () => {
    expect(run.readiness).toEqual([])
    expect(Object.values(run.verdicts).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(1_000)
  })

  test(`${EVENTS[domain]?.length} events are told, each once and on its day`, () => {
    expect(run.events).toEqual([])
  })
})

test('the year has verdicts of all kinds', () => {
  const all = new Set(runs.flatMap(({ verdicts }) => Object.keys(verdicts)))
  for (const policy of ['quarantine', 'reject'])
    for (const ready of ['yes', 'no', 'not_enough_data']) expect(all).toContain(`p ${policy} ${ready}`)
  for (const one of ['sp reject no', 'np reject yes', 'np reject not_enough_data']) expect(all).toContain(one)
})
