import { describe, expect, test } from 'bun:test'
import type { AggregateHead } from '../../../../src/core/aggregate/report.ts'
import { type Incoming, incomingOf } from '../../../../src/store/keeping/dmarc/incoming.ts'
import { expectRecount } from './recount.ts'
import { ACCOUNT, type Dice, dice, FIRST_DAY, type Recipe, report, type Scene, scene } from './scene.ts'

const DOMAINS = ['a.test', 'x.a.test', 'y.x.a.test', 'b.test', 'z.b.test']
const NOW = 1_800_000_000_000

interface Put {
  head: AggregateHead
  incoming: Incoming
  pieces: Uint8Array[]
  at: number
}

function recipe(random: Dice, pieces: number[]): Recipe {
  return {
    policyDomain: random.of(['a.test', 'x.a.test', 'b.test', 'c.test']),
    reporter: random.of(['Google', 'google', 'Yahoo  Inc.', 'Mail']),
    reportId: random.of(['1', '2']),
    day: FIRST_DAY + random.of([0, 1, 20, 45, 70]),
    variant: random.below(3),
    pieces,
  }
}

const SENDERS = [undefined, 'google.test', 'anybody.test']

function newPut(random: Dice, number: number, pieces: number[]): Put {
  const { head, pieces: packed } = report(recipe(random, pieces))
  const authenticated = random.chance(0.5)
  const sender = authenticated ? random.of(SENDERS) : undefined
  const incoming = incomingOf({
    uid: `dmr_${number}`,
    accountId: ACCOUNT,
    fileId: `file_${number}`,
    receivedAt: new Date(NOW + random.below(5)),
    authenticated,
    ...(sender !== undefined && { sender }),
    instead: random.chance(0.15),
    aggregate: { head, pieces: packed },
  })
  return { head, incoming, pieces: packed, at: 0 }
}

/** One step of each of some puts, in one write, which may be lost. Gives those that are done. */
function step({ run, restart }: Scene, puts: readonly Put[], random: Dice): Put[] {
  const isLost = random.chance(0.1)
  const calls = puts.map(({ incoming, pieces, at }) => ({
    incoming,
    piece: at,
    bytes: pieces[at] ?? new Uint8Array(),
  }))
  const answers = run(({ dmarc }) => dmarc.put(calls, NOW), isLost)?.steps
  if (isLost && random.chance(0.5)) restart()
  return puts.filter((put, index) => {
    const answer = answers?.[index]
    if (answer?.outcome === 'next') put.at = answer.piece
    return answer !== undefined && answer.outcome !== 'next'
  })
}

/** Some of what waits to be counted, or all. */
function count({ run }: Scene, most = Number.POSITIVE_INFINITY): void {
  for (let turn = 0; turn < most && !run(({ dmarc }) => dmarc.count())?.isAll; turn += 1);
}

/** Until nothing is left to do. */
function attribute({ run }: Scene, random: Dice, most = Number.POSITIVE_INFINITY): void {
  for (let turn = 0; turn < most; turn += 1) {
    if (!run(({ dmarc }) => dmarc.attributeAnew(1 + random.below(20), NOW))) return
  }
}

function changeDomain(stage: Scene, random: Dice): void {
  const domain = random.of(DOMAINS)
  const turn = random.below(4)
  if (turn === 0) stage.domains.delete(domain)
  else if (turn === 1) {
    attribute(stage, random)
    stage.domains.unverify(domain)
  } else {
    stage.domains.add(domain)
    stage.domains.verify(domain)
  }
}

const sizes = (random: Dice) =>
  Array.from({ length: random.of([1, 1, 1, 2, 4]) }, () => 1 + random.below(random.chance(0.03) ? 300 : 8))

/** Some of what may happen at once, in any order. */
function happen(stage: Scene, random: Dice, turn: number, { puts, past, hasAges }: Under): void {
  if (random.chance(0.45)) {
    const again = random.chance(0.25) && past.length > 0
    const put = again ? { ...random.of(past), at: 0 } : newPut(random, turn, sizes(random))
    past.push(put)
    puts.add(put)
  }
  const waiting = [...puts].filter(() => random.chance(0.7))
  const together = random.chance(0.5) ? waiting.length : 1
  for (let at = 0; at < waiting.length; at += together) {
    for (const put of step(stage, waiting.slice(at, at + together), random)) puts.delete(put)
  }
  // Whoever brought it may never come back.
  for (const put of [...puts]) if (random.chance(0.02)) puts.delete(put)
  if (random.chance(0.12)) changeDomain(stage, random)
  if (random.chance(0.3)) attribute(stage, random, 2)
  if (hasAges && random.chance(0.05)) {
    stage.run(({ dmarc }) => dmarc.deleteBefore(ACCOUNT, FIRST_DAY + random.below(60), 20))
  }
}

interface Under {
  puts: Set<Put>
  past: Put[]
  hasAges: boolean
}

function history(seed: number): void {
  const random = dice(seed)
  const stage = scene()
  for (const domain of DOMAINS.slice(0, 1 + random.below(5))) {
    stage.domains.add(domain)
    stage.domains.verify(domain)
  }
  const under: Under = { puts: new Set(), past: [], hasAges: random.chance(0.3) }
  for (let turn = 0; turn < 32; turn += 1) {
    happen(stage, random, turn, under)
    if (random.chance(0.2)) count(stage, 1 + random.below(3))
    if (turn % 11 === 10) expectRecount(stage.connection, under.hasAges)
  }
  for (const put of under.puts)
    for (let turn = 0; turn < 60 && step(stage, [put], random).length === 0; turn += 1);
  attribute(stage, random)
  expectRecount(stage.connection, under.hasAges)
  count(stage)
  expectRecount(stage.connection, under.hasAges)
  expectAtHome(stage)
  if (random.chance(0.2)) expectNothingLeft(stage)
}

