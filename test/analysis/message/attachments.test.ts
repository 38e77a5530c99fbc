import { describe, expect, test } from 'bun:test'
import { attachments } from '../../../src/analysis/analyzers/message/attachments.ts'
import {
  oleWith,
  rar5Of,
  sevenZip,
  tarOf,
  windowsProgram,
  zipOf,
} from '../../mail/message/attachments/archive-files.ts'
import { processorTime } from '../../support/processor-time.ts'
import { judge, mail } from '../message-scene.ts'

interface Attached {
  name?: string
  type?: string
  bytes?: Buffer | string
  disposition?: string
}

function letter(files: readonly Attached[]): string {
  const parts = files.map(
    ({ name, type = 'application/octet-stream', bytes = 'x', disposition = 'attachment' }) => {
      const encoded = name && `filename*=utf-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
      const content = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes, 'latin1')
      return `--b1\r\nContent-Type: ${type}\r\nContent-Disposition: ${disposition}${encoded ? `; ${encoded}` : ''}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64Of(content)}\r\n`
    },
  )
  const text = '--b1\r\nContent-Type: text/plain\r\n\r\nSee the files.\r\n'
  return mail(
    { 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary="b1"' },
    `${text}${parts.join('')}--b1--\r\n`,
  )
}

function base64Of(content: Buffer): string {
  return (content.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n')
}

const PDF = '%PDF-1.7 x'
const PNG = '\x89PNG\r\n\x1a\n'

test.each<[string, Attached, number, string]>([
  ['a PDF', { name: 'invoice.pdf', type: 'application/pdf', bytes: PDF }, 0, ''],
  ['an image', { name: 'a.png', type: 'image/png', bytes: PNG }, 0, ''],
  ['an image of another kind than its name', { name: 'a.jpg', type: 'image/jpeg', bytes: PNG }, 0, ''],
  ['a calendar', { name: 'invite.ics', type: 'text/calendar', bytes: 'BEGIN:VCALENDAR' }, 0, ''],
  ['a card', { name: 'ann.vcf', type: 'text/vcard', bytes: 'BEGIN:VCARD' }, 0, ''],
  [
    'a PGP signature',
    { name: 'signature.asc', type: 'application/pgp-signature', bytes: '-----BEGIN' },
    0,
    '',
  ],
  ['an S/MIME signature', { name: 'smime.p7s', type: 'application/pkcs7-signature', bytes: '0\x80' }, 0, ''],
  ['a message', { name: 'mail.eml', type: 'message/rfc822', bytes: 'From: a' }, 0, ''],
  ['a spreadsheet', { name: 'a.xlsx', bytes: zipOf(['[Content_Types].xml', 'xl/workbook.xml']) }, 0, ''],
  ['an old spreadsheet', { name: 'a.xls', bytes: oleWith('Workbook') }, 0, ''],
  ['a table in HTML for Excel', { name: 'a.xls', bytes: '<html><table>' }, 0, ''],
  ['an archive of pictures', { name: 'a.zip', bytes: zipOf(['1.png', '2.png']) }, 0, ''],
  ['a program by its name', { name: 'setup.EXE' }, -1, 'file-blocked'],
  ['a script', { name: 'a.js', type: 'text/javascript' }, -1, 'file-blocked'],
  ['a type that Outlook does not open', { name: 'a.mdb' }, -0.5, 'file-not-opened'],
  ['a program under another name', { name: 'a.dat', bytes: windowsProgram() }, -1, 'file-program'],
  [
    'a program as a picture',
    { name: 'a.png', type: 'image/png', bytes: windowsProgram() },
    -1,
    'file-program',
  ],
  ['a program without a name', { bytes: '\x7fELF\x02\x01' }, -1, 'file-program'],
  [
    'an archive with a program',
    { name: 'a.zip', bytes: zipOf(['x/setup.exe']) },
    -1,
    'archive-holds-blocked',
  ],
  ['a tar with a program', { name: 'a.tar', bytes: tarOf({ 'a.bat': 'x' }) }, -1, 'archive-holds-blocked'],
  ['a rar with a program', { name: 'a.rar', bytes: rar5Of(['a.scr']) }, -1, 'archive-holds-blocked'],
  [
    'a packed program',
    { name: 'setup.exe.gz', bytes: Buffer.from(Bun.gzipSync(Buffer.from('x'))) },
    -1,
    'archive-holds-blocked',
  ],
  ['an archive with a type of Outlook alone', { name: 'a.zip', bytes: zipOf(['a.mdb']) }, 0, ''],
  [
    'an archive with a password',
    { name: 'a.zip', bytes: zipOf(['a.txt'], { encrypted: true }) },
    -0.5,
    'archive-encrypted',
  ],
  ['a 7z with a password', { name: 'a.7z', bytes: sevenZip(true) }, -0.5, 'archive-encrypted'],
  ['a 7z', { name: 'a.7z', bytes: sevenZip(false) }, 0, ''],
  ['macros by the name', { name: 'a.docm', bytes: zipOf(['word/document.xml']) }, -0.5, 'file-macros'],
  [
    'macros in a new document',
    { name: 'a.docx', bytes: zipOf(['word/vbaProject.bin']) },
    -0.5,
    'file-macros',
  ],
  ['macros in an old document', { name: 'a.doc', bytes: oleWith('_VBA_PROJECT') }, -0.5, 'file-macros'],
  ['a binary spreadsheet without macros', { name: 'a.xlsb', bytes: zipOf(['xl/workbook.bin']) }, 0, ''],
  ['a document with a password', { name: 'a.docx', bytes: oleWith('EncryptedPackage') }, 0, ''],
  ['two types', { name: 'invoice.pdf.exe' }, -1, 'file-blocked,file-double-type'],
  [
    'two types, the last a page',
    { name: 'invoice.pdf.html', type: 'text/html', bytes: '<html>' },
    -0.8,
    'file-double-type,file-page',
  ],
  ['a turned name', { name: 'invoice\u202efdp.txt' }, -1, 'file-name-turned'],
  ['a page', { name: 'form.htm', type: 'text/html', bytes: '<html>' }, -0.3, 'file-page'],
  ['a drawing', { name: 'a.svg', type: 'image/svg+xml', bytes: '<svg><rect/></svg>' }, 0, ''],
  [
    'a drawing with a script',
    { name: 'a.svg', type: 'image/svg+xml', bytes: '<svg><script>x()</script></svg>' },
    -0.3,
    'file-page',
  ],
  ['a page without a name', { type: 'text/html', bytes: '<html>' }, -0.3, 'file-page'],
  [
    'a page under the name of a PDF',
    { name: 'a.pdf', type: 'application/pdf', bytes: '<html>' },
    -0.3,
    'file-type-differs',
  ],
  [
    'an archive under the name of a picture',
    { name: 'a.jpg', bytes: zipOf(['a.txt']) },
    -0.3,
    'file-type-differs',
  ],
  ['a PDF declared a picture, unnamed', { type: 'image/png', bytes: PDF }, -0.3, 'file-type-differs'],
  [
    'winmail.dat',
    { name: 'winmail.dat', type: 'application/ms-tnef', bytes: '\x78\x9f\x3e\x22' },
    0,
    'file-tnef',
  ],
  ['a name of the language', { name: 'x.constructor', bytes: PDF }, 0, ''],
  ['nothing in it', { name: 'empty.pdf', bytes: '' }, 0, ''],
])('%s', async (_, file, score, code) => {
  const verdict = await judge(attachments, letter([file]))
  expect({ score: verdict.score, code: verdict.findings.join(',') }).toEqual({ score, code })
  expect(verdict.status).toBe(score < 0 ? 'failed' : 'passed')
})

test('nothing attached', async () => {
  expect((await judge(attachments, mail())).status).toBe('neutral')
})

test('types stand in the detail, names in the quotes', async () => {
  const files = [
    { name: 'secretname.exe' },
    { name: 'a.secretype' },
    { name: 'b.pdf', bytes: PDF },
    { name: 'c.pdf', bytes: PDF },
  ]
  const verdict = await judge(attachments, letter(files))
  expect(verdict.detail).toMatchObject({ attachments: '4', types: 'exe, other, pdf (2)' })
  expect(JSON.stringify(verdict.detail)).not.toContain('secret')
  expect(verdict.quotes?.['file_1']).toBe('secretname.exe')
})

test('several of one fault cost once, all together the weight', async () => {
  const pages = [
    { name: 'a.html', bytes: '<html>' },
    { name: 'b.html', bytes: '<html>' },
  ]
  expect((await judge(attachments, letter(pages))).score).toBe(-0.3)
  const all = [...pages, { name: 'a.exe' }, { name: 'b.zip', bytes: zipOf(['c.exe'], { encrypted: true }) }]
  expect((await judge(attachments, letter(all))).score).toBe(-1)
})

describe('much of it', () => {
  const timed = async (files: Attached[]) => {
    const message = letter(files)
    const begun = processorTime()
    const verdict = await judge(attachments, message)
    return { took: processorTime() - begun, verdict }
  }

  test('5 MB take little time', async () => {
    const big = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(5_000_000, 0x50)])
    expect((await timed([{ name: 'a.zip', bytes: big }])).took).toBeLessThan(8_000)
  })

  test('only so many files are looked at, and the rest is said', async () => {
    const { verdict, took } = await timed(
      Array.from({ length: 250 }, (_, i) => ({ name: `${i}.pdf`, bytes: PDF })),
    )
    expect(verdict.detail['not_looked_at']).toBe('50 further files')
    expect(took).toBeLessThan(5_000)
  })
})
