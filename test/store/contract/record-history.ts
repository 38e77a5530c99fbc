import { expect, test } from 'bun:test'
import { newEntry } from '../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../src/core/mail-test.ts'
import type { SeenRecords } from '../../../src/core/watching/records.ts'
import {
  MOST_EARLIER,
  MOST_PLACES,
  MOST_VERSIONS,
  type RecordLook,
} from '../../../src/store/watching/record-history.ts'
import { account, later, random, THEN } from '../../support/builders.ts'
import { entry as said } from '../../support/people.ts'
import type { TheStore } from '../contract.ts'

const HOUR = 3_600_000
const DMARC = { record: 'dmarc', name: '_dmarc.example.org' } as const
const says = (...values: string[]): SeenRecords => ({ ...DMARC, values })
const NONE = 'v=DMARC1; p=none'
const REJECT = 'v=DMARC1; p=reject'

export function recordHistoryContract(store: TheStore): void {
  const history = () => store().recordHistory

  async function accountMade() {
    const one = account()
    await store().accounts.create(one)
    return one.id
  }

  async function looked(id: string, accountId: string, isFound: boolean, at: Date) {
    const entries = {
      verified: said('domain.verified', { accountId }),
      unverified: said('domain.unverified', { accountId }),
    }
    const seen = isFound ? ({ state: 'found' } as const) : ({ state: 'absent', seconds: 60 } as const)
    return store().domains.looked(id, { ...seen, at }, { verified: 10, later: 0, entries })
  }

  async function verified(domain = 'example.org', accountId?: string) {
    const of = accountId ?? (await accountMade())
    const id = crypto.randomUUID()
    const made = newEntry({ id, accountId: of, domain, token: tokenFrom(random), createdAt: THEN })
    await store().domains.add(made, { verified: 10, unverified: 10 }, said('domain.added', { accountId: of }))
    await looked(id, of, true, THEN)
    return { owner: { domainId: id }, id, accountId: of, domain }
  }

  const look = (at: Date, seen: readonly SeenRecords[], changes: Partial<RecordLook> = {}): RecordLook => ({
    at,
    domain: 'example.org',
    seen,
    state: '{}',
    dueAt: new Date(at.getTime() + 4 * HOUR),
    tells: true,
    ...changes,
  })
  const dueOf = async (now: Date, leave: readonly string[] = []) =>
    (await history().due(now, 'domains', { limit: 10_000, leave })).map(({ owner }) =>
      'domainId' in owner ? owner.domainId : '',
    )
  const events = async (subject: string) => {
    const all = await store().outbox.behind(crypto.randomUUID(), 100_000)
    return all.filter((event) => event.type === 'domain.record_changed' && event.subject === subject)
  }

  test('the first look changes nothing; what differs later is a change, from look to look, and told once', async () => {
    const { owner, id, accountId } = await verified()
    expect(await history().keep(owner, look(later(0), [says(NONE)]))).toEqual([])
    expect(await history().keep(owner, look(later(HOUR), [says(NONE)]))).toEqual([])
    const change = { ...DMARC, before: [NONE], after: [REJECT], lastSeenAt: later(HOUR), at: later(2 * HOUR) }
    expect(await history().keep(owner, look(later(2 * HOUR), [says(REJECT)]))).toEqual([change])
    expect(await history().versions(owner, 10)).toEqual([
      { ...says(REJECT), firstSeenAt: later(2 * HOUR), lastSeenAt: later(2 * HOUR), current: true },
      { ...says(NONE), firstSeenAt: later(0), lastSeenAt: later(HOUR), current: false },
    ])
    expect(await history().current(owner)).toEqual([
      { ...says(REJECT), firstSeenAt: later(2 * HOUR), lastSeenAt: later(2 * HOUR), current: true },
    ])
    expect(await events(id)).toMatchObject([
      {
        accountId,
        at: later(2 * HOUR),
        payload: {
          domain: 'example.org',
          changes: [{ ...DMARC, before: [NONE], after: [REJECT], at: later(2 * HOUR).toISOString() }],
        },
      },
    ])
  })

  test('a look that began before another was kept is not kept, and tells nothing', async () => {
    const { owner, id } = await verified()
    const first = look(later(0), [says(NONE)], { after: {} })
    expect(await history().keep(owner, first)).toEqual([])
    expect(await history().keep(owner, first)).toBe('outdated')
    const after = { lookedAt: later(0) }
    const both = await Promise.all(
      [HOUR, 2 * HOUR].map((ms) => history().keep(owner, look(later(ms), [says(REJECT)], { after }))),
    )
    expect(both.filter((kept) => kept === 'outdated')).toHaveLength(1)
    expect(await events(id)).toHaveLength(1)
    const latest = { lookedAt: both[0] === 'outdated' ? later(2 * HOUR) : later(HOUR) }
    const stale = look(later(3 * HOUR), [says(NONE)], { after, state: '{"stale":1}', dueAt: later(0) })
    expect(await history().keep(owner, stale)).toBe('outdated')
    expect(await history().begin(owner)).toMatchObject({ state: '{}', ...latest })
    expect(await history().current(owner)).toMatchObject([{ values: [REJECT] }])
    expect(await history().keep(owner, { ...stale, after: latest })).toMatchObject([{ after: [NONE] }])
  })

  test('blanks and order are no change, and the value is kept as it is now', async () => {
    const { owner, id } = await verified()
    await history().keep(owner, look(later(0), [says(NONE)]))
    expect(await history().keep(owner, look(later(HOUR), [says('v=DMARC1;p=none;')]))).toEqual([])
    expect(await history().current(owner)).toMatchObject([
      { values: ['v=DMARC1;p=none;'], firstSeenAt: later(0) },
    ])
    expect(await events(id)).toEqual([])
  })

  test('what is gone is a version without values; a place that was not asked is as it was', async () => {
    const { owner } = await verified()
    await history().keep(
      owner,
      look(later(0), [says(NONE), { record: 'mx', name: 'example.org', values: ['10 a'] }]),
    )
    expect(await history().keep(owner, look(later(HOUR), [says()]))).toMatchObject([
      { before: [NONE], after: [] },
    ])
    expect(await history().current(owner)).toMatchObject([
      { record: 'dmarc', values: [], lastSeenAt: later(HOUR) },
      { record: 'mx', values: ['10 a'], lastSeenAt: later(0) },
    ])
  })

  test('a change that is not to be told is kept all the same', async () => {
    const { owner, id } = await verified()
    await history().keep(owner, look(later(0), [says(NONE)]))
    expect(await history().keep(owner, look(later(HOUR), [says(REJECT)], { tells: false }))).toHaveLength(1)
    expect(await events(id)).toEqual([])
    expect(await history().versions(owner, 10)).toHaveLength(2)
  })

  test('an event holds a part of what is hostile, the history more of it', async () => {
    const { owner, id } = await verified()
    const many = (text: string): SeenRecords[] =>
      Array.from({ length: 14 }, (_, at) => ({
        record: 'dkim',
        name: `s${at}._domainkey.example.org`,
        values: Array.from({ length: 20 }, (_, no) => `${text}${no}${'x'.repeat(4_000)}`),
      }))
    await history().keep(owner, look(later(0), many('a')))
    expect(await history().keep(owner, look(later(HOUR), many('b')))).toHaveLength(14)
    const [event] = await events(id)
    expect(event?.payload).toMatchObject({ more: 4 })
    expect(JSON.stringify(event?.payload).length).toBeLessThan(250_000)
  })

  test('versions of a place, and places, are bounded: the oldest go', async () => {
    const { owner } = await verified()
    for (let at = 0; at < MOST_VERSIONS + 5; at += 1) {
      await history().keep(owner, look(later(at), [says(`v=DMARC1; p=none; rua=mailto:${at}@example.org`)]))
    }
    expect(await history().versions(owner, 1_000)).toHaveLength(MOST_VERSIONS)
    for (let at = 0; at < MOST_PLACES + 5; at += 1) {
      const key: SeenRecords = { record: 'dkim', name: `s${at}._domainkey.example.org`, values: ['p=A'] }
      await history().keep(owner, look(later(HOUR + at), [key]))
    }
    const places = await history().current(owner)
    expect(places).toHaveLength(MOST_PLACES)
    expect(places.some(({ name }) => name === 's0._domainkey.example.org')).toBe(false)
    expect(places.some(({ name }) => name === `s${MOST_PLACES + 4}._domainkey.example.org`)).toBe(true)
  })

  test('earlier versions of all places together are bounded: the oldest go, and none that is current', async () => {
    const { owner } = await verified()
    const key = (at: number, no: number): SeenRecords => ({
      record: 'dkim',
      name: `s${no}._domainkey.example.org`,
      values: [`p=${at}`],
    })
    await history().keep(owner, look(later(0), [says(NONE)]))
    const places = Array.from({ length: 40 }, (_, no) => no)
    for (let at = 0; at < 30; at += 1) {
      const seen = places.map((no) => key(at, no))
      await history().keep(owner, look(later(at + 1), seen))
    }
    const versions = await history().versions(owner, 10_000)
    expect(versions).toHaveLength(MOST_EARLIER + 41)
    expect(await history().current(owner)).toHaveLength(41)
    const earlier = versions.filter(({ current }) => !current)
    expect(Math.min(...earlier.map(({ firstSeenAt }) => firstSeenAt.getTime()))).toBe(later(5).getTime())
  })

  test('a verified domain is due, again after a look, and no more when it is not verified', async () => {
    const { owner, id, accountId } = await verified()
    expect(await dueOf(THEN)).toContain(id)
    expect(await dueOf(THEN, [accountId])).not.toContain(id)
    const dueAt = await history().nextLook(owner)
    expect(dueAt).toBeDate()
    expect<unknown>(await history().begin(owner)).toEqual({ state: '{}', dueAt })
    await history().keep(owner, look(later(0), [], { state: '{"a":1}', dueAt: later(HOUR) }))
    expect(await history().begin(owner)).toEqual({
      state: '{"a":1}',
      lookedAt: later(0),
      dueAt: later(HOUR),
    })
    expect(await dueOf(later(HOUR - 1))).not.toContain(id)
    expect(await dueOf(later(HOUR))).toContain(id)
    await history().putOff(owner, later(3 * HOUR))
    expect(await dueOf(later(HOUR))).not.toContain(id)
    expect(await history().begin(owner)).toMatchObject({ state: '{"a":1}', dueAt: later(3 * HOUR) })
    expect(await history().nextLook(owner)).toEqual(later(3 * HOUR))
    for (const days of [1, 2, 3, 4]) await looked(id, accountId, false, later(days * 24 * HOUR))
    expect((await store().domains.byId(accountId, id))?.verifiedAt).toBeUndefined()
    expect(await dueOf(later(900 * HOUR))).not.toContain(id)
    await history().keep(owner, look(later(5 * 24 * HOUR), []))
    expect(await dueOf(later(900 * HOUR))).not.toContain(id)
    expect(await history().begin(owner)).not.toHaveProperty('dueAt')
    await looked(id, accountId, true, later(6 * 24 * HOUR))
    expect(await dueOf(later(6 * 24 * HOUR))).toContain(id)
  })

  test('what a clock that was ahead put off is due', async () => {
    const { owner, id } = await verified()
    const ahead = new Date(store.now().getTime() + 30 * 24 * HOUR)
    await history().keep(owner, look(later(0), [], { dueAt: ahead }))
    expect(await dueOf(store.now())).not.toContain(id)
    await store().clockSetBack()
    expect(await dueOf(store.now())).toContain(id)
  })

  test('what was looked at by a clock that was a few days ahead is due, and nothing else', async () => {
    const [{ owner, id }, other] = [await verified(), await verified()]
    const in3Days = new Date(store.now().getTime() + 3 * 24 * HOUR)
    await history().keep(owner, look(in3Days, [], { dueAt: new Date(in3Days.getTime() + 4 * HOUR) }))
    const soon = new Date(store.now().getTime() + HOUR)
    await history().keep(other.owner, look(new Date(store.now().getTime() - HOUR), [], { dueAt: soon }))
    await store().clockSetBack()
    expect(await dueOf(store.now())).toContain(id)
    expect(await dueOf(store.now())).not.toContain(other.id)
  })

  test('it goes with its domain', async () => {
    const { owner, id, accountId } = await verified()
    await history().keep(owner, look(later(0), [says(NONE)]))
    await store().domains.delete(accountId, id, said('domain.deleted', { accountId }))
    expect(await history().keep(owner, look(later(1), [says(NONE)]))).toBe('unknown_owner')
    expect(await history().current(owner)).toEqual([])
    expect(await history().begin(owner)).toBeUndefined()
    await history().putOff(owner, later(2))
  })

  test('of the last sender of a monitor, but for what a verified domain of the account is watched for', async () => {
    const { owner: own, accountId } = await verified()
    const monitorId = await monitorMade(store, accountId)
    const owner = { monitorId }
    const key = (values: string[]): SeenRecords => ({
      record: 'dkim',
      name: 's1._domainkey.esp.example',
      values,
    })
    expect(await history().due(THEN, 'monitors', { limit: 10_000, leave: [] })).toContainEqual({
      accountId,
      owner,
    })
    await history().keep(own, look(later(0), [says(NONE)]))
    await history().keep(owner, look(later(0), [says(NONE), key(['p=A'])]))
    expect(await history().keep(owner, look(later(HOUR), [says(REJECT), key(['p=B'])]))).toHaveLength(2)
    expect(await events(monitorId)).toMatchObject([
      {
        payload: {
          domain: 'example.org',
          monitor: { id: monitorId, name: 'nightly' },
          changes: [{ record: 'dkim', before: ['p=A'], after: ['p=B'] }],
        },
      },
    ])
    await store().monitors.delete(accountId, monitorId, said('monitor.deleted', { accountId }))
    expect(await history().begin(owner)).toBeUndefined()
  })
}

async function monitorMade(store: TheStore, accountId: string): Promise<string> {
  const id = `mon_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
  const made = await store().monitors.add(
    {
      id,
      accountId,
      name: 'nightly',
      subject: { kind: 'mail', localPart: id.slice(4) },
      expectations: { mustPass: [], blocklists: true, records: true },
      windows: [],
      createdAt: THEN,
      standing: { state: 'waiting', since: THEN, reasons: [] },
    },
    10,
    said('monitor.created', { accountId }),
  )
  expect(made).toBe('added')
  return id
}