interface Homed {
  headerFrom: string
  policy: string
  domain: string
  verified: number | null
}

/** Every record is with the closest verified domain, or with one that was and is closer than any. */
function expectAtHome({ all }: Scene): void {
  const verified = new Set(
    all<{ domain: string }>('SELECT domain FROM domains WHERE verified_at IS NOT NULL').map(
      ({ domain }) => domain,
    ),
  )
  const rows = all<Homed>(`SELECT h.text AS headerFrom, p.text AS policy, d.domain, e.verified_at AS verified
    FROM dmarc_records AS r JOIN dmarc_reports AS o ON o.no = r.report JOIN dmarc_domains AS d ON d.no = r.domain
    JOIN domains AS e ON e.id = d.domain_id JOIN dmarc_texts AS h ON h.no = r.header_from
    JOIN dmarc_texts AS p ON p.no = o.policy_domain`)
  expect(rows.length).toBe(all('SELECT 1 FROM dmarc_records').length)
  const homeOf = (name: string, also: string) => {
    for (let rest = name; rest !== ''; rest = rest.split('.').slice(1).join('.')) {
      if (verified.has(rest) || rest === also) return rest
    }
    return undefined
  }
  for (const { headerFrom, policy, domain } of rows) {
    const home = homeOf(headerFrom, domain) ?? homeOf(policy, domain)
    expect([headerFrom, policy, home ?? domain]).toEqual([headerFrom, policy, domain])
  }
}

/** With its account everything goes. */
function expectNothingLeft({ run, all, connection }: Scene): void {
  const { driver } = connection
  driver.prepare('UPDATE accounts SET deleted_at = 1, name = ?').run('gone')
  while (run(({ accounts }) => accounts.deleteRest(3)));
  const tables = all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'dmarc_%'",
  )
  const left = tables.filter(({ name }) => name !== 'dmarc_stamp' && all(`SELECT 1 FROM ${name}`).length > 0)
  expect(left).toEqual([])
}

describe('random histories of reports', () => {
  const seeds = Array.from({ length: 52 }, (_, block) => block)
  test.each(seeds)('sums are those of the records, block %d', (block) => {
    for (let seed = block * 5; seed < block * 5 + 5; seed += 1) {
      try {
        history(seed)
      } catch (cause) {
        throw new Error(`history ${seed}: ${cause instanceof Error ? cause.message : cause}`, { cause })
      }
    }
  })
})

describe('random reports with one key', () => {
  interface Known {
    content: string
    authenticated: boolean
    file: string
    uid: string
    replaced?: string
  }

  /** The rules of docs/dmarc.md, said once more. */
  function expected(kept: Map<string, Known>, { head, incoming }: Put): unknown {
    const { uid, fileId, authenticated, instead } = incoming
    const key = JSON.stringify([
      head.policyDomain,
      head.orgName.toLowerCase().replace(/\s+/g, ' '),
      head.reportId,
      head.begin,
      head.end,
    ])
    const known = kept.get(key)
    const content = head.contentHash
    if (known?.content === content) {
      known.authenticated ||= authenticated
      const replacedFile = known.replaced
      return known.file === fileId
        ? { outcome: 'stored', uid: known.uid, ...(replacedFile !== undefined && { replacedFile }) }
        : { outcome: 'duplicate', uid: known.uid }
    }
    const takes = !known || instead || (authenticated && !known.authenticated)
    if (!takes) return { outcome: 'conflict', uid: known.uid }
    kept.set(key, { content, authenticated, file: fileId, uid, ...(known && { replaced: known.file }) })
    return { outcome: 'stored', uid, ...(known && { replacedFile: known.file }) }
  }

  test.each(Array.from({ length: 40 }, (_, seed) => seed))('history %d', (seed) => {
    const random = dice(1000 + seed)
    const stage = scene()
    for (const domain of ['a.test', 'b.test', 'c.test']) {
      stage.domains.add(domain)
      stage.domains.verify(domain)
    }
    const kept = new Map<string, Known>()
    const past: Put[] = []
    for (let turn = 0; turn < 40; turn += 1) {
      const put =
        random.chance(0.3) && past.length > 0 ? random.of(past) : newPut(random, turn, sizes(random))
      past.push(put)
      const answer = wholePut(stage, put, random)
      expect<unknown>(answer).toEqual(expected(kept, put))
    }
    count(stage)
    expectRecount(stage.connection, false)
    const rows = stage.all<{ uid: string; authenticated: number }>(
      'SELECT uid, authenticated FROM dmarc_reports',
    )
    const model = [...kept.values()].map(({ uid, authenticated }) => ({
      uid,
      authenticated: authenticated ? 1 : 0,
    }))
    const byUid = (a: { uid: string }, b: { uid: string }) => (a.uid < b.uid ? -1 : 1)
    expect(rows.toSorted(byUid)).toEqual(model.toSorted(byUid))
  })

  function wholePut({ run, restart }: Scene, { incoming, pieces }: Put, random: Dice) {
    for (let piece = 0; ; ) {
      const isLost = random.chance(0.1)
      const bytes = pieces[piece] ?? new Uint8Array()
      const answer = run(({ dmarc }) => dmarc.put([{ incoming, piece, bytes }], NOW).steps[0], isLost)
      if (isLost && random.chance(0.5)) restart()
      if (!answer) piece = 0
      else if (answer.outcome === 'next') piece = answer.piece
      else return answer
    }
  }
})
