import { describe, expect, test } from 'bun:test'
import { PIECE_BYTES, unpackPiece } from '../../../src/core/aggregate/piece.ts'
import { readReportFile } from '../../../src/mail/aggregate/read.ts'
import { EVALUATED, METADATA, POLICY, record, written } from '../../support/aggregate/pieces.ts'
import { refusalOf, reportOf } from '../../support/aggregate/reading.ts'

describe('XML as reporters write it', () => {
  test('X1: a report whose middle is missing is refused with its reason', async () => {
    const whole = written()
    const broken = whole.slice(0, whole.indexOf('<report_id>')) + whole.slice(whole.indexOf('</identifiers>'))
    expect(await refusalOf(broken)).toBe('malformed_xml')
    expect(
      await refusalOf('<domain>x</domain><result>pass</result></spf></auth_results></record></feedback>'),
    ).toBe('not_a_report')
    expect(await refusalOf(whole.slice(whole.indexOf('<record>')))).toBe('malformed_xml')
  })

  test('X1: records before the place where it breaks off are read', async () => {
    const whole = written({ records: record().repeat(3) })
    const { head, records } = await reportOf(whole.slice(0, whole.lastIndexOf('<identifiers>')))
    expect({ records: records.length, recovered: head.recovered }).toEqual({ records: 3, recovered: true })
  })

  test('X2: an element before the report that is never closed', async () => {
    const before =
      '<?xml version="1.0"?><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="x">'
    expect((await reportOf(written({ before }))).head).toMatchObject({ records: 1, recovered: true })
  })

  test('X3: raw < > and & in texts are text', async () => {
    const metadata =
      '<org_name>A < B & Co > D</org_name><email><bad@x.example></email><report_id>a<b&c</report_id>'
    const { head } = await reportOf(
      written({ metadata, records: record({ identifiers: '<header_from>bad<xml.net</header_from>' }) }),
    )
    expect(head).toMatchObject({ orgName: 'A < B & Co > D', orgEmail: '<bad@x.example>', reportId: 'a<b&c' })
    expect(head).toMatchObject({ recovered: true, records: 1 })
  })

  test('X3: octets that are no UTF-8', async () => {
    const bytes = Buffer.from(
      written({ metadata: METADATA.replace('reporter.example', 'O\x91Brien') }),
      'latin1',
    )
    expect((await reportOf(bytes)).head).toMatchObject({ orgName: 'O\ufffdBrien', recovered: true })
  })

  test('X4: no declaration, none that ends in a new line, junk and comments around', async () => {
    for (const before of [
      '',
      '<?xml version="1.0"?>',
      '\r\n \t',
      '<!-- a > b -->\n',
      '<?xml version="1.0"?>"',
    ]) {
      expect((await reportOf(written({ before, behind: '\0\0junk "' }))).records).toHaveLength(1)
    }
  })

  test('X5: encodings by mark, by declaration, and by declarations that are wrong', async () => {
    const metadata = METADATA.replace('reporter.example', 'Zürich')
    const report = (encoding: string) =>
      written({ metadata, before: `<?xml version="1.0" encoding="${encoding}"?>` })
    const files = [
      Buffer.from(`\ufeff${report('utf-8')}`),
      Buffer.from(report('windows-1252'), 'latin1'),
      Buffer.from(`\ufeff${report('utf-16')}`, 'utf16le'),
      Buffer.from(report('utf-16'), 'utf16le'),
      Buffer.from(`\ufeff${report('utf-16')}`, 'utf16le').swap16(),
      Buffer.from(report('utf-16')),
      Buffer.from(report('no-such-charset')),
    ]
    for (const file of files)
      expect((await reportOf(file)).head).toMatchObject({ orgName: 'Zürich', recovered: false })
  })

  test('X6: namespaces and prefixes say nothing but the form', async () => {
    const plain = written()
    const prefixed = plain.replace(/<(\/?)(?=[a-z])/g, '<$1dmarc:')
    expect((await reportOf(prefixed)).head).toMatchObject({ records: 1, format: 'rfc7489' })
    const roots = ['feedback xmlns="http//dmarc.org/dmarc-xml/0.1"', "feedback xmlns:xsi='http://x' a='b>c'"]
    for (const root of roots)
      expect((await reportOf(written({ root }))).head).toMatchObject({ format: 'rfc7489', recovered: false })
    const root = 'feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0"'
    expect((await reportOf(written({ root }))).head.format).toBe('rfc9990')
    expect((await reportOf(written({ policy: `${POLICY}<np>reject</np>` }))).head.format).toBe('rfc9990')
  })

  test('X7: identities for identifiers', async () => {
    const records = record().replaceAll('identifiers', 'identities')
    expect((await reportOf(written({ records }))).records[0]?.headerFrom).toBe('example.com')
  })

  test('X10: several SPF results, and up to a hundred signatures', async () => {
    const dkim = '<dkim><domain>example.com</domain><selector>s</selector><result>pass</result></dkim>'
    const spf = '<spf><domain>example.com</domain><result>pass</result></spf>'
    const { records, head } = await reportOf(
      written({ records: record({ results: spf.repeat(3) + dkim.repeat(120) }) }),
    )
    expect(records[0]?.results.dkim).toHaveLength(100)
    expect(records[0]?.results.spf).toHaveLength(3)
    expect(head.warnings).toEqual(['results_cut'])
  })

  test('X11: a policy that stands there twice, stray text, elements that nobody knows', async () => {
    const policy = `${POLICY}<rf>afrf</rf><ri>86400</ri>stray</policy_published>text<policy_published><domain>other.example</domain><p>reject</p>`
    expect((await reportOf(written({ policy }))).head).toMatchObject({
      policyDomain: 'example.com',
      policy: { p: 'none' },
    })
  })

  test('X1: an unknown element that is left open in a record does not swallow those behind it', async () => {
    const broken = record({ results: '<spf><domain>a.example</domain>' }).replace(
      '</spf></auth_results></record>',
      '',
    )
    for (const [left, root = 'feedback'] of [['<arecord>'], ['<a><b>'], ['<d:resrecord>', 'd:feedback']]) {
      const cut = broken.replace('</auth_results></record>', left as string)
      const { head } = await reportOf(written({ root, records: cut + record() + record() }))
      expect(head).toMatchObject({ records: 3, skipped: 0, recovered: true })
    }
    for (const more of [
      '<extension><record><row/></record></extension>',
      '<x:other><x:record><x:row/></x:record></x:other>',
      '<other xmlns="urn:x"><record><row/></record></other>',
    ]) {
      const { head } = await reportOf(written({ records: record({ more }) + record() }))
      expect(head).toMatchObject({ records: 2, skipped: 0, recovered: false })
    }
  })

  test('of several reports in one document the first is read, and that is told', async () => {
    const { head } = await reportOf(written() + written({ records: record() + record() }))
    expect(head).toMatchObject({ records: 1, recovered: true })
    expect((await reportOf(`${written()}\r\n</x>`)).head.recovered).toBe(false)
  })

  test('X12: a report without a record is one', async () => {
    expect((await reportOf(written({ records: '' }))).head).toMatchObject({
      records: 0,
      warnings: ['no_records'],
    })
  })

  test('X13: a record without an address is left out and counted', async () => {
    const { head } = await reportOf(written({ records: record({ ip: '' }) + record() }))
    expect(head).toMatchObject({ records: 1, skipped: 1, warnings: ['rows_skipped'] })
    expect(await refusalOf(written({ records: record({ ip: '' }) }))).toBe('no_records_usable')
  })

  test('X14: language attributes, and values that hold a bracket', async () => {
    const metadata = `${METADATA}<extra_contact_info lang="en">https://x.example</extra_contact_info><error lang='a>b'>late</error>`
    expect((await reportOf(written({ metadata }))).head).toMatchObject({
      extraContact: 'https://x.example',
      errors: ['late'],
    })
  })

  test('X15: whatever declares entities is refused on sight, a page is not taken for an attack', async () => {
    for (const before of [
      '<!DOCTYPE feedback SYSTEM "file:///etc/passwd">',
      '<!doctype x [<!ENTITY a "b">]>',
      '<!ENTITY a "b">',
    ]) {
      expect(await refusalOf(written({ before }))).toBe('doctype_refused')
    }
    expect(await refusalOf('<!DOCTYPE html><html><body>Hello</body></html>')).toBe('not_a_report')
    expect((await reportOf(written({ before: '<!-- <!DOCTYPE a> -->' }))).records).toHaveLength(1)
  })

  test('X16: thousands of records come in pieces of a thousand, in their order', async () => {
    const many = Array.from({ length: 3_555 }, (_, i) => record({ count: i + 1 })).join('')
    const { records, head } = await reportOf(written({ records: many }))
    expect(head.records).toBe(3_555)
    expect(records.map(({ count }) => count)).toEqual(Array.from({ length: 3_555 }, (_, i) => i + 1))
  })

  test('X16: a piece of records with many results is ended before it is too long to be written at one go', async () => {
    const dkim = (i: number) =>
      `<dkim><domain>d${i}.example</domain><selector>${'s'.repeat(200)}</selector><result>pass</result></dkim>`
    const one = (i: number) =>
      record({ count: i + 1, results: Array.from({ length: 90 }, (_, n) => dkim(i * 90 + n)).join('') })
    const [attachment] = await readReportFile(
      'x',
      Buffer.from(written({ records: Array.from({ length: 200 }, (_, i) => one(i)).join('') })),
    )
    const content = attachment?.files[0]?.content
    const pieces = content?.kind === 'aggregate' ? content.aggregate.pieces : []
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(PIECE_BYTES * 1.2)
    expect(pieces.flatMap((piece) => unpackPiece(piece).records.map(({ count }) => count))).toHaveLength(200)
  })

  test('tags that were not closed cost their element at most', async () => {
    const metadata = METADATA.replace('</email>', '')
    expect((await reportOf(written({ metadata }))).head).toMatchObject({
      reportId: '1',
      recovered: true,
      records: 1,
    })
    const open = record().replace('</count>', '').replace('</row>', '').replace('</auth_results>', '')
    const { records } = await reportOf(written({ records: open + record({ ip: '192.0.2.9' }) }))
    expect(records.map(({ ip }) => ip)).toEqual(['192.0.2.1', '192.0.2.9'])
    const half = record().replace('</header_from>', '</header_from')
    expect((await reportOf(written({ records: half }))).records[0]).toMatchObject({
      headerFrom: 'example.com',
    })
    const unknown = written({ records: `<note>${record()}` })
    expect((await reportOf(unknown)).records).toHaveLength(1)
  })

  test('extensions of RFC 9990 say nothing of the report, whatever they hold', async () => {
    const more =
      '<ext:x xmlns:ext="urn:y"><row><count>9</count></row><ext:source_ip>198.51.100.1</ext:source_ip></ext:x>'
    const records = `<extension><record>${record()}</record></extension>${record({ more })}`
    const { records: read } = await reportOf(written({ records }))
    expect(read).toHaveLength(1)
    expect(read[0]).toMatchObject({ ip: '192.0.2.1', count: 1 })
  })

  test('references and CDATA are text, what is no reference stays', async () => {
    const metadata = METADATA.replace('reporter.example', 'A&#38;B &#x41;&amp;lt;<![CDATA[<c> &amp;]]>&nbsp;')
    const { head } = await reportOf(written({ metadata }))
    expect(head).toMatchObject({ orgName: 'A&B A&lt;<c> &amp;&nbsp;', recovered: true })
  })

  test('it is all the same where a text is cut into pieces on its way', async () => {
    const gap = (length: number) => `<!--${'-'.repeat(length)}x-->`
    const expected = await reportOf(written({ records: record({ evaluated: EVALUATED }).repeat(5) }))
    for (let length = 65_000; length < 66_200; length += 7) {
      const { head, records } = await reportOf(written({ before: gap(length), records: record().repeat(5) }))
      expect(head.recovered).toBe(false)
      expect(records).toEqual(expected.records)
    }
  })
})
