import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Budget, MINUTE, type Rate, rateOf, SECOND, takeSlot } from '../../../src/core/access/rate.ts'
import type { SharedStore } from '../../../src/store/postgres/open.ts'
import { addressOf } from '../../../src/store/postgres/wire/address.ts'
import { testClock } from '../../support/clock.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'
import { silentProxy } from '../../support/silent-proxy.ts'
import { until } from '../../support/until.ts'

const SEED = Number(process.env['SEED'] ?? 11)

/** Numbers from 0 to 1 that are the same at each run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

describe.skipIf(postgresMissing !== undefined)('what hosts share', () => {
  const clock = testClock()
  let opened: TestPostgres
  let one: SharedStore
  let two: SharedStore
  beforeAll(async () => {
    opened = await testPostgres({ clock })
    one = opened.store
    two = await opened.another()
  })
  afterAll(() => opened.done())

  test('a name is one start’s, until it leaves or was not seen for long', async () => {
    const first = { name: 'mx1', start: 'a', program: '1.2.0' }
    const again = { ...first, start: 'b' }
    expect(await one.hosts.enter(first)).toBe('entered')
    expect(await two.hosts.enter(again)).toBe('taken')
    expect(await two.hosts.enter({ ...again, name: 'mx2' })).toBe('entered')
    expect((await one.hosts.list()).map(({ name }) => name)).toEqual(['mx1', 'mx2'])
    clock.advance(20_000)
    expect(await one.hosts.alive(first)).toBe('alive')
    clock.advance(20_000)
    expect((await two.hosts.list()).map(({ name }) => name)).toEqual(['mx1'])
    expect(await two.hosts.enter(again)).toBe('taken')
    clock.advance(20_000)
    expect(await two.hosts.enter(again)).toBe('entered')
    expect(await one.hosts.alive(first)).toBe('taken')
    await one.hosts.leave(first)
    expect(await two.hosts.alive(again)).toBe('alive')
    await two.hosts.leave(again)
    expect(await one.hosts.enter(first)).toBe('entered')
    await one.hosts.leave(first)
  })

  test('of many starts of one name one enters', async () => {
    const starts = Array.from({ length: 20 }, (_, at) => ({
      name: 'same',
      start: String(at),
      program: '1.0.0',
    }))
    const answers = await Promise.all(starts.map((start, at) => (at % 2 ? one : two).hosts.enter(start)))
    expect(answers.filter((answer) => answer === 'entered')).toHaveLength(1)
  })

  test('a host with another key than secrets are sealed with does not enter', async () => {
    await opened.query(`INSERT INTO sealing_key ("only", key_id) VALUES (1, 'first')`)
    const host = { name: 'keys', start: 'a', program: '1.2.0' }
    expect(await one.hosts.enter(host)).toBe('other_key')
    expect(await one.hosts.enter({ ...host, keyIds: ['second'] })).toBe('other_key')
    expect(await one.hosts.enter({ ...host, keyIds: ['first', 'next'] })).toBe('entered')
    await opened.query('DELETE FROM sealing_key')
  })

  test('a host tells which keys it has, and one that did not leave is missing until it is forgotten', async () => {
    const host = { name: 'holder', start: 'a', program: '1.2.0', keyIds: ['first'] }
    const seen = async (which: 'list' | 'missing') =>
      (await two.hosts[which]()).find(({ name }) => name === 'holder')?.keyIds
    expect(await one.hosts.enter(host)).toBe('entered')
    expect(await seen('list')).toEqual(['first'])
    expect(await one.hosts.alive({ ...host, keyIds: ['first', 'second'] })).toBe('alive')
    expect(await seen('list')).toEqual(['first', 'second'])
    await two.hosts.forget('holder')
    expect(await seen('missing')).toBeUndefined()
    clock.advance(40_000)
    expect(await seen('list')).toBeUndefined()
    expect(await seen('missing')).toEqual(['first', 'second'])
    await two.hosts.forget('holder')
    expect(await seen('missing')).toBeUndefined()
    // As a program before this column wrote it.
    await opened.query(
      `INSERT INTO hosts (name, start, program, started_at, seen_at) VALUES ('holder', 'a', '0.1.0', 0, 0)`,
    )
    expect((await two.hosts.missing()).find(({ name }) => name === 'holder')).toEqual({
      name: 'holder',
      program: '0.1.0',
      startedAt: new Date(0),
      seenAt: new Date(0),
    })
    await two.hosts.forget('holder')
  })

  test('a host is too old once the database needs a newer program', async () => {
    const host = { name: 'old', start: 'a', program: '1.2.0' }
    expect(await one.hosts.enter(host)).toBe('entered')
    await opened.query(`UPDATE mailgauge SET oldest_program = '1.10.0'`)
    expect(await one.hosts.alive(host)).toBe('too_old')
    expect(await one.hosts.enter({ ...host, name: 'older' })).toBe('too_old')
    expect((await one.hosts.list()).map(({ name }) => name)).not.toContain('older')
    expect(await one.hosts.enter({ ...host, name: 'newer', program: '1.10.0' })).toBe('entered')
    await one.hosts.leave({ ...host, name: 'newer' })
    await opened.query(`UPDATE mailgauge SET oldest_program = '0.1.0'`)
    expect(await one.hosts.alive(host)).toBe('alive')
  })

  test('a limit gives what core gives, over random steps on two hosts', async () => {
    const next = random(SEED)
    const rates: Rate[] = [
      rateOf(10, MINUTE, 3),
      rateOf(60, MINUTE, 0),
      rateOf(2, SECOND, 20),
      rateOf(1, 60 * MINUTE, 2),
    ]
    const budgets = new Map<string, Budget>()
    for (let step = 0; step < 2000; step++) {
      const who = `net${Math.floor(next() * 4)}`
      const rate = rates[Math.floor(next() * rates.length)]!
      if (next() < 0.7) clock.advance(Math.floor(next() ** 4 * 40_000))
      if (next() < 0.01) clock.advance(-Math.floor(next() * 90_000))
      const expected = takeSlot(budgets.get(who), clock.now().getTime() * 1000, rate)
      const { limits } = next() < 0.5 ? one : two
      if (next() < 0.2) expect(await limits.peek('steps', who, rate)).toEqual(expected.slot)
      else {
        budgets.set(who, expected.budget)
        expect(await limits.take('steps', who, rate)).toEqual(expected.slot)
      }
    }
  })

  test('of many at once on two hosts exactly the burst and one are let in', async () => {
    const rate = rateOf(1, 60 * MINUTE, 29)
    const slots = await Promise.all(
      Array.from({ length: 200 }, (_, at) => (at % 2 ? one : two).limits.take('crowd', 'net', rate)),
    )
    expect(slots.filter(({ admitted }) => admitted)).toHaveLength(30)
  })

  test('units count as so many, and what is given back can be taken again', async () => {
    const rate = rateOf(60, 60 * MINUTE, 9)
    expect(await one.limits.take('units', 'a', rate, 4)).toMatchObject({ admitted: true, remaining: 6 })
    expect(await two.limits.peek('units', 'a', rate)).toMatchObject({ admitted: true, remaining: 5 })
    expect(await two.limits.take('units', 'a', rate, 20)).toMatchObject({ admitted: true, remaining: 0 })
    expect(await one.limits.peek('units', 'a', rate)).toMatchObject({ admitted: false })
    await one.limits.refund('units', 'a', rate, 20)
    expect(await two.limits.take('units', 'a', rate)).toMatchObject({ admitted: true, remaining: 5 })
  })

  test('budgets that are whole again are forgotten', async () => {
    const rate = rateOf(60, MINUTE, 0)
    await one.limits.take('old', 'a', rate)
    clock.advance(3 * 24 * 60 * 60_000)
    await one.limits.take('new', 'a', rate)
    while ((await one.limits.forget(3)) > 0);
    expect(await opened.query('SELECT key FROM limits')).toEqual([{ key: 'new a' }])
  })

  function following(store: SharedStore) {
    const heard: string[] = []
    let gaps = 0
    const stop = store.changes.follow({
      heard: ({ token, change }) => heard.push(`${token} ${change}`),
      gap: () => {
        gaps += 1
      },
    })
    return { heard, stop, gaps: () => gaps }
  }

  /** Until one host hears the other. */
  async function hears(from: SharedStore, at: { heard: string[] }): Promise<void> {
    await until(async () => {
      from.changes.tell({ token: 'is it there', change: 'x' })
      return at.heard.includes('is it there x')
    })
  }

  test('a host hears what others tell, and not what it tells itself', async () => {
    const [atOne, atTwo] = [following(one), following(two)]
    await hears(one, atTwo)
    await hears(two, atOne)
    for (let at = 0; at < 50; at++) one.changes.tell({ token: `t${at}`, change: 'received' })
    await until(async () => atTwo.heard.includes('t49 received'))
    expect(atTwo.heard.filter((told) => told.startsWith('t'))).toEqual(
      Array.from({ length: 50 }, (_, at) => `t${at} received`),
    )
    expect(atOne.heard.filter((told) => told.startsWith('t'))).toEqual([])
    atOne.stop()
    atTwo.stop()
    one.changes.tell({ token: 'late', change: 'x' })
    const after = following(two)
    await hears(one, after)
    expect(atTwo.heard).not.toContain('late x')
    after.stop()
  })

  test('too much to be told is a gap', async () => {
    const atTwo = following(two)
    await hears(one, atTwo)
    const before = atTwo.gaps()
    for (let at = 0; at < 5000; at++) one.changes.tell({ token: `many${at}`, change: 'received' })
    await until(async () => atTwo.gaps() > before)
    await opened.query(
      `SELECT pg_notify('mailgauge_changes', 'no JSON'), pg_notify('mailgauge_changes', '[1]')`,
    )
    await hears(one, atTwo)
    atTwo.stop()
  })

  test('a connection that breaks or falls silent is a gap, and changes are heard again', async () => {
    const proxy = silentProxy(Number(new URL(opened.url).port))
    const url = Object.assign(new URL(opened.url), { port: String(proxy.port) }).href
    const third = await opened.another({ address: addressOf({ url, tls: 'disable' }), beatMs: 100 })
    const heard = following(third)
    await hears(one, heard)
    const begun = heard.gaps()
    await opened.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    )
    await until(async () => heard.gaps() > begun)
    const broken = heard.gaps()
    heard.heard.length = 0
    await hears(one, heard)
    proxy.silence()
    await Bun.sleep(400)
    proxy.resume()
    await until(async () => heard.gaps() > broken)
    heard.heard.length = 0
    await hears(one, heard)
    heard.stop()
    proxy.stop()
  })

  test('the time is the database’s', async () => {
    const real = await testPostgres({ clock: undefined })
    const [row] = await real.query<{ now: number }>('SELECT mailgauge_now()::float8 AS now')
    expect(Math.abs(real.store.now().getTime() - (row?.now ?? 0))).toBeLessThan(5000)
    expect(await real.store.leases.take('work', 'a/1', 60_000)).toBe(true)
    expect(await real.store.leases.take('work', 'b/1', 60_000)).toBe(false)
    await real.done()
  })
})
