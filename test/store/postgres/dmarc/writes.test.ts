import { afterAll, describe, expect, test } from 'bun:test'
import type { NewAggregate } from '../../../../src/store/aggregates.ts'
import { testClock } from '../../../support/clock.ts'
import { postgresMissing, testPostgres } from '../../../support/postgres.ts'
import { until } from '../../../support/until.ts'
import { FIRST_DAY } from '../../contract/aggregates/recipes.ts'
import { expectRecount } from './recount.ts'
import { deleted, manyPieces, type Owner, owner, record, reportFor, verified } from './stage.ts'

const HOUR_MS = 3_600_000
const clock = testClock()
const opened = postgresMissing === undefined ? await testPostgres({ clock }) : undefined

afterAll(() => opened?.done())

describe.skipIf(postgresMissing !== undefined)(
  `DMARC reports on postgres${postgresMissing ? `, ${postgresMissing}` : ''}`,
  () => {
    const given = () => {
      if (!opened) throw new Error('PostgreSQL is not installed.')
      return opened
    }
    const query: NonNullable<typeof opened>['query'] = (text, values) => given().query(text, values)
    const store = () => given().store

    async function counted({ domainId, accountId }: Owner, hadAges = false): Promise<number> {
      await expectRecount(query, accountId, hadAges)
      const [row] = await query<{ records: number }>(
        `SELECT count(*)::int4 AS records FROM dmarc_records AS r JOIN dmarc_domains AS n ON n.no = r.domain WHERE n.domain_id = $1`,
        [domainId],
      )
      return row?.records ?? 0
    }

    const reportOf = async ({ accountId }: Owner) => {
      const rows = await query<{ uid: string; pieces: number; leaving: boolean }>(
        'SELECT uid, pieces_in AS pieces, leaving_for IS NOT NULL AS leaving FROM dmarc_reports WHERE account_id = $1',
        [accountId],
      )
      return rows[0]
    }

    /** Puts by a process that ends as soon as something is so. */
    async function interrupted(report: NewAggregate, isSo: () => Promise<boolean>): Promise<void> {
      const other = await given().another()
      const put = other.aggregates.put(report).catch(() => 'ended')
      await until(isSo)
      await other.close()
      expect(await put).toBe('ended')
    }

    test('a report whose process ends in the middle goes on where it stopped, by whoever has its file', async () => {
      const one = await owner(store())
      const report = reportFor(one, { pieces: manyPieces(one.domain, 40) })
      await interrupted(report, async () => ((await reportOf(one))?.pieces ?? 0) >= 5)
      const before = await counted(one)
      expect(before).toBeGreaterThanOrEqual(5000)
      expect(before).toBeLessThan(40_000)
      expect(await store().aggregates.put(report)).toEqual({ outcome: 'stored', uid: report.uid })
      expect(await counted(one)).toBe(40_000)
    })

    test('a report that makes room goes piece by piece; its place is kept for the one that it goes for', async () => {
      const one = await owner(store())
      const forged = reportFor(one, { reportId: 'one', pieces: manyPieces(one.domain, 30) })
      await store().aggregates.put(forged)
      const real = reportFor(one, {
        reportId: 'one',
        authenticated: true,
        pieces: manyPieces(one.domain, 12),
      })
      await interrupted(real, async () => (await reportOf(one))?.leaving === true)
      expect(await counted(one)).toBeLessThan(30_000)
      const third = reportFor(one, { reportId: 'one', authenticated: true })
      expect(await store().aggregates.put(third)).toEqual({ outcome: 'conflict', uid: forged.uid })
      expect(await store().aggregates.put(real)).toEqual({
        outcome: 'stored',
        uid: real.uid,
        replacedFile: forged.fileId,
      })
      expect(await counted(one)).toBe(12_000)
    })

    test('a report that makes room for one that never came back is gone after an hour', async () => {
      const one = await owner(store())
      await store().aggregates.put(reportFor(one, { reportId: 'one', pieces: manyPieces(one.domain, 30) }))
      const real = reportFor(one, { reportId: 'one', authenticated: true })
      await interrupted(real, async () => (await reportOf(one))?.leaving === true)
      const attribute = async () => {
        while ((await store().aggregates.attributeAnew(1000)) > 0);
      }
      await attribute()
      expect((await reportOf(one))?.leaving).toBe(true)
      clock.advance(2 * HOUR_MS)
      await attribute()
      expect(await reportOf(one)).toBeUndefined()
      expect(await counted(one)).toBe(0)
      expect((await store().aggregates.put(real)).outcome).toBe('stored')
    })

    test('two processes that put the same report keep it once, and others of the account beside it', async () => {
      const one = await owner(store())
      const other = await given().another()
      const below = await verified(store(), one.accountId, `mail.${one.domain}`)
      for (let round = 0; round < 15; round += 1) {
        const [reportId, content] = [`r${round}`, `c${round} ${one.domain}`]
        const same = (authenticated: boolean) =>
          reportFor(one, {
            reportId,
            content,
            authenticated,
            pieces: [
              [1, 2, 3].map((host) => record(host === 2 ? `mail.${one.domain}` : one.domain, host + round)),
            ],
          })
        const others = [1, 2, 3, 4].map((at) => reportFor(one, { reportId: `o${round} ${at}` }))
        const [a, b, ...rest] = await Promise.all([
          store().aggregates.put(same(round % 2 === 0)),
          other.aggregates.put(same(round % 3 === 0)),
          ...others.map((report, at) => [store(), other][at % 2]?.aggregates.put(report)),
        ])
        expect([a?.outcome, b?.outcome].toSorted()).toEqual(['duplicate', 'stored'])
        expect(rest.map((kept) => kept?.outcome)).toEqual(Array(4).fill('stored'))
      }
      expect(await counted(one)).toBe(15 * 6)
      expect(await counted({ ...one, domainId: below })).toBe(15)
    })

    test('reports come, move and age in two processes at once, and nothing is counted twice or not at all', async () => {
      const one = await owner(store())
      const both = [store(), await given().another()]
      const put = (at: number) =>
        both[at % 2]?.aggregates.put(
          reportFor(one, {
            day: FIRST_DAY + (at % 4) * 10,
            authenticated: at % 3 === 0,
            pieces: [
              [1, 2, 3, 4].map((host) =>
                record(host % 2 ? one.domain : `a.mail.${one.domain}`, host + (at % 7)),
              ),
            ],
          }),
        )
      await Promise.all(Array.from({ length: 40 }, (_, at) => put(at)))
      const below = await verified(store(), one.accountId, `mail.${one.domain}`)
      const work = both.map(async ({ aggregates }) => {
        while ((await aggregates.attributeAnew(7)) > 0);
        while ((await aggregates.deleteBefore(one.accountId, FIRST_DAY + 5, 9)) > 0);
      })
      await Promise.all([...work, ...Array.from({ length: 40 }, (_, at) => put(at * 4 + 1))])
      // 30 of the first are left, and all that came meanwhile.
      expect(await counted(one, true)).toBe(70 * 2)
      expect(await counted({ ...one, domainId: below }, true)).toBe(70 * 2)
      await Promise.all([
        deleted(store(), one, below),
        ...Array.from({ length: 20 }, (_, at) => put(at * 4 + 2)),
      ])
      await Promise.all(
        both.map(async ({ aggregates }) => {
          while ((await aggregates.attributeAnew(11)) > 0);
        }),
      )
      expect(await counted(one, true)).toBe(90 * 4)
    })

    test('records are at home once attribution is done, though domains came and went while reports were kept', async () => {
      const one = await owner(store())
      const other = await given().another()
      for (let round = 0; round < 12; round += 1) {
        const puts = Array.from({ length: 6 }, (_, at) =>
          (at % 2 ? other : store()).aggregates.put(
            reportFor(one, { pieces: [[record(`mail.${one.domain}`, at), record(one.domain, at)]] }),
          ),
        )
        const below = await verified(other, one.accountId, `mail.${one.domain}`)
        await Promise.all(puts)
        while ((await store().aggregates.attributeAnew(5)) > 0);
        expect([round, await counted({ ...one, domainId: below })]).toEqual([round, 7 * round + 6])
        const more = reportFor(one, { pieces: [[record(`mail.${one.domain}`, 1)]] })
        await Promise.all([deleted(store(), one, below), other.aggregates.put(more)])
        while ((await other.aggregates.attributeAnew(500)) > 0);
        expect(await counted(one)).toBe((round + 1) * (6 * 2 + 1))
      }
    })

    test('what cannot be kept of one report holds up no other of its account', async () => {
      const one = await owner(store())
      const broken = reportFor(one, { pieces: [[record(one.domain, 1, { count: 2 ** 40 })]] })
      const good = Array.from({ length: 5 }, () => reportFor(one))
      const [first, ...rest] = await Promise.allSettled(
        [broken, ...good].map((report) => store().aggregates.put(report)),
      )
      expect(first?.status).toBe('rejected')
      expect(rest.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'))
      expect(await counted(one)).toBe(5)
    })

    test('reports of an account are kept while those of another wait', async () => {
      const [stuck, one] = [await owner(store()), await owner(store())]
      await query('BEGIN')
      await query('SELECT pg_advisory_xact_lock(7101, hashtext($1))', [stuck.accountId])
      const waiting = Array.from({ length: 30 }, () => store().aggregates.put(reportFor(stuck)))
      expect((await store().aggregates.put(reportFor(one))).outcome).toBe('stored')
      await query('COMMIT')
      expect((await Promise.all(waiting)).map(({ outcome }) => outcome)).toEqual(Array(30).fill('stored'))
    })

    test('names that PostgreSQL cannot keep are kept as it can, once', async () => {
      const one = await owner(store())
      const odd = ['a\0b', 'a\uFFFDb', 'a\uD800b', 'é'.repeat(1024)]
      const records = odd.map((envelopeFrom, host) => record(one.domain, host, { envelopeFrom }))
      const report = reportFor(one, { pieces: [records], orgName: 'Odd \0 \uDC00' })
      expect((await store().aggregates.put(report)).outcome).toBe('stored')
      expect((await store().aggregates.put({ ...report, fileId: 'other' })).outcome).toBe('duplicate')
      const rows = await query<{ text: string }>(
        `SELECT DISTINCT t.text FROM dmarc_records AS r JOIN dmarc_domains AS n ON n.no = r.domain AND n.domain_id = $1
        JOIN dmarc_texts AS t ON t.no = r.envelope_from ORDER BY t.text`,
        [one.domainId],
      )
      expect(rows.map(({ text }) => text)).toEqual(['a\uFFFDb', 'é'.repeat(1024)])
      expect(await counted(one)).toBe(4)
    })

    test('texts go with their last day, and addresses an hour after their last record', async () => {
      const [one, other] = [await owner(store()), await owner(store())]
      const hosts = [70_001, 70_002]
      const put = (of: Owner, day: number, host: number, selector: string) =>
        store().aggregates.put(
          reportFor(of, {
            day,
            orgName: selector,
            pieces: [[record(of.domain, host, { envelopeFrom: selector })]],
          }),
        )
      await put(one, FIRST_DAY, hosts[0] ?? 0, 'old')
      await put(one, FIRST_DAY + 9, hosts[1] ?? 0, 'new')
      const age = async () => {
        while ((await store().aggregates.deleteBefore(one.accountId, FIRST_DAY + 5, 100)) > 0);
      }
      const left = async () => {
        const texts = await query<{ text: string }>(
          `SELECT text FROM dmarc_texts WHERE account_id = $1 AND text IN ('old', 'new')`,
          [one.accountId],
        )
        const ips = await query<{ ip: string }>(
          `SELECT ip FROM dmarc_ips WHERE ip LIKE '10.1.17.%' ORDER BY ip`,
        )
        return [...texts.map(({ text }) => text), ...ips.map(({ ip }) => ip)]
      }
      await age()
      expect(await left()).toEqual(['new', '10.1.17.113', '10.1.17.114'])
      clock.advance(2 * HOUR_MS)
      // Somebody has it again before it is swept.
      await put(other, FIRST_DAY, hosts[0] ?? 0, 'other')
      await age()
      expect(await left()).toEqual(['new', '10.1.17.113', '10.1.17.114'])
      while ((await store().aggregates.deleteBefore(other.accountId, FIRST_DAY + 5, 100)) > 0);
      clock.advance(2 * HOUR_MS)
      await age()
      expect(await left()).toEqual(['new', '10.1.17.114'])
      expect(await counted(one, true)).toBe(1)
    })
  },
)
