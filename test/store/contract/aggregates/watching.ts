import { expect, test } from 'bun:test'
import { packPiece } from '../../../../src/core/aggregate/piece.ts'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import type { DmarcEvent } from '../../../../src/core/event.ts'
import { tokenFrom } from '../../../../src/core/mail-test.ts'
import { MOST_TOLD } from '../../../../src/store/dmarc/watching.ts'
import { account, later, random, THEN } from '../../../support/builders.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

const DAY = Math.floor(THEN.getTime() / 86_400_000) - 5
const DAYS = { from: DAY - 30, to: DAY + 5 }
const NONE = { report: 0, file: 0, tls: 0, at: new Date(0) }

export function watchContract(store: TheStore): void {
  const watching = () => store().watching

  async function domain(accountId?: string, name = `${crypto.randomUUID()}.example.org`, isVerified = true) {
    const one = account()
    if (accountId === undefined) await store().accounts.create(one)
    const owner = accountId ?? one.id
    const about = { accountId: owner }
    const made = newEntry({
      id: crypto.randomUUID(),
      accountId: owner,
      domain: name,
      token: tokenFrom(random),
      createdAt: THEN,
    })
    await store().domains.add(made, { verified: 100, unverified: 100 }, said('domain.added', about))
    const entries = { verified: said('domain.verified', about), unverified: said('domain.unverified', about) }
    if (isVerified)
      await store().domains.looked(
        made.id,
        { state: 'found', at: THEN },
        { verified: 100, later: 0, entries },
      )
    return made
  }

  const put = (
    { accountId, domain: name }: { accountId: string; domain: string },
    fileId: string,
    { day = DAY, at = later(2), reportId = crypto.randomUUID() } = {},
  ) =>
    store().aggregates.put({
      accountId,
      fileId,
      uid: `dmr_${crypto.randomUUID()}`,
      receivedAt: at,
      authenticated: true,
      aggregate: {
        head: {
          format: 'rfc7489',
          orgName: 'Receiver',
          reportId,
          begin: day * 86_400,
          end: day * 86_400 + 86_399,
          policyDomain: name,
          policy: { p: 'none', adkim: 'r', aspf: 'r' },
          errors: [],
          warnings: [],
          recovered: false,
          records: 1,
          skipped: 0,
          contentHash: Bun.SHA256.hash(crypto.randomUUID(), 'hex'),
        },
        pieces: [
          packPiece({
            results: [{ dkim: [], spf: [], reasons: [] }],
            records: [
              {
                ip: '192.0.2.1',
                count: 9,
                dkim: true,
                spf: true,
                disposition: 'none',
                headerFrom: name,
                results: 0,
              },
            ],
          }),
        ],
      },
    })

  const missing = (id: string, name: string, days = 3): DmarcEvent => ({
    type: 'dmarc.reports_missing',
    subject: id,
    payload: { domain: name, days, last: '2026-11-10' },
  })
  const look = (state: string, holds: string, at: Date = later(1)) => ({ state, holds, at, mark: 'm' })
  const eventsOf = async (id: string) =>
    (await store().outbox.behind('nobody', 100_000)).filter(
      ({ subject, type }) => subject === id && type.startsWith('dmarc.'),
    )
  const watched = async (id: string) => (await allWatched()).find(({ domainId }) => domainId === id)
  async function allWatched() {
    const all = []
    for (let after = ''; ; ) {
      const page = await watching().domains(after, 7)
      all.push(...page)
      if (page.length < 7) return all
      after = page.at(-1)?.domainId ?? ''
    }
  }

  test('a look and its events are kept together', async () => {
    const { id, accountId, domain: name } = await domain()
    expect((await watching().begin(id))?.kept).toBeUndefined()
    expect(await watching().settle(id, 0, look('{"a":1}', '["x"]'), [missing(id, name)])).toBe('settled')
    expect((await watching().begin(id))?.kept).toEqual({ version: 1, state: '{"a":1}', lookedAt: later(1) })
    expect(await eventsOf(id)).toMatchObject([
      {
        type: 'dmarc.reports_missing',
        accountId,
        subject: id,
        at: later(1),
        payload: { domain: name, days: 3 },
      },
    ])
    expect(await watching().told(id, 10)).toEqual([{ domainId: id, at: later(1), event: missing(id, name) }])
    expect(await watching().lasting(accountId)).toEqual([{ domainId: id, domain: name, holds: '["x"]' }])
    expect(await watching().lasting('nobody')).toEqual([])
    expect(await watching().lasting(accountId, id)).toEqual([{ domainId: id, domain: name, holds: '["x"]' }])
    expect(await watching().lasting('nobody', id)).toEqual([])
    expect(await watching().lasting(accountId, 'another')).toEqual([])
  })

  test('events of sample data are listed where nothing was told, and nobody is told', async () => {
    const { id, accountId, domain: name } = await domain()
    const past = [1, 2].map((day) => ({ at: later(day), event: missing(id, name) }))
    expect(await watching().tellOfPast(id, past)).toBe(true)
    expect(await watching().tellOfPast(id, past)).toBe(false)
    expect(await watching().tellOfPast('gone', past)).toBe(false)
    const shown = past.map((one) => ({ domainId: id, ...one, isSample: true })).reverse()
    expect(await watching().told(id, 10)).toEqual(shown as never)
    expect(await watching().toldSince(accountId, later(0), 10)).toEqual([])
    expect(await eventsOf(id)).toEqual([])
    expect(await watching().settle(id, 0, look('1', '[]'), [missing(id, name)])).toBe('settled')
    expect((await watching().told(id, 10)).map(({ isSample }) => isSample)).toEqual([undefined, true, true])
    expect(await watching().tellOfPast(id, past)).toBe(false)
  })

  test('of two looks that began with the same the first one is kept, and only its events', async () => {
    const { id, domain: name } = await domain()
    const both = await Promise.all([
      watching().settle(id, 0, look('1', '[]'), [missing(id, name)]),
      watching().settle(id, 0, look('2', '[]'), [missing(id, name)]),
    ])
    expect(both.toSorted()).toEqual(['outdated', 'settled'])
    expect(await eventsOf(id)).toHaveLength(1)
    expect(await watching().settle(id, 1, look('3', '[]'), [])).toBe('settled')
  })

  test('a domain that is gone or not verified keeps nothing, and what was kept goes with it', async () => {
    const one = await domain(undefined, undefined, false)
    expect(await watching().begin(one.id)).toBeUndefined()
    expect(await watching().settle(one.id, 0, look('1', '[]'), [missing(one.id, 'a')])).toBe('unknown_domain')
    expect(await eventsOf(one.id)).toEqual([])
    const other = await domain()
    await watching().settle(other.id, 0, look('1', '["x"]'), [missing(other.id, 'a')])
    await store().domains.delete(other.accountId, other.id, said('domain.deleted'))
    expect(await watching().lasting(other.accountId)).toEqual([])
    expect(await watching().told(other.id, 10)).toEqual([])
    expect(await eventsOf(other.id)).toEqual([])
  })

  test('the last 200 events of a domain are kept, newest first', async () => {
    const { id, accountId } = await domain()
    for (let n = 0; n < 3; n += 1) {
      const some = Array.from({ length: 90 }, (_, at) => missing(id, 'a', n * 90 + at))
      await watching().settle(id, n, look('1', '[]', later(n)), some)
    }
    const told = await watching().told(id, 1_000)
    expect(told).toHaveLength(MOST_TOLD)
    expect(told.map(({ event }) => (event.payload as { days: number }).days)).toEqual(
      Array.from({ length: MOST_TOLD }, (_, at) => 269 - at),
    )
    expect(await watching().toldSince(accountId, later(2), 1_000)).toHaveLength(90)
    expect(await watching().toldSince(accountId, later(1), 100)).toHaveLength(100)
    expect(await watching().toldSince('nobody', later(0), 100)).toEqual([])
  })

  test('every verified domain is listed, with a mark that changes when reports come', async () => {
    const one = await domain()
    const waits = await domain(one.accountId, undefined, false)
    expect(await watched(waits.id)).toBeUndefined()
    const first = await watched(one.id)
    expect(first).toEqual({ accountId: one.accountId, domainId: one.id, mark: expect.any(String) })
    await put(one, 'msg_1.0')
    await store().aggregates.summary(one.id, DAYS)
    const second = await watched(one.id)
    expect(second?.mark).not.toBe(first?.mark)
    await watching().settle(one.id, 0, { ...look('1', '[]'), mark: second?.mark ?? '' }, [])
    expect((await watched(one.id))?.looked).toEqual({ at: later(1), mark: second?.mark ?? '' })
  })

  test('an import is known from mail, from when it was and which days it is about', async () => {
    const one = await domain()
    await put(one, 'msg_1.0')
    await store().aggregates.summary(one.id, DAYS)
    expect(await watching().imported(one.id, NONE, DAYS)).toBe(false)
    await put(one, `${crypto.randomUUID()}.1`, { day: DAY - 100 })
    await store().aggregates.summary(one.id, DAYS)
    expect(await watching().imported(one.id, NONE, DAYS)).toBe(false)
    await put(one, `${crypto.randomUUID()}.2`, { at: later(600) })
    await store().aggregates.summary(one.id, DAYS)
    expect(await watching().imported(one.id, NONE, DAYS)).toBe(true)
    const since = (await watching().begin(one.id))?.marks ?? NONE
    expect(await watching().imported(one.id, { ...since, at: later(1) }, DAYS)).toBe(false)
    expect(await watching().imported((await domain()).id, NONE, DAYS)).toBe(false)
  })

  test('the same report again counts as an import where it made it authenticated', async () => {
    const one = await domain()
    const kept = await put(one, 'msg_1.0')
    await store().aggregates.summary(one.id, DAYS)
    await store().reportMail.imported(
      { importId: crypto.randomUUID(), accountId: one.accountId, domainId: one.id, at: later(3) },
      [
        {
          authentication: 'passed',
          file: {
            id: crypto.randomUUID(),
            name: 'a.xml',
            size: 9,
            kind: 'aggregate',
            outcome: 'duplicate',
            uid: kept.outcome === 'rejected' ? '' : kept.uid,
          },
        },
      ],
    )
    expect(await watching().imported(one.id, NONE, DAYS)).toBe(true)
  })

  test('a TLS report that was imported is one, too', async () => {
    const one = await domain()
    const tls = (fileId: string) =>
      store().tlsReports.put({
        accountId: one.accountId,
        domainId: one.id,
        fileId,
        uid: `dmr_${crypto.randomUUID()}`,
        receivedAt: later(2),
        authenticated: true,
        report: {
          orgName: 'Sender',
          reportId: crypto.randomUUID(),
          begin: DAY * 86_400,
          end: DAY * 86_400 + 86_399,
          policies: [
            { type: 'sts', domain: one.domain, hosts: [], lines: [], successes: 1, failures: 1, details: [] },
          ],
          warnings: [],
          contentHash: crypto.randomUUID(),
        },
      })
    const before = await watched(one.id)
    await tls('msg_1.0')
    expect(await watching().imported(one.id, NONE, DAYS)).toBe(false)
    expect((await watched(one.id))?.mark).not.toBe(before?.mark)
    await tls('import.1')
    expect(await watching().imported(one.id, NONE, DAYS)).toBe(true)
  })

  test('a look knows the verified domains around it, and whether records move between them', async () => {
    const one = await domain()
    await put(one, 'msg_1.0')
    await put({ ...one, domain: one.domain }, 'msg_2.0')
    expect(await watching().begin(one.id)).toMatchObject({ domain: one.domain, kin: [], isMoving: false })
    const below = await domain(one.accountId, `mail.${one.domain}`)
    await domain(one.accountId)
    await domain(undefined, `other.${one.domain}`)
    expect(await watching().begin(one.id)).toMatchObject({
      kin: [{ domainId: below.id, domain: below.domain }],
      isMoving: true,
    })
    for (let left = 1; left > 0; ) left = await store().aggregates.attributeAnew(1_000)
    expect(await watching().begin(one.id)).toMatchObject({ isMoving: false })
    expect(await watching().begin(below.id)).toMatchObject({ kin: [{ domainId: one.id }], isMoving: false })
  })
}
