import { describe, expect, test } from 'bun:test'
import { granted, type Refusal } from '../../../../src/core/refusal.ts'
import type { Aggregates } from '../../../../src/services/aggregates/aggregates.ts'
import {
  createExports,
  type ExportFile,
  type ExportFormat,
} from '../../../../src/services/aggregates/export/exports.ts'
import { readCsv } from '../../../support/csv.ts'
import { NO_RESULTS, type Pages, pagedRecords, reported } from '../../../support/dmarc-records.ts'

const ACTOR = { kind: 'operator', accountId: 'acc' } as const
const WINDOW = { from: 20_772, to: 20_773 }
const HOSTILE = '=cmd|"x"!A1, \r\n\u202e<script>'

const domains = {
  byId: async (accountId: string, id: string) =>
    accountId === 'acc' && id === 'd' ? { id, domain: 'example.org', verified: true } : undefined,
}
const noSources: Aggregates['sources'] = async () => granted({ total: 0, messages: 0, sources: [] })

const noTlsReports = async () => granted({ reports: [] })

const exportsOf = (records: Aggregates['records'], sources = noSources) =>
  createExports({ aggregates: { records, sources }, tlsReports: { whole: noTlsReports }, domains })

async function fileOf(records: Aggregates['records'], format: ExportFormat): Promise<ExportFile> {
  const file = await exportsOf(records).records(ACTOR, 'd', WINDOW, format)
  if (!file.ok) throw new Error(file.refusal.kind)
  return file.value
}

async function textOf({ parts }: ExportFile): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

/** Rows by their headings. */
function rowsOf(text: string): Record<string, string>[] {
  const [headings = [], ...rows] = readCsv(text)
  return rows.map((row) => {
    expect(row).toHaveLength(headings.length)
    return Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? '']))
  })
}

const FULL = reported({
  uid: 'dmr_full',
  head: {
    orgName: HOSTILE,
    orgEmail: '@x',
    errors: ['one, two', 'three'],
    policy: {
      p: 'reject',
      np: 'reject',
      adkim: 's',
      aspf: 'r',
      pct: 50,
      fo: '1:d',
      testing: true,
      discovery: 'treewalk',
    },
    generator: 'Reporter/2',
  },
  record: {
    ip: '2001:db8::1',
    count: 2_147_483_647,
    dkim: false,
    spf: true,
    disposition: 'quarantine',
    envelopeFrom: '-b.example',
    envelopeTo: 'to.example',
    results: {
      dkim: [
        { domain: 'a.example', selector: 'S1', result: 'pass' },
        { domain: 'b.example', result: 'fail' },
      ],
      spf: [{ domain: 'b.example', result: 'pass' }],
      reasons: [{ type: 'forwarded', comment: 'a|b, "c"' }, { type: 'local_policy' }],
    },
  },
  name: {
    reverseDns: 'mail.example.net',
    organization: { name: '+Example', domain: 'example.net', type: 'ESP' },
  },
})

