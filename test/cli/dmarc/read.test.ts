import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { workplace } from '../running.ts'
import { mboxOf, reportMail, reportXml } from './report-xml.ts'

let place: ReturnType<typeof workplace>
beforeEach(() => {
  place = workplace()
})
afterEach(() => place.remove())

const write = (name: string, text: string | Uint8Array) => writeFileSync(join(place.folder, name), text)
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('mailgauge dmarc read', () => {
  test('says in a line of JSON what each report holds', async () => {
    write(
      'a.xml',
      reportXml({
        rows: [
          [3, true, false],
          [4, false, true],
          [5, false, false],
          [6, true, true],
        ],
      }),
    )
    const { code, stdout } = await place.run('dmarc read --json a.xml')
    expect(code).toBe(0)
    expect(linesOf(stdout)).toMatchObject([
      {
        file: 'a.xml',
        kind: 'aggregate',
        org: 'google.com',
        report_id: '1',
        begin: '2025-11-19T00:00:00.000Z',
        end: '2025-11-19T23:59:59.000Z',
        domain: 'example.org',
        format: 'rfc7489',
        records: 4,
        messages: 18,
        dmarc_pass: 13,
        dkim_aligned: 9,
        spf_aligned: 10,
        dispositions: { none: 18, pass: 0, quarantine: 0, reject: 0 },
      },
    ])
  })

  test('finds reports by their content in folders, mailboxes and archives, in order', async () => {
    mkdirSync(join(place.folder, 'in/Maildir/cur'), { recursive: true })
    mkdirSync(join(place.folder, 'in/Maildir/new'))
    mkdirSync(join(place.folder, 'in/Maildir/tmp'))
    write('in/b', gzipSync(reportXml({ id: 'gzip' })))
    write('in/.hidden.xml', reportXml({ id: 'hidden' }))
    write('in/notes.txt', 'no report\n')
    write('in/page.html', '<!DOCTYPE html><html></html>')
    write('in/Maildir/cur/1:2,S', reportMail({ id: 'read' }))
    write('in/Maildir/new/2', reportMail({ id: 'new' }))
    write('in/Maildir/tmp/3', reportMail({ id: 'half' }))
    symlinkSync('..', join(place.folder, 'in/loop'))
    write('box', mboxOf(reportMail({ id: 'first' }), reportMail({ id: 'second' })))
    const { code, stdout } = await place.run('dmarc read --json in box')
    expect(code).toBe(0)
    expect(linesOf(stdout).map(({ file, message, report_id: id }) => [file, message, id])).toEqual([
      ['in/Maildir/cur/1:2,S', undefined, 'read'],
      ['in/Maildir/new/2', undefined, 'new'],
      ['in/b', undefined, 'gzip'],
      ['box', 1, 'first'],
      ['box', 2, 'second'],
    ])
  })

  test('reads any of them from standard input', async () => {
    for (const input of [reportXml(), reportMail(), mboxOf(reportMail())]) {
      const { stdout } = await place.run('dmarc read --json -', {}, new Date(), { input })
      expect(linesOf(stdout)).toMatchObject([{ file: '-', report_id: '1', messages: 3 }])
    }
  })

  test('names what cannot be read, goes on with the others and ends with 1', async () => {
    write('a.xml', '<!DOCTYPE x [<!ENTITY a "b">]><feedback/>')
    write('b.xml', reportXml())
    const { code, stdout } = await place.run('dmarc read --json a.xml none.xml b.xml')
    expect(code).toBe(1)
    expect(linesOf(stdout)).toMatchObject([
      { file: 'a.xml', rejected: { reason: 'doctype_refused' } },
      { file: 'none.xml', rejected: { says: 'There is no file none.xml.' } },
      { file: 'b.xml', messages: 3 },
    ])
  })

  test('a report that would not be imported for its dates is read all the same', async () => {
    write('a.xml', reportXml({ begin: 1_000_000 }))
    const { code, stdout } = await place.run('dmarc read --json a.xml')
    expect(code).toBe(0)
    expect(linesOf(stdout)).toMatchObject([{ messages: 3, not_imported: { reason: 'bad_date_range' } }])
  })

  test('is a table for people, which no report turns round or breaks', async () => {
    write('a.xml', reportXml({ org: 'go\u001b[31mog\u202ele\nx' }))
    write('b.xml', 'words')
    const { stdout } = await place.run('dmarc read a.xml b.xml')
    expect(stdout).toMatch(/^REPORTER +DOMAIN +BEGIN \(UTC\)/)
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
    expect(stdout).toContain('Rejected: It holds neither a DMARC aggregate report nor a TLS report.')
    expect(stdout).toEndWith('\nReports: 1, records: 1, messages: 3, rejected: 1.\n')
  })

  test('needs a file to be named', async () => {
    expect(await place.run('dmarc read')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('<file>'),
    })
  })
})

const SAMPLES = join(import.meta.dir, '../../../../shared/samples/dmarc')

describe.skipIf(!existsSync(join(SAMPLES, 'MANIFEST.json')))('the samples', () => {
  test('have the counts of the manifest', async () => {
    const { files } = JSON.parse(readFileSync(join(SAMPLES, 'MANIFEST.json'), 'utf8'))
    for (const expected of files) {
      const { stdout } = await place.run(['dmarc', 'read', '--json', join(SAMPLES, expected.path)])
      const [report] = linesOf(stdout)
      if (expected.type !== 'aggregate') {
        expect(report.kind).toBe('tls')
        continue
      }
      const { dispositions, ...counts } = report
      for (const key of [
        'report_id',
        'domain',
        'records',
        'messages',
        'dmarc_pass',
        'dkim_aligned',
        'spf_aligned',
      ])
        expect([expected.path, key, counts[key]]).toEqual([expected.path, key, expected[key]])
      expect(Date.parse(counts.begin) / 1000).toBe(Number.parseInt(expected.begin, 10))
      expect(Date.parse(counts.end) / 1000).toBe(Number.parseInt(expected.end, 10))
      expect(dispositions).toMatchObject(expected.dispositions)
    }
  })
})
