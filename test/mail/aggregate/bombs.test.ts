import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { READ_LIMITS } from '../../../src/mail/aggregate/limits.ts'
import { readReportFile } from '../../../src/mail/aggregate/read.ts'
import { zipOf } from '../../support/aggregate/containers.ts'
import { record, written } from '../../support/aggregate/pieces.ts'
import { outcomesOf, refusalOf } from '../../support/aggregate/reading.ts'
import { watchMemory } from '../../support/peak-memory.ts'
import { processorTime } from '../../support/processor-time.ts'

const MIB = 1024 * 1024
/** A hundred where nothing else runs; the rest is for machines that are slow, and cannot hide an effort that grows. */
const MOST_MILLISECONDS = 400
const TRIES = 3
/** Reading clears memory away as it goes, which takes as long as the tests before have left to look through. */
const MOST_CLEARINGS = 4

function clearing(): number {
  const began = processorTime()
  Bun.gc(true)
  return processorTime() - began
}

/** A report that goes on like this, packed: `size` octets of `unit` behind the head. */
function endless(unit: string, size: number, behind = ''): Uint8Array {
  const report = written({ records: '' }).replace('</feedback>', behind)
  return gzipSync(Buffer.concat([Buffer.from(report), Buffer.alloc(size, unit, 'latin1')]))
}

const zeros = (size: number) => gzipSync(Buffer.alloc(size))

/** An archive that names one entry ever so often. */
function overlapping(times: number): Uint8Array {
  const zip = Buffer.from(zipOf([{ name: 'a', bytes: Buffer.from(written()) }]))
  const directory = zip.subarray(-22 - 47, -22)
  const end = Buffer.from(zip.subarray(-22))
  end.writeUInt16LE(times, 8)
  end.writeUInt16LE(times, 10)
  end.writeUInt32LE(directory.length * times, 12)
  return Buffer.concat([zip.subarray(0, -22 - 47), ...Array(times).fill(directory), end])
}

const manyNames = () =>
  zipOf(
    Array.from({ length: 3000 }, (_, at) => ({
      name: `${at}`.padStart(3000, 'n'),
      bytes: Buffer.from(written()),
    })),
  )

/** As many records as 31 MiB have room for, each of an address of its own. */
function cdataEverywhere(): Uint8Array {
  const one = record().replace(/>([^<>]+)</g, '><![CDATA[$1]]><')
  const records = Array.from({ length: 95_000 }, (_, at) =>
    one.replace('192.0.2.1', `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`),
  )
  return gzipSync(written({ records: records.join('') }))
}

/** Each of so many octets, in one archive. */
function tlsReports(count: number, octets: number, letter: string): Uint8Array {
  const detail = { 'result-type': 'certificate-expired', 'failed-session-count': 1 }
  const one = JSON.stringify({ ...detail, 'additional-information': letter.repeat(300) })
  const report = JSON.stringify({
    'organization-name': 'a',
    'date-range': { 'start-datetime': '2024-01-01T00:00:00Z', 'end-datetime': '2024-01-01T23:59:59Z' },
    'report-id': '1',
    policies: [{ policy: { 'policy-type': 'sts', 'policy-domain': 'example.org' }, 'failure-details': [0] }],
  })
  const details = Array(Math.floor(octets / (Buffer.byteLength(one) + 1))).fill(one)
  const bytes = Buffer.from(report.replace('[0]', () => `[${details.join(',')}]`))
  return zipOf(Array.from({ length: count }, (_, at) => ({ name: `${at}.json`, bytes })))
}

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol">${Array.from({ length: 9 }, () => '<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">').join('')}]>`

const BOMBS: Record<string, [make: () => Uint8Array | string, outcome: string]> = {
  'half a GiB of zeros': [() => zeros(512 * MIB), 'not_a_report'],
  'a zip of zeros that says how many': [
    () => zipOf([{ name: 'a.xml', bytes: Buffer.alloc(256 * MIB) }]),
    'too_large',
  ],
  'a zip of zeros that lies': [
    () => zipOf([{ name: 'a.xml', bytes: Buffer.alloc(256 * MIB), declared: 9 }]),
    'not_a_report',
  ],
  'zeros, packed twice': [() => gzipSync(zeros(256 * MIB)), 'not_a_report'],
  'half a GiB that begins as a report': [() => endless(' ', 512 * MIB), 'too_large'],
  'that in a zip which says it is small': [
    () =>
      zipOf([
        { name: 'a', bytes: Buffer.concat([Buffer.from('<a>'), Buffer.alloc(200 * MIB, 32)]), declared: 10 },
      ]),
    'too_large',
  ],
  'ten GB by declaration': [
    () => zipOf([{ name: 'a.xml', bytes: Buffer.from('<a>'), declared: 0xffff_fff0 }]),
    'too_large',
  ],
  'entries that overlap': [() => overlapping(60_000), 'damaged_archive'],
  'billion laughs': [() => LAUGHS + written(), 'doctype_refused'],
  'deep nesting': [() => endless('<a>', 30 * MIB), 'nested_too_deep'],
  'nesting in a record': [() => endless('<dkim>', 30 * MIB, '<record><auth_results>'), 'malformed_xml'],
  'elements without end': [() => endless('<a/>', 30 * MIB), 'malformed_xml'],
  'more than 100,000 records': [() => endless(record(), 31 * MIB), 'too_many_records'],
  'records without anything': [() => endless('<record/>', 30 * MIB), 'too_many_records'],
  'one text of 30 MiB': [() => endless('1', 30 * MIB, '<version>'), 'malformed_xml'],
  'one attribute of 30 MiB': [() => endless('1', 30 * MIB, '<record a="'), 'malformed_xml'],
  'a million references': [() => endless('&#65;', 5 * MIB, '<version>'), 'malformed_xml'],
  'nothing but <': [() => endless('<', 30 * MIB), 'malformed_xml'],
  'tags that never end': [() => endless('<a ="', 30 * MIB), 'malformed_xml'],
  'closing tags of nothing': [() => endless('</a>', 30 * MIB), 'malformed_xml'],
  comments: [() => endless('<!---->', 30 * MIB), 'malformed_xml'],
  'JSON of brackets': [() => Buffer.alloc(15 * MIB, '{"policies":['), 'too_large'],
  'JSON of empty values': [() => gzipSync(`{"policies":[${'{},'.repeat(4 * MIB)}]}`), 'too_large'],
  'XML without a report': [() => gzipSync(`<a>${'<b>x</b>'.repeat(3 * MIB)}</a>`), 'not_a_report'],
}