describe('records as CSV', () => {
  test('have the columns that parsedmarc gives them, and three before', async () => {
    const file = await fileOf(
      pagedRecords(0, () => FULL, { read: 0 }),
      'csv',
    )
    expect([file.name, file.type]).toEqual([
      'dmarc-example.org-2026-11-15-2026-11-16.csv',
      'text/csv; charset=utf-8',
    ])
    expect(await textOf(file)).toBe(
      'report_uid,received_at,authenticated,xml_schema,org_name,org_email,org_extra_contact_info,report_id,begin_date,end_date,errors,domain,adkim,aspf,p,sp,np,pct,fo,testing,discovery_method,source_ip_address,source_reverse_dns,source_base_domain,source_name,source_type,source_asn,source_as_name,count,spf_aligned,dkim_aligned,dmarc_aligned,disposition,policy_override_reasons,policy_override_comments,envelope_from,header_from,envelope_to,dkim_domains,dkim_selectors,dkim_results,spf_domains,spf_scopes,spf_results\r\n',
    )
  })

  test('name the network of an address that was looked up', async () => {
    const name = (text: string) => ({ organization: { name: text, basis: 'asn' } })
    const records = [
      { ...FULL, name: name('AS64500 EXAMPLE, Net') },
      { ...FULL, name: name('AS64501') },
    ]
    const file = async (form: 'csv' | 'json') =>
      textOf(
        await fileOf(
          pagedRecords(2, (at) => records[at] ?? FULL, { read: 0 }),
          form,
        ),
      )
    const rows = rowsOf(await file('csv'))
    expect(rows.map(({ source_asn, source_as_name }) => [source_asn, source_as_name])).toEqual([
      ['64500', 'EXAMPLE, Net'],
      ['64501', ''],
    ])
    expect(await file('json')).toContain('"asn":64500,"as_name":"EXAMPLE, Net"')
  })

  test('are a line each, whatever strangers write', async () => {
    const text = await textOf(
      await fileOf(
        pagedRecords(1, () => FULL, { read: 0 }),
        'csv',
      ),
    )
    expect(rowsOf(text)).toEqual([
      {
        report_uid: 'dmr_full',
        received_at: '2026-11-15T03:10:44.512Z',
        authenticated: 'true',
        xml_schema: '1.0',
        org_name: `'${HOSTILE}`,
        org_email: "'@x",
        org_extra_contact_info: '',
        report_id: 'r1',
        begin_date: '2026-11-14T00:00:00.000Z',
        end_date: '2026-11-14T23:59:59.000Z',
        errors: 'one, two|three',
        domain: 'example.org',
        adkim: 's',
        aspf: 'r',
        p: 'reject',
        sp: 'reject',
        np: 'reject',
        pct: '50',
        fo: '1:d',
        testing: 'y',
        discovery_method: 'treewalk',
        source_ip_address: '2001:db8::1',
        source_reverse_dns: 'mail.example.net',
        source_base_domain: 'example.net',
        source_name: "'+Example",
        source_type: 'ESP',
        source_asn: '',
        source_as_name: '',
        count: '2147483647',
        spf_aligned: 'true',
        dkim_aligned: 'false',
        dmarc_aligned: 'true',
        disposition: 'quarantine',
        policy_override_reasons: 'forwarded,local_policy',
        policy_override_comments: 'a|b, "c"|none',
        envelope_from: "'-b.example",
        header_from: 'example.org',
        envelope_to: 'to.example',
        dkim_domains: 'a.example,b.example',
        dkim_selectors: 's1,none',
        dkim_results: 'pass,fail',
        spf_domains: 'b.example',
        spf_scopes: 'mfrom',
        spf_results: 'pass',
      },
    ])
  })

  test('of several reports over several pages are all there, each with its own report', async () => {
    const pages: Pages = { read: 0 }
    const make = (index: number) =>
      reported({
        uid: `dmr_${Math.floor(index / 700)}`,
        head: { reportId: `r${Math.floor(index / 700)}`, orgName: `o${index % 700 === 0 ? 'a' : 'b'}` },
        record: { count: index + 1, results: index % 2 ? NO_RESULTS : FULL.record.results },
      })
    const rows = rowsOf(await textOf(await fileOf(pagedRecords(2101, make, pages), 'csv')))
    expect(rows.map((row) => Number(row['count']))).toEqual(Array.from({ length: 2101 }, (_, at) => at + 1))
    expect(rows.every((row, at) => row['report_id'] === `r${Math.floor(at / 700)}`)).toBe(true)
    expect(rows.every((row, at) => row['spf_domains'] === (at % 2 ? '' : 'b.example'))).toBe(true)
    expect(pages.read).toBe(5)
  })
})

describe('records as JSON', () => {
  test('are an array of reports in the form that parsedmarc writes', async () => {
    const all = [FULL, { ...FULL, name: {} }, reported({ uid: 'dmr_2' })]
    const file = await fileOf(
      pagedRecords(3, (at) => all[at] ?? FULL, { read: 0 }),
      'json',
    )
    expect(file.name).toBe('dmarc-example.org-2026-11-15-2026-11-16.json')
    const reports = JSON.parse(await textOf(file))
    expect(reports).toHaveLength(2)
    expect(reports[0].records).toHaveLength(2)
    expect(reports[1].records).toHaveLength(1)
    const { records, ...report } = reports[0]
    expect(report).toEqual({
      report_uid: 'dmr_full',
      received_at: '2026-11-15T03:10:44.512Z',
      authenticated: true,
      xml_schema: '1.0',
      report_metadata: {
        org_name: HOSTILE,
        org_email: '@x',
        org_extra_contact_info: null,
        report_id: 'r1',
        begin_date: '2026-11-14T00:00:00.000Z',
        end_date: '2026-11-14T23:59:59.000Z',
        timespan_requires_normalization: false,
        original_timespan_seconds: 86_399,
        errors: ['one, two', 'three'],
        generator: 'Reporter/2',
      },
      policy_published: {
        domain: 'example.org',
        adkim: 's',
        aspf: 'r',
        p: 'reject',
        sp: 'reject',
        np: 'reject',
        pct: '50',
        fo: '1:d',
        testing: 'y',
        discovery_method: 'treewalk',
      },
    })
    expect(records[0]).toMatchObject({
      source: { ip_address: '2001:db8::1', reverse_dns: 'mail.example.net', name: '+Example' },
      count: 2_147_483_647,
      alignment: { spf: true, dkim: false, dmarc: true },
      policy_evaluated: {
        disposition: 'quarantine',
        dkim: 'fail',
        spf: 'pass',
        policy_override_reasons: [
          { type: 'forwarded', comment: 'a|b, "c"' },
          { type: 'local_policy', comment: 'none' },
        ],
      },
      identifiers: { header_from: 'example.org', envelope_from: '-b.example', envelope_to: 'to.example' },
      auth_results: {
        dkim: [
          { domain: 'a.example', selector: 'S1', result: 'pass' },
          { domain: 'b.example', selector: 'none', result: 'fail' },
        ],
        spf: [{ domain: 'b.example', scope: 'mfrom', result: 'pass' }],
      },
    })
  })

  test.each([0, 1, 499, 500, 501, 1700])('of %d records are one whole document', async (count) => {
    const make = (index: number) => reported({ uid: `dmr_${Math.floor(index / 3)}` })
    const text = await textOf(await fileOf(pagedRecords(count, make, { read: 0 }), 'json'))
    const reports = JSON.parse(text) as { records: unknown[] }[]
    expect(reports.reduce((sum, { records }) => sum + records.length, 0)).toBe(count)
    expect(reports).toHaveLength(Math.ceil(count / 3))
  })
})

