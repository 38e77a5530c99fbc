import { describe, expect, test } from 'bun:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readReportFile } from '../../../src/mail/aggregate/read.ts'
import { CONTAINERS, packed, type ZipOptions, zipOf } from '../../support/aggregate/containers.ts'
import { record, written } from '../../support/aggregate/pieces.ts'
import { filesOf, outcomesOf, refusalOf, reportOf } from '../../support/aggregate/reading.ts'

const XML = Buffer.from(written())

describe('archives as reporters make them', () => {
  for (const container of CONTAINERS) {
    test(`C1, C2, C5, C9, C10: ${container}`, async () => {
      const { head, records } = await reportOf(packed(XML, container))
      expect(records).toHaveLength(1)
      expect(head.warnings).toEqual([])
    })
  }

  test('C1: garbage of any sort behind gzip', async () => {
    for (const tail of ['\r\n', '\0'.repeat(600), '\x1f\x8b', 'PK\x03\x04', '-- \nfooter']) {
      const { head } = await reportOf(Buffer.concat([gzipSync(XML), Buffer.from(tail, 'latin1')]))
      expect(head.warnings).toEqual([])
    }
  })

  test('C8: several files in an archive, with folders and what macOS adds', async () => {
    const names = ['reports/', 'reports/a.xml', '__MACOSX/a.xml', '..\\..\\b.xml', '/etc/c\u202e.xml']
    const zip = zipOf(names.map((name) => ({ name, bytes: name.endsWith('/') ? new Uint8Array() : XML })))
    const files = filesOf(await readReportFile('x.zip', zip))
    expect(files.map(({ name }) => name)).toEqual(['a.xml', 'b.xml', 'c.xml'])
    expect(files.every(({ content }) => content.kind === 'aggregate')).toBe(true)
  })

  test('C8: of more than sixteen entries sixteen are read and the rest named', async () => {
    const zip = zipOf(Array.from({ length: 20 }, (_, i) => ({ name: `${i}.xml`, bytes: XML })))
    const files = filesOf(await readReportFile('x.zip', zip))
    expect(files.slice(0, 16).map(({ content }) => content.kind)).toEqual(Array(16).fill('aggregate'))
    expect(files.slice(16)).toMatchObject(
      ['16.xml', '17.xml', '18.xml', '19.xml'].map((name) => ({
        name,
        content: { reason: 'too_many_files' },
      })),
    )
    const crowd = zipOf(Array.from({ length: 300 }, (_, i) => ({ name: `${i}.xml`, bytes: XML })))
    expect(filesOf(await readReportFile('x.zip', crowd)).at(-1)?.name).toBe('and 220 more')
  })

  test('C10: archives in archives, two deep and no more', async () => {
    const zip = (bytes: Uint8Array) => zipOf([{ name: 'x', bytes }])
    for (const two of [gzipSync(gzipSync(XML)), zip(gzipSync(XML)), zip(zip(XML)), gzipSync(zip(XML))]) {
      expect((await reportOf(two)).records).toHaveLength(1)
      expect(await refusalOf(gzipSync(two))).toBe('nested_too_deep')
      expect(await refusalOf(zip(two))).toBe('nested_too_deep')
    }
  })

  test('C12: what is in the archive may be anything else', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    for (const inside of [
      png,
      Buffer.from('unused'),
      Buffer.from('   '),
      Buffer.alloc(0),
      Buffer.alloc(5_000),
    ]) {
      expect(await refusalOf(gzipSync(inside))).toBe('not_a_report')
      expect(await refusalOf(zipOf([{ name: 'a.xml', bytes: inside }]))).toBe('not_a_report')
    }
    expect(await refusalOf('<html><body>Hello</body></html>')).toBe('not_a_report')
    expect(await refusalOf('')).toBe('not_a_report')
  })

  test('a wrong check sum is read with a warning', async () => {
    const gzip = Buffer.from(gzipSync(XML))
    gzip[gzip.length - 6] = (gzip[gzip.length - 6] ?? 0) ^ 1
    expect((await reportOf(gzip)).head.warnings).toEqual(['crc_mismatch'])
    const size = Buffer.from(gzipSync(XML))
    size[size.length - 1] = 9
    expect((await reportOf(size)).head.warnings).toEqual(['crc_mismatch'])
    expect((await reportOf(zipOf([{ name: 'a', bytes: XML, wrongCrc: true }]))).head.warnings).toEqual([
      'crc_mismatch',
    ])
  })

  test('what came out of an archive that was cut off is read with a warning', async () => {
    const many = Buffer.from(
      written({
        records: Array.from({ length: 500 }, (_, i) =>
          record({ count: i + 1, ip: `192.0.${i % 9}.${i % 251}` }),
        ).join(''),
      }),
    )
    const gzip = gzipSync(many)
    for (const cut of [gzip.subarray(0, -4), gzip.subarray(0, -8)]) {
      expect((await reportOf(cut)).head).toMatchObject({ records: 500, warnings: ['truncated'] })
    }
    const half = await reportOf(gzip.subarray(0, gzip.length >> 1))
    expect(half.head).toMatchObject({ recovered: true })
    expect(half.head.warnings).toContain('truncated')
    expect(half.records).toEqual((await reportOf(many)).records.slice(0, half.records.length))
    expect(half.records.length).toBeGreaterThan(50)
    const zip = zipOf([{ name: 'a.xml', bytes: many }])
    expect((await reportOf(zip.subarray(0, -30))).head).toMatchObject({
      records: 500,
      warnings: ['truncated'],
    })
    expect((await reportOf(zip.subarray(0, zip.length >> 1))).head.warnings).toContain('truncated')
    expect(await refusalOf(gzip.subarray(0, 10))).toBe('damaged_archive')
    expect(await refusalOf(gzip.subarray(0, 3))).toBe('damaged_archive')
  })

  test('gzip with every field that its header may have', async () => {
    const plain = gzipSync(XML)
    const header = Buffer.concat([plain.subarray(0, 3), Buffer.from([0x1f]), plain.subarray(4, 10)])
    const fields = Buffer.from('\x03\0abcreport.xml\0comment\0\x01\x02', 'latin1')
    const file = Buffer.concat([header, fields, plain.subarray(10)])
    const [attachment] = await readReportFile('', file)
    expect(attachment?.files[0]).toMatchObject({ name: 'report.xml', content: { kind: 'aggregate' } })
  })

  test('entries that cannot be read are named with the reason', async () => {
    const of = (options: ZipOptions) => refusalOf(zipOf([{ name: 'a.xml', bytes: XML, ...options }]))
    expect(await of({ encrypted: true })).toBe('damaged_archive')
    expect(await of({ method: 12 })).toBe('damaged_archive')
    expect(await of({ declared: 40 * 1024 * 1024 })).toBe('too_large')
    expect(await of({ declared: 7 })).toBe('aggregate')
    expect(await refusalOf(`PK\x05\x06${'\0'.repeat(18)}`)).toBe('damaged_archive')
    expect(await refusalOf('PK\x03\x04nothing')).toBe('damaged_archive')
  })

  test('an archive behind other octets, as a program that unpacks itself', async () => {
    const zip = zipOf([
      { name: 'a.xml', bytes: XML },
      { name: 'b.xml', bytes: XML },
    ])
    const behind = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(50), zip])
    expect(outcomesOf(await readReportFile('x', behind))).toEqual(['aggregate', 'aggregate'])
  })

  test('the file is kept as it came, packed where it was not', async () => {
    const gzip = gzipSync(XML)
    expect(await readReportFile('../a.xml.gz', gzip)).toMatchObject([
      { name: 'a.xml.gz', size: gzip.length, bytes: gzip },
    ])
    const [plain] = await readReportFile('a.xml', XML)
    expect(plain).toMatchObject({ size: XML.length, packed: true })
    expect(gunzipSync(plain?.bytes ?? new Uint8Array())).toEqual(XML)
  })

  test('the same report has the same hash however it is packed', async () => {
    const hashes = await Promise.all(
      CONTAINERS.map(async (one) => (await reportOf(packed(XML, one))).head.contentHash),
    )
    expect(new Set(hashes).size).toBe(1)
  })
})
