import { expect, test } from 'bun:test'
import { packPiece } from '../../../../src/core/aggregate/piece.ts'
import type { AggregateHead, AggregateRecord, Results } from '../../../../src/core/aggregate/report.ts'
import { later, THEN } from '../../../support/builders.ts'
import type { TheStore } from '../../contract.ts'
import { eachText, expectSame, MEGABYTE, owning } from './texts.ts'

const DAY = Math.floor(THEN.getTime() / 86_400_000) - 5
const ALL = { from: DAY - 30, to: DAY + 30 }
const PAGE = { sort: 'messages', limit: 10, offset: 0 } as const
/** As long as names of organizations are kept: they stand in an index. */
const NAME = 255

/** Texts of DMARC reports, and of the DNS about their sources. */
export function dmarcTextContract(store: TheStore): void {
  const { domain } = owning(store)
  let addresses = 0

  const newAddress = () => {
    addresses += 1
    return `2001:db8::${addresses.toString(16)}`
  }
  const record = (headerFrom: string, changes: Partial<AggregateRecord> = {}): AggregateRecord => ({
    ip: newAddress(),
    count: 1,
    dkim: true,
    spf: false,
    disposition: 'none',
    headerFrom,
    results: 0,
    ...changes,
  })

  /** Keeps a report; gives its uid and its head. */
  async function kept(
    { accountId, domain: policyDomain }: { accountId: string; domain: string },
    piece: { results: Results[]; records: AggregateRecord[] },
    changes: Partial<AggregateHead> = {},
    sender?: string,
  ) {
    const uid = `dmr_${crypto.randomUUID()}`
    const head: AggregateHead = {
      format: 'rfc7489',
      orgName: 'Receiver',
      reportId: 'one',
      begin: DAY * 86_400,
      end: DAY * 86_400 + 86_399,
      policyDomain,
      policy: { p: 'none', adkim: 'r', aspf: 'r' },
      errors: [],
      warnings: [],
      recovered: false,
      records: piece.records.length,
      skipped: 0,
      contentHash: Bun.SHA256.hash(crypto.randomUUID(), 'hex'),
      ...changes,
    }
    const put = await store().aggregates.put({
      accountId,
      fileId: crypto.randomUUID(),
      uid,
      receivedAt: THEN,
      authenticated: true,
      ...(sender !== undefined && { sender }),
      aggregate: { head, pieces: [packPiece(piece)] },
    })
    expect(put).toEqual({ outcome: 'stored', uid })
    const { records: _records, contentHash: _hash, ...rest } = head
    return { uid, head: rest }
  }

  test('heads of reports, and who is asked for', () =>
    eachText(MEGABYTE, async (text) => {
      const one = await domain()
      const results = [{ dkim: [], spf: [], reasons: [] }]
      const { uid, head } = await kept(
        one,
        { results, records: [record(one.domain)] },
        {
          orgName: text,
          orgEmail: text,
          extraContact: text,
          generator: text,
          reportId: text,
          policy: { p: text, adkim: 'r', aspf: 'r', fo: text, discovery: text },
          errors: [text, `${text}\0`],
          warnings: [text],
        },
        text,
      )
      expectSame((await store().aggregates.report(one.id, uid))?.head, head)
      for (const groupBy of ['ip', 'organization', 'header_from', 'reporter'] as const)
        expect((await store().aggregates.sources(one.id, ALL, { ...PAGE, groupBy })).messages).toBe(1)
      for (const only of [{ organization: text }, { headerFrom: text }])
        await store().aggregates.sources(one.id, ALL, { ...PAGE, groupBy: 'ip', only })
      await store().aggregates.reports(one.id, ALL, { limit: 10, offset: 0, reporter: text })
      expect((await store().aggregates.summary(one.id, ALL)).messages).toBe(1)
      await store().complaints.sentBy(one.id, ALL, { reporters: [text], senders: [text] })
    }))

  test('records, whose texts are the same once they are kept', () =>
    eachText(MEGABYTE, async (text) => {
      const one = await domain()
      const results: Results[] = [
        {
          dkim: [{ domain: text, selector: text, result: 'pass' }],
          spf: [{ domain: text, scope: text, result: text }],
          reasons: [{ type: 'other', comment: text }],
        },
        { dkim: [], spf: [{ domain: `${text}\0`, result: `${text}\ufffd` }], reasons: [] },
        { dkim: [], spf: [{ domain: `${text}\ufffd`, result: `${text}\0` }], reasons: [] },
      ]
      const records = [
        record(one.domain, { envelopeFrom: text, envelopeTo: text }),
        record(one.domain, { envelopeFrom: `${text}\0`, envelopeTo: `${text}\ufffd`, results: 1 }),
        record(one.domain, { envelopeFrom: `${text}\ufffd`, envelopeTo: `${text}\0`, results: 2 }),
      ]
      await kept(one, { results, records })
      const found = (await store().aggregates.records(one.id, ALL, { limit: 10 })).records
      expectSame(
        found.map((each) => each.record),
        records.map((each) => ({ ...each, results: results[each.results] })),
      )
      expect((await store().aggregates.summary(one.id, ALL)).messages).toBe(3)
    }))

  test('what the DNS says of addresses', () =>
    eachText(NAME, async (text) => {
      const one = await domain()
      const [first, second] = [record(one.domain), record(one.domain)]
      const results = [{ dkim: [], spf: [], reasons: [] }]
      await kept(one, { results, records: [first, second] })
      const organization = (name: string) => ({ name, domain: text, type: text, basis: text })
      await store().aggregates.name([
        { ip: first.ip, askAt: later(1), name: { reverseDns: text, organization: organization(text) } },
        {
          ip: second.ip,
          askAt: later(1),
          name: { reverseDns: text, organization: organization(`${text}\0`) },
        },
      ])
      const { sources } = await store().aggregates.sources(one.id, ALL, { ...PAGE, groupBy: 'ip' })
      const byAddress = new Map(sources.map((source) => [source.ip, source]))
      expectSame(byAddress.get(first.ip)?.reverseDns, text)
      expectSame(byAddress.get(first.ip)?.organization?.name, text)
      expectSame(byAddress.get(second.ip)?.organization?.name, `${text}\0`)
      await store().aggregates.sources(one.id, ALL, { ...PAGE, groupBy: 'organization' })
    }))
}