describe('an export', () => {
  test('reads no page before it is asked for, and none after its reader went', async () => {
    const pages: Pages = { read: 0 }
    const { parts } = await fileOf(
      pagedRecords(1e9, () => FULL, pages),
      'csv',
    )
    expect(pages.read).toBe(1)
    await parts.next()
    await parts.next()
    expect(pages.read).toBe(1)
    await parts.next()
    expect(pages.read).toBe(2)
    await parts.return()
    expect((await parts.next()).done).toBe(true)
    expect(pages.read).toBe(2)
  })

  test('that cannot go on throws: what was written is not taken for the whole', async () => {
    for (const format of ['csv', 'json'] as const) {
      const file = await fileOf(
        pagedRecords(2000, () => FULL, { read: 0, failsAt: 2 }),
        format,
      )
      const failure = await textOf(file).catch((cause: unknown) => String(cause))
      expect(failure).toContain('busy')
    }
  })

  test('is refused before anything is written', async () => {
    const kindOf = async (id: string, pages: Pages, actor: Parameters<typeof asked.records>[0] = ACTOR) => {
      const asked = exportsOf(pagedRecords(1, () => FULL, pages))
      const file = await asked.records(actor, id, WINDOW, 'csv')
      return file.ok ? 'granted' : file.refusal.kind
    }
    const asked = exportsOf(pagedRecords(1, () => FULL, { read: 0 }))
    const busy: Refusal = { kind: 'busy' }
    expect(await kindOf('d', { read: 0 })).toBe('granted')
    expect(await kindOf('e', { read: 0 })).toBe('not_found')
    expect(await kindOf('d', { read: 0 }, { kind: 'operator', accountId: 'other' })).toBe('not_found')
    expect(await kindOf('d', { read: 0, failsAt: 0, refusal: busy })).toBe('busy')
    const key = { kind: 'key', accountId: 'acc', scopes: ['domains:read'] } as const
    expect(await kindOf('d', { read: 0 }, key)).toBe('missing_scope')
  })
})

test('sources are a file of their own, whatever they are grouped by', async () => {
  const counts = {
    messages: 3,
    pass: 2,
    dkimAligned: 2,
    spfAligned: 0,
    dkimAuthenticated: 3,
    spfAuthenticated: 1,
  }
  const source = {
    ...counts,
    source: HOSTILE,
    ipCount: 2,
    dispositions: { none: 2, pass: 0, quarantine: 1, reject: 0 },
    forwarded: 1,
    unaligned: 0,
    headerFrom: ['a.example', 'b.example'],
    reports: 1,
    firstSeen: 20_000,
    lastSeen: 20_773,
    status: 'failing' as const,
  }
  const asked: object[] = []
  const sources: Aggregates['sources'] = async (_actor, _id, _window, query) => {
    asked.push(query)
    const some = query.offset === 0 ? Array.from({ length: 10_000 }, () => source) : [source]
    return granted({ total: 10_001, messages: 30_003, sources: some })
  }
  const made = exportsOf(
    pagedRecords(0, () => FULL, { read: 0 }),
    sources,
  )
  const query = { groupBy: 'organization', sort: 'dmarc_fail' } as const
  const file = await made.sources(ACTOR, 'd', WINDOW, query)
  if (!file.ok) throw new Error(file.refusal.kind)
  expect(file.value.name).toBe('dmarc-sources-example.org-2026-11-15-2026-11-16.csv')
  const rows = rowsOf(await textOf(file.value))
  expect(rows).toHaveLength(10_001)
  expect(rows[10_000]).toEqual({
    source: `'${HOSTILE}`,
    ip: '',
    ip_count: '2',
    reverse_dns: '',
    organization: '',
    organization_domain: '',
    organization_type: '',
    status: 'failing',
    messages: '3',
    share: '0',
    dmarc_pass: '2',
    dmarc_fail: '1',
    dmarc_pass_rate: '0.6666',
    dkim_aligned: '2',
    spf_aligned: '0',
    dkim_authenticated: '3',
    spf_authenticated: '1',
    disposition_none: '2',
    disposition_pass: '0',
    disposition_quarantine: '1',
    disposition_reject: '0',
    forwarded: '1',
    header_from: 'a.example,b.example',
    reports: '1',
    first_seen: '2024-10-04',
    last_seen: '2026-11-16',
  })
  expect(asked).toEqual([
    { ...query, limit: 10_000, offset: 0 },
    { ...query, limit: 10_000, offset: 10_000 },
  ])
})
