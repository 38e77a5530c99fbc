import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { dayOf } from '../../../src/core/kept/day.ts'
import type { Claim } from '../../../src/store/claims.ts'
import type { Store } from '../../../src/store/store.ts'
import { account, check, DAY, mailTest, newMessage, ROOMY, report, THEN } from '../../support/builders.ts'
import { waiting } from '../../support/claiming.ts'
import { envelope } from '../../support/envelope.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'

const scored = (score: number, more: { fromDomain?: string; failed?: string[] } = {}) => {
  const checks = (more.failed ?? []).map((name) => check(name, { status: 'failed' }))
  return {
    status: 'scored' as const,
    report: report({ score, checks }),
    evidence: {},
    repeatAfterMs: 0,
    ...(more.fromDomain !== undefined && { fromDomain: more.fromDomain }),
  }
}

describe.skipIf(postgresMissing !== undefined)('analyses that end on several hosts', () => {
  let opened: TestPostgres
  let one: Store
  let other: Store

  beforeAll(async () => {
    opened = await testPostgres()
    one = opened.store
    other = await opened.another()
  })
  afterAll(() => opened.done())

  async function owner() {
    const made = account()
    await one.accounts.create(made)
    return made.id
  }
  async function received(accountId: string, receivedAt = THEN) {
    const made = mailTest({ accountId })
    await one.mailTests.allocate({ test: made })
    const message = newMessage(made.token, { envelope: envelope({ receivedAt }) })
    await one.messages.accept([message], ROOMY)
    return { id: message.id, token: made.token }
  }
  async function claimed(holder: string): Promise<Claim[]> {
    const all: Claim[] = []
    for (let more = true; more; ) {
      const some = await one.messages.claim({ holder, leaseMs: 60_000, limit: 1000, places: 100_000 })
      all.push(...some)
      more = some.length > 0
    }
    return all
  }

  test('one claim ends one analysis, whoever says so', async () => {
    const accountId = await owner()
    const { id, token } = await received(accountId)
    const claim = (await claimed('host/one')).find((own) => own.id === id)
    if (!claim) throw new Error('It is not due.')
    const answers = await Promise.all(
      [one, other, one, other].map((store, at) => store.messages.finish(claim, scored(at + 1))),
    )
    expect(answers.toSorted()).toEqual(['finished', 'lost', 'lost', 'lost'])
    const events = (await other.outbox.behind(crypto.randomUUID(), 10_000)).filter(
      ({ payload }) => 'token' in payload && payload.token === token,
    )
    expect(events).toHaveLength(1)
    expect(await one.history.counts(accountId, { since: 0 })).toMatchObject([{ scored: 1 }])
  })

  test('of reports that take the place of one, one does', async () => {
    const { id } = await received(await owner())
    const claim = (await claimed('host/one')).find((own) => own.id === id)
    if (!claim) throw new Error('It is not due.')
    await one.messages.finish(claim, scored(5))
    const next = (score: number) => ({ revision: 0, report: report({ score }), evidence: {} })
    const answers = await Promise.all(
      [one, other, one, other].map((store, at) => store.messages.replaceReport(id, next(at + 1))),
    )
    expect(answers.toSorted()).toEqual(['changed', 'changed', 'changed', 'replaced'])
  })

  async function forget(store: Store, before: number): Promise<void> {
    while ((await store.history.deleteBefore(before, 3)) > 0);
  }

  test('counts are those of the rows, whatever ends and is forgotten at once', async () => {
    const accountId = await owner()
    const domains = ['a.example', 'b.example', undefined]
    const failed = [['spf'], ['dkim', 'spf'], []]
    const today = dayOf(THEN.getTime())
    const messages = await Promise.all(
      Array.from({ length: 40 }, (_, at) => received(accountId, new Date(THEN.getTime() - (at % 4) * DAY))),
    )
    for (let round = 0; round < 4; round++) {
      const claims = (await claimed('host/one')).filter(({ id }) => messages.some((own) => own.id === id))
      const ends = claims.map((claim, at) => {
        const place = (at + round) % 3
        const domain = domains[place]
        const outcome = scored(at % 10, {
          failed: failed[place] ?? [],
          ...(domain && { fromDomain: domain }),
        })
        return (at % 2 === 0 ? one : other).messages.finish(claim, outcome)
      })
      const answers = await Promise.all([Promise.all(ends), forget(other, today - 2), forget(one, today - 1)])
      expect(answers[0]).toEqual(claims.map(() => 'finished'))
    }
    for (const domain of [undefined, 'a.example', 'b.example']) {
      const { rows } = await one.history.rows(accountId, { limit: 1000 })
      const own = rows.filter((row) => domain === undefined || row.domain === domain)
      const counts = await other.history.counts(accountId, { since: 0, ...(domain && { domain }) })
      const days = [...new Set(own.map(({ receivedAt }) => dayOf(receivedAt.getTime())))].toSorted()
      expect(counts.map(({ day, scored: of, checks }) => ({ day, of, spf: checks['spf'] ?? 0 }))).toEqual(
        days.map((day) => {
          const ofDay = own.filter(({ receivedAt }) => dayOf(receivedAt.getTime()) === day)
          const spf = ofDay.filter(({ failedChecks }) => failedChecks.includes('spf')).length
          return { day, of: ofDay.length, spf }
        }),
      )
    }
    await forget(one, today + 1)
    expect((await one.history.rows(accountId, { limit: 1000 })).rows).toEqual([])
    expect(await one.history.counts(accountId, { since: 0 })).toEqual([])
  })

  test('an event whose transaction ends late is told all the same, behind those that were told before', async () => {
    const consumer = crypto.randomUUID()
    const all = async (store: Store) =>
      (await store.outbox.behind(consumer, 10_000)).map(({ subject }) => subject)
    await one.outbox.advance(consumer, (await one.outbox.behind(consumer, 10_000)).at(-1)?.id ?? 0)
    const event = (subject: string) =>
      `INSERT INTO outbox (type, subject, payload, at) VALUES ('test.scored', '${subject}', '{}', 0)`
    const client = new SQL(opened.url, { max: 1 })
    const slow = await client.reserve()
    await slow.unsafe('BEGIN')
    await slow.unsafe(event('late'))
    await opened.query(event('early'))
    expect(await all(one)).toEqual(['early'])
    await one.outbox.advance(consumer, (await one.outbox.behind(consumer, 10_000)).at(-1)?.id ?? 0)
    await slow.unsafe('COMMIT')
    expect(await all(other)).toEqual(['late'])
    slow.release()
    await client.close()
  })

  test('whoever reads events at once reads them in one order, each once', async () => {
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    const writing = Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        opened.query(
          `INSERT INTO outbox (type, subject, payload, at) VALUES ('test.scored', 'of ${first} ${at}', '{}', 0)`,
        ),
      ),
    )
    async function readAll(store: Store, consumer: string) {
      const seen: number[] = []
      while (seen.length < 200) {
        const events = await store.outbox.behind(consumer, 7)
        seen.push(...events.filter(({ subject }) => subject.startsWith(`of ${first}`)).map(({ id }) => id))
        const last = events.at(-1)
        if (last) await store.outbox.advance(consumer, last.id)
      }
      return seen
    }
    const [seen, again] = await Promise.all([readAll(one, first), readAll(other, second), writing])
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(again).toEqual(seen)
    expect(new Set(seen).size).toBe(200)
  })

  test('letters that the database refuses keep no report out', async () => {
    const { id, token } = await received(await owner())
    const claim = (await claimed('host/one')).find((own) => own.id === id)
    if (!claim) throw new Error('It is not due.')
    const headline = { from: 'a\0b \ud800 <a@example.org>', date: '', subject: '\udc00\0\u{1F4E7}' }
    const outcome = {
      ...scored(7),
      report: report({ headline }),
      content: 'a\0b',
      evidence: { text: '\0' },
    }
    expect(await one.messages.finish(claim, outcome)).toBe('finished')
    expect((await other.messages.report(token))?.report?.headline).toEqual(headline)
    expect(await other.messages.content(id)).toBe('a\0b')
    expect(await other.messages.evidence(id)).toEqual({ text: '\0' })
    const failing = await received(await owner())
    const next = (await claimed('host/one')).find((own) => own.id === failing.id)
    if (!next) throw new Error('It is not due.')
    expect(await one.messages.finish(next, { status: 'failed', reason: 'a\0b' })).toBe('finished')
    const { message } = (await one.messages.report(failing.token)) ?? {}
    expect(message?.outcome).toEqual({ status: 'failed', reason: 'a\ufffdb' })
  })

  test('nothing is due that ended', async () => {
    const claims = await claimed('host/last')
    await Promise.all(claims.map((claim) => one.messages.finish(claim, { status: 'failed', reason: 'no' })))
    expect(await waiting(one)).toEqual([])
  })
})
