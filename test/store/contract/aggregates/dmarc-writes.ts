import { expect, test } from 'bun:test'
import { packPiece } from '../../../../src/core/aggregate/piece.ts'
import type { AggregateRecord } from '../../../../src/core/aggregate/report.ts'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import { tokenFrom } from '../../../../src/core/mail-test.ts'
import type { NewAggregate } from '../../../../src/store/aggregates.ts'
import { account, later, random, THEN } from '../../../support/builders.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

const DAY = Math.floor(THEN.getTime() / 86_400_000) - 10
const ALL = { from: DAY - 400, to: DAY + 400 }

export function dmarcWriteContract(store: TheStore): void {
  const aggregates = () => store().aggregates

  async function added(accountId: string, domain: string, isVerified = true) {
    const entry = newEntry({
      id: crypto.randomUUID(),
      accountId,
      domain,
      token: tokenFrom(random),
      createdAt: THEN,
    })
    const about = { accountId, target: domain }
    await store().domains.add(entry, { verified: 10, unverified: 10 }, said('domain.added', about))
    if (isVerified) await verified(accountId, entry.id)
    return entry.id
  }

  async function verified(accountId: string, id: string) {
    const entries = {
      verified: said('domain.verified', { accountId }),
      unverified: said('domain.unverified', { accountId }),
    }
    await store().domains.looked(id, { state: 'found', at: later(1) }, { verified: 10, later: 0, entries })
  }

  async function setting() {
    const one = account()
    await store().accounts.create(one)
    const domain = `${crypto.randomUUID()}.example.org`
    return { accountId: one.id, domain, id: await added(one.id, domain) }
  }

  const record = (headerFrom: string, changes: Partial<AggregateRecord> = {}): AggregateRecord => ({
    ip: '192.0.2.1',
    count: 1,
    dkim: true,
    spf: false,
    disposition: 'none',
    headerFrom,
    results: 0,
    ...changes,
  })

  /** Of pieces with these records. */
  function report(
    accountId: string,
    domain: string,
    pieces: AggregateRecord[][],
    changes: Partial<Omit<NewAggregate, 'aggregate'>> & { id?: string; content?: string; day?: number } = {},
  ): NewAggregate {
    const { id = crypto.randomUUID(), content = crypto.randomUUID(), day = DAY, ...rest } = changes
    const results = [{ dkim: [], spf: [], reasons: [] }]
    return {
      accountId,
      fileId: crypto.randomUUID(),
      uid: `dmr_${crypto.randomUUID()}`,
      receivedAt: THEN,
      authenticated: false,
      ...rest,
      aggregate: {
        head: {
          format: 'rfc7489',
          orgName: 'Receiver',
          reportId: id,
          begin: day * 86_400,
          end: day * 86_400 + 86_399,
          policyDomain: domain,
          policy: { p: 'none', adkim: 'r', aspf: 'r' },
          errors: [],
          warnings: [],
          recovered: false,
          records: pieces.flat().length,
          skipped: 0,
          contentHash: Bun.SHA256.hash(content, 'hex'),
        },
        pieces: pieces.map((records) => packPiece({ results, records })),
      },
    }
  }

  const messages = async (id: string, authenticated?: boolean) =>
    (await aggregates().summary(id, { ...ALL, ...(authenticated !== undefined && { authenticated }) }))
      .messages

  test('a report of many pieces is whole, and the same file again is stored once', async () => {
    const { accountId, domain, id } = await setting()
    const pieces = [1, 2, 3].map((piece) =>
      [1, 2, 3].map((ip) => record(domain, { ip: `192.0.2.${piece * ip}` })),
    )
    const one = report(accountId, domain, pieces)
    const stored = { outcome: 'stored', uid: one.uid } as const
    expect(await aggregates().put(one)).toEqual(stored)
    expect(await aggregates().put({ ...one, uid: 'dmr_other' })).toEqual(stored)
    expect(await messages(id)).toBe(9)
    expect(await aggregates().summary(id, ALL)).toMatchObject({ reports: 1, reporters: 1, sources: 6 })
  })

  test('the same content is a duplicate, which makes it authenticated; other content is kept out', async () => {
    const { accountId, domain, id } = await setting()
    const key = { id: 'one', content: `${domain} a` }
    const one = report(accountId, domain, [[record(domain)], [record(domain)]], key)
    await aggregates().put(one)
    const again = report(accountId, domain, [[record(domain)], [record(domain)]], key)
    expect(await aggregates().put(again)).toEqual({ outcome: 'duplicate', uid: one.uid })
    expect(await messages(id, true)).toBe(0)
    expect(await aggregates().put({ ...again, authenticated: true })).toEqual({
      outcome: 'duplicate',
      uid: one.uid,
    })
    expect([await messages(id, true), await messages(id, false)]).toEqual([2, 0])
    const other = report(accountId, domain, [[record(domain)]], { id: 'one', authenticated: true })
    expect(await aggregates().put(other)).toEqual({ outcome: 'conflict', uid: one.uid })
    expect(await messages(id)).toBe(2)
  })

  test('an authenticated report takes the place of one that is not; another one when an admin takes it', async () => {
    const { accountId, domain, id } = await setting()
    const forged = report(accountId, domain, [[record(domain, { count: 100 })]], { id: 'one' })
    await aggregates().put(forged)
    const real = report(accountId, domain, [[record(domain, { count: 7 })]], {
      id: 'one',
      authenticated: true,
    })
    const stored = { outcome: 'stored', uid: real.uid, replacedFile: forged.fileId } as const
    expect(await aggregates().put(real)).toEqual(stored)
    expect(await aggregates().put(real)).toEqual(stored)
    expect(await messages(id)).toBe(7)
    expect(await aggregates().put(forged)).toEqual({ outcome: 'conflict', uid: real.uid })
    expect(await aggregates().put({ ...forged, instead: true })).toEqual({
      outcome: 'stored',
      uid: forged.uid,
      replacedFile: real.fileId,
    })
    expect([await messages(id), await messages(id, true)]).toEqual([100, 0])
  })

  test('a report is of another key by its reporter, id, span or account', async () => {
    const [mine, other] = [await setting(), await setting()]
    const one = report(mine.accountId, mine.domain, [[record(mine.domain)]], { id: 'one' })
    await aggregates().put(one)
    const { head, pieces } = one.aggregate
    for (const change of [
      { orgName: 'Another' },
      { reportId: 'ONE' },
      { begin: head.begin + 1 },
      { end: head.end + 1 },
    ]) {
      const next = { head: { ...head, ...change }, pieces }
      const uid = `dmr_${crypto.randomUUID()}`
      expect(await aggregates().put({ ...one, uid, aggregate: next })).toEqual({ outcome: 'stored', uid })
    }
    const theirs = report(other.accountId, other.domain, [[record(other.domain)]], { id: 'one' })
    expect(await aggregates().put(theirs)).toMatchObject({ outcome: 'stored' })
    const same = { ...head, orgName: '  receiver ' }
    const again = { ...one, fileId: 'another', aggregate: { head: same, pieces } }
    expect(await aggregates().put(again)).toEqual({ outcome: 'duplicate', uid: one.uid })
    expect(await messages(mine.id)).toBe(5)
  })

  test('records belong to the closest verified domain; a report without one is rejected', async () => {
    const { accountId, domain, id } = await setting()
    const below = await added(accountId, `mail.${domain}`)
    const unverified = await added(accountId, `other.${domain}.example.net`, false)
    const records = [
      record(domain, { count: 1 }),
      record(`a.mail.${domain}`, { count: 10 }),
      record('', { count: 100 }),
      record('elsewhere.example', { count: 1000 }),
      record(`not${domain}`, { count: 10_000 }),
    ]
    await aggregates().put(report(accountId, domain, [records]))
    expect([await messages(id), await messages(below), await messages(unverified)]).toEqual([11_101, 10, 0])
    const foreign = report(accountId, 'elsewhere.example', [[record('elsewhere.example')]])
    const rejected = (reason: string) => ({ outcome: 'rejected', reason })
    expect(await aggregates().put(foreign)).toEqual(rejected('domain_mismatch') as never)
    const pieces = [[record('elsewhere.example')], [record('elsewhere.example')]]
    expect(await aggregates().put(report(accountId, 'elsewhere.example', pieces))).toEqual(
      rejected('domain_mismatch') as never,
    )
    const waiting = `other.${domain}.example.net`
    expect(await aggregates().put(report(accountId, waiting, [[record(waiting)]]))).toEqual(
      rejected('unverified_domain') as never,
    )
    // Of a policy domain above those of the account, what is about these.
    const above = report(accountId, 'example.org', [[record('example.org'), record(domain, { count: 5 })]])
    expect(await aggregates().put(above)).toMatchObject({ outcome: 'stored' })
    expect(await messages(id)).toBe(11_106)
  })

  async function attribute() {
    while ((await aggregates().attributeAnew(3)) > 0);
  }

  test('records follow the domains that are verified and deleted', async () => {
    const { accountId, domain, id } = await setting()
    const records = [1, 2, 3, 4].map((count) => record(count % 2 ? domain : `a.mail.${domain}`, { count }))
    await aggregates().put(report(accountId, domain, [records, records]))
    const below = await added(accountId, `mail.${domain}`)
    await attribute()
    expect([await messages(id), await messages(below)]).toEqual([8, 12])
    await store().domains.delete(accountId, below, said('domain.deleted', { accountId }))
    await attribute()
    expect([await messages(id), await messages(below)]).toEqual([20, 0])
    await store().domains.delete(accountId, id, said('domain.deleted', { accountId }))
    await attribute()
    expect(await messages(id)).toBe(0)
    expect(await aggregates().attributeAnew(10)).toBe(0)
  })

  test('what counts for days before goes, a few records at a time; first days stay', async () => {
    const { accountId, domain, id } = await setting()
    for (const day of [DAY - 50, DAY - 49, DAY]) {
      const records = [1, 2, 3].map((host) => record(domain, { ip: `192.0.2.${host}` }))
      await aggregates().put(report(accountId, domain, [records], { day }))
    }
    expect(await aggregates().deleteBefore(accountId, DAY - 49, 2)).toBe(2)
    expect(await messages(id)).toBe(7)
    while ((await aggregates().deleteBefore(accountId, DAY, 2)) > 0);
    expect(await messages(id)).toBe(3)
    const query = { groupBy: 'ip', sort: 'messages', limit: 10, offset: 0 } as const
    const { sources } = await aggregates().sources(id, ALL, query)
    expect(sources.map(({ firstSeen, lastSeen }) => [firstSeen, lastSeen])).toEqual(
      Array(3).fill([DAY - 50, DAY]),
    )
  })

  test('all goes with its account', async () => {
    const { accountId, domain, id } = await setting()
    const late = report(accountId, domain, [[record(domain)]])
    await aggregates().put(report(accountId, domain, [[record(domain)], [record(domain)]]))
    await store().accounts.delete(accountId, said('account.deleted', { accountId }))
    expect(await aggregates().put(late)).toMatchObject({ outcome: 'rejected' })
    while ((await store().accounts.deleteRest(10)) > 0);
    expect(await messages(id)).toBe(0)
    expect(await aggregates().put(late)).toMatchObject({ outcome: 'rejected' })
  })
}