describe('what is made to hurt is refused before it does', () => {
  for (const [name, [make, outcome]] of Object.entries(BOMBS)) {
    test(name, async () => {
      const bytes = make()
      const most = MOST_MILLISECONDS + MOST_CLEARINGS * clearing()
      let least = Number.POSITIVE_INFINITY
      for (let left = TRIES; left > 0; left -= 1) {
        const began = processorTime()
        expect(await refusalOf(bytes)).toBe(outcome)
        least = Math.min(least, processorTime() - began)
      }
      expect(least).toBeLessThan(most)
    }, 60_000)
  }

  test('100,000 records are read, one more is not', async () => {
    const most = record().repeat(100_000)
    expect(await refusalOf(written({ records: most }))).toBe('aggregate')
    expect(await refusalOf(written({ records: most + record().replace('<record>', '<record >') }))).toBe(
      'too_many_records',
    )
  }, 60_000)

  test('an archive of bombs stops when all of them together are too large', async () => {
    const one = Buffer.concat([Buffer.from(written({ records: '' })), Buffer.alloc(30 * MIB, ' ')])
    const read = await readReportFile(
      'x',
      zipOf(Array.from({ length: 16 }, (_, i) => ({ name: `${i}`, bytes: one }))),
    )
    expect(outcomesOf(read)).toEqual(['aggregate', 'aggregate', ...Array(14).fill('too_large')])
  }, 60_000)

  test('zips in zips end at the second', async () => {
    let zip: Uint8Array = Buffer.from(written())
    for (let level = 0; level < 6; level += 1)
      zip = zipOf(Array.from({ length: 8 }, (_, i) => ({ name: `${i}.zip`, bytes: zip })))
    const outcomes = outcomesOf(await readReportFile('x', zip))
    expect(outcomes).toHaveLength(64)
    expect(new Set(outcomes)).toEqual(new Set(['nested_too_deep']))
  }, 60_000)

  const GREEDY: Record<string, [make: () => Uint8Array, outcomes: ReturnType<typeof outcomesOf>]> = {
    zeros: [() => zeros(512 * MIB), ['not_a_report']],
    blanks: [() => endless(' ', 512 * MIB), ['too_large']],
    elements: [() => endless('<a/>', 30 * MIB), ['malformed_xml']],
    'nothing but <': [() => endless('<', 30 * MIB), ['malformed_xml']],
    'three thousand names of three KB': [
      manyNames,
      [...Array(16).fill('aggregate'), ...Array(65).fill('too_many_files')],
    ],
    'CDATA in every field': [cdataEverywhere, ['aggregate']],
    'four TLS reports as large as are read': [() => tlsReports(4, 7.5 * MIB, 'x'), Array(4).fill('tls')],
    'those of letters beyond Latin-1': [() => tlsReports(4, 7.5 * MIB, '\u20ac'), Array(4).fill('tls')],
    'four TLS reports of 15 MiB': [() => tlsReports(4, 15 * MIB, 'x'), Array(4).fill('too_large')],
  }

  for (const [name, [make, outcomes]] of Object.entries(GREEDY)) {
    test(`memory grows by less than 64 MiB, of which the report itself may take half: ${name}`, async () => {
      const bytes = make()
      await readReportFile('x', gzipSync(written()))
      Bun.gc(true)
      const before = process.memoryUsage.rss()
      const watch = watchMemory()
      expect(outcomesOf(await readReportFile('x', bytes))).toEqual(outcomes)
      expect(watch.most() - before).toBeLessThan(64 * MIB)
    }, 60_000)
  }
})

test('of all reports in an archive no more records are read than of two of the largest', async () => {
  const row = '<record><row><source_ip>192.0.2.1</source_ip><count>1</count></row></record>'
  const one = Buffer.from(
    `<feedback><report_metadata><date_range><begin>1700000000</begin><end>1700086399</end></date_range></report_metadata>
<policy_published><domain>example.org</domain></policy_published>${row.repeat(20)}</feedback>`,
  )
  const zip = zipOf(Array.from({ length: 4 }, (_, at) => ({ name: `${at}.xml`, bytes: one })))
  const [read] = await readReportFile('a.zip', zip, { ...READ_LIMITS, totalRecords: 50 })
  expect(read?.files.map(({ content }) => content.kind)).toEqual([
    'aggregate',
    'aggregate',
    'rejected',
    'rejected',
  ])
  expect(read?.files[2]?.content).toEqual({
    kind: 'rejected',
    reason: 'too_many_records',
    detail: 'Its mail or archive has more than 50 records.',
  })
})
