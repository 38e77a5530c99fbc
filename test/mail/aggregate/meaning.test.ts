import { describe, expect, test } from 'bun:test'
import { rangeRefusal } from '../../../src/core/aggregate/report.ts'
import { METADATA, POLICY, record, written } from '../../support/aggregate/pieces.ts'
import { refusalOf, reportOf } from '../../support/aggregate/reading.ts'

const rowOf = async (some: Parameters<typeof record>[0]) =>
  (await reportOf(written({ records: record(some) }))).records[0]

describe('what fields mean', () => {
  test('X8: what is empty or missing has its default', async () => {
    const metadata = '<org_name> </org_name><email>x@Mail.Example.</email><report_id>&lt;a@B&gt;</report_id>'
    const { head } = await reportOf(
      written({ metadata, policy: '<domain>EXAMPLE.com.</domain><p>None</p><sp>nil</sp><pct></pct>' }),
    )
    expect(head).toMatchObject({ orgName: 'mail.example', reportId: 'a@B', policyDomain: 'example.com' })
    expect(head.policy).toEqual({ p: 'none', adkim: 'r', aspf: 'r' })
    const { head: bare } = await reportOf(written({ metadata: '', policy: '<domain>example.com</domain>' }))
    expect(bare.warnings).toEqual(['report_id_missing', 'policy_missing'])
  })

  test('X8: results without a domain and reasons without anything are dropped, a selector may be missing', async () => {
    const results =
      '<dkim><domain></domain><result></result></dkim><dkim><domain>a.example</domain><result/></dkim><spf/>'
    const evaluated =
      '<disposition/><dkim/><reason><type></type></reason><reason><type/><comment>why</comment></reason>'
    const { records, head } = await reportOf(written({ records: record({ results, evaluated }) }))
    expect(records[0]).toMatchObject({ dkim: false, spf: false, disposition: 'none' })
    expect(records[0]?.results).toEqual({
      dkim: [{ domain: 'a.example', result: 'none' }],
      spf: [],
      reasons: [{ type: 'other', comment: 'why' }],
    })
    expect(head.warnings).toEqual(['dkim_selector_missing'])
    const noResults = written({ records: record().replace('<auth_results></auth_results>', '') })
    expect((await reportOf(noResults)).records[0]?.results).toEqual({ dkim: [], spf: [], reasons: [] })
  })

  test('X9: only the word pass is pass', async () => {
    const evaluated = (dkim: string, spf: string) =>
      `<disposition>Reject</disposition><dkim>${dkim}</dkim><spf>${spf}</spf>`
    expect(await rowOf({ evaluated: evaluated('Pass', ' PASS ') })).toMatchObject({
      dkim: true,
      spf: true,
      disposition: 'reject',
    })
    for (const word of ['none', 'softfail', 'passed', 'pass (1024)', 'bypass']) {
      expect(await rowOf({ evaluated: evaluated(word, word) })).toMatchObject({ dkim: false, spf: false })
    }
    expect(await rowOf({ evaluated: '<disposition>pass</disposition>' })).toMatchObject({
      disposition: 'pass',
    })
    expect(await rowOf({ evaluated: '<disposition>sampled</disposition>' })).toMatchObject({
      disposition: 'none',
    })
  })

  test('X9: older words for results', async () => {
    const words = ['hardfail', 'unknown', 'error', 'SoftFail', 'invalid', '']
    const results = words
      .map((word) => `<spf><domain>a.example</domain><result>${word}</result></spf>`)
      .join('')
    const read = (await rowOf({ results }))?.results.spf.map(({ result }) => result)
    expect(read).toEqual(['fail', 'temperror', 'permerror', 'softfail', 'invalid', 'none'])
  })

  test('reasons by their class', async () => {
    const reasons = [
      'Forwarded',
      'mailing-list',
      'trusted_forwarder',
      'local_policy',
      'sampled_out',
      'policy_test_mode',
      'arc',
    ]
    const evaluated = reasons.map((type) => `<reason><type>${type}</type></reason>`).join('')
    expect((await rowOf({ evaluated }))?.results.reasons.map(({ type }) => type)).toEqual([
      'forwarded',
      'mailing_list',
      'trusted_forwarder',
      'local_policy',
      'sampled_out',
      'policy_test_mode',
      'other',
    ])
  })

  test('S1, S12: dates are integers, fractions and white space, in seconds, of any length', async () => {
    const range = '<begin> 1767225600.9 </begin><end>\n1767225600\n</end>'
    expect((await reportOf(written({ range }))).head).toMatchObject({
      begin: 1_767_225_600,
      end: 1_767_225_600,
    })
    for (const bad of [
      '<begin>1</begin>',
      '<begin>x</begin><end>2</end>',
      '<begin>-5</begin><end>2</end>',
      '<begin>3</begin><end>2</end>',
      '<begin>2026-01-01</begin><end>2026-01-02</end>',
      '<begin>1767225600000</begin><end>1767312000000</end>',
    ]) {
      expect(await refusalOf(written({ range: bad }))).toBe('bad_date_range')
    }
  })

  test('S3, S4: spans that poison what is counted are told, by the clock', () => {
    const now = 1_800_000_000
    const reason = (begin: number, end: number) => rangeRefusal({ begin, end }, now)?.reason
    expect(reason(now - 86_400, now)).toBeUndefined()
    expect(reason(now, now + 86_401)).toBe('future_range')
    expect(reason(now - 33 * 86_400, now)).toBe('bad_date_range')
    expect(reason(302_832_000, 302_918_399)).toBe('bad_date_range')
  })

  test('S10: counts that are none, and addresses that are none', async () => {
    for (const count of ['0', '-1', '', 'x', '2147483648', '1e3']) {
      expect(await refusalOf(written({ records: record({ count }) }))).toBe('no_records_usable')
    }
    expect(await rowOf({ count: ' 2147483647 ' })).toMatchObject({ count: 2_147_483_647 })
    expect(await rowOf({ count: '7.0' })).toMatchObject({ count: 7 })
    for (const ip of ['300.1.1.1', 'example.com', '192.0.2', '2001:db8:::1', '-']) {
      expect(await refusalOf(written({ records: record({ ip }) }))).toBe('no_records_usable')
    }
  })

  test('addresses in canonical text', async () => {
    const texts = {
      '2001:DB8:0:0:0:0:0:1': '2001:db8::1',
      '::ffff:192.0.2.1': '192.0.2.1',
      ' [192.0.2.7] ': '192.0.2.7',
      '[IPv6:2001:db8::2]': '2001:db8::2',
    }
    for (const [ip, read] of Object.entries(texts)) expect(await rowOf({ ip })).toMatchObject({ ip: read })
  })

  test('S9: identifiers are domains in A-labels, whatever they are written as', async () => {
    const identifiers =
      '<header_from>Bücher.Example.</header_from><envelope_from>user@News.example.com</envelope_from><envelope_to>&lt;&gt;</envelope_to>'
    const row = await rowOf({ identifiers })
    expect(row).toMatchObject({ headerFrom: 'xn--bcher-kva.example', envelopeFrom: 'news.example.com' })
    expect(row).not.toHaveProperty('envelopeTo')
    expect(await rowOf({ identifiers: '<header_from>not a domain</header_from>' })).toMatchObject({
      headerFrom: '',
    })
  })

  test('S14: names are kept as they are, but for what cannot be seen', async () => {
    const metadata = METADATA.replace('reporter.example', ' "Yahoo! Inc.\u202e\0\nx ')
    expect((await reportOf(written({ metadata }))).head.orgName).toBe('"Yahoo! Inc. x')
    const long = METADATA.replace('reporter.example', 'a'.repeat(5_000))
    expect((await reportOf(written({ metadata: long }))).head.orgName).toHaveLength(1_024)
  })

  test('RFC 9990: its fields of policy and metadata', async () => {
    const policy = `${POLICY}<np>reject</np><testing>y</testing><discovery_method>treewalk</discovery_method><fo>1:d</fo><pct>101</pct>`
    const { head } = await reportOf(written({ policy, metadata: `${METADATA}<generator>G 1</generator>` }))
    expect(head).toMatchObject({ format: 'rfc9990', generator: 'G 1' })
    expect(head.policy).toEqual({
      p: 'none',
      np: 'reject',
      adkim: 'r',
      aspf: 'r',
      fo: '1:d',
      testing: true,
      discovery: 'treewalk',
    })
  })

  test('a report names the domain that it is about', async () => {
    for (const policy of ['<p>none</p>', '<domain></domain>', '<domain>not a domain</domain>']) {
      expect(await refusalOf(written({ policy }))).toBe('missing_domain')
    }
  })
})
