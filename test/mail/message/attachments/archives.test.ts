import { describe, expect, test } from 'bun:test'
import { listArchive } from '../../../../src/mail/message/attachments/archives.ts'
import { extensionOf, hasDoubleExtension } from '../../../../src/mail/message/attachments/file-names.ts'
import { type FileKind, kindOf } from '../../../../src/mail/message/attachments/magic.ts'
import { growth, LINEAR } from '../../../support/processor-time.ts'
import { oleWith, rar4Of, rar5Of, sevenZip, tarOf, windowsProgram, zipOf } from './archive-files.ts'

const NAMES = ['a.txt', 'folder/setup.exe']
const PLAIN = { names: NAMES, encrypted: false, cut: false }
const gzip = Bun.gzipSync(Buffer.from('x'))

test.each<[string, Buffer, FileKind, object]>([
  ['zip', zipOf(NAMES), 'zip', PLAIN],
  ['zip with a password', zipOf(NAMES, { encrypted: true }), 'zip', { ...PLAIN, encrypted: true }],
  ['zip behind something else', zipOf(NAMES, { before: 'PK\x03\x04 stub' }), 'zip', PLAIN],
  ['empty zip', zipOf([]), 'zip', { ...PLAIN, names: [] }],
  ['tar', tarOf({ 'a.txt': 'x'.repeat(513), 'folder/setup.exe': '' }), 'tar', PLAIN],
  ['rar 4', rar4Of(NAMES), 'rar', PLAIN],
  ['rar 4 with a password', rar4Of(NAMES, { fileFlags: 4 }), 'rar', { ...PLAIN, encrypted: true }],
  [
    'rar 4 with hidden names',
    rar4Of(NAMES, { mainFlags: 0x80 }),
    'rar',
    { names: [], encrypted: true, cut: true },
  ],
  ['rar 5', rar5Of(NAMES), 'rar', PLAIN],
  ['rar 5 with a password', rar5Of(NAMES, { encryptedFiles: true }), 'rar', { ...PLAIN, encrypted: true }],
  [
    'rar 5 with hidden names',
    rar5Of(NAMES, { encryptedHeaders: true }),
    'rar',
    { names: [], encrypted: true, cut: true },
  ],
  ['7z', sevenZip(false), '7z', { names: [], encrypted: false, cut: true }],
  ['7z with a password', sevenZip(true), '7z', { names: [], encrypted: true, cut: true }],
  ['gzip', Buffer.from(gzip), 'gzip', { names: [], encrypted: false, cut: true }],
])('%s', (_, bytes, kind, view) => {
  expect(kindOf(bytes)).toBe(kind)
  expect(listArchive(bytes, kind)).toEqual(view as never)
})

test.each<[string, string, FileKind | undefined]>([
  ['a Windows program', windowsProgram().toString('latin1'), 'program'],
  [
    'text that begins with MZ',
    `MZ and so on, a text of some length. ${'It goes on. '.repeat(10)}`,
    undefined,
  ],
  ['ELF', '\x7fELF\x02', 'program'],
  ['Mach-O', '\xcf\xfa\xed\xfe', 'program'],
  ['a shortcut', 'L\0\0\0\x01\x14\x02\0\0', 'shortcut'],
  ['PDF behind a line', '\n\n%PDF-1.7', 'pdf'],
  ['HTML', '\xef\xbb\xbf \n<!DOCTYPE html>', 'html'],
  ['XML', '<?xml version="1.0"?>', undefined],
  ['PNG', '\x89PNG\r\n\x1a\n', 'image'],
  ['WebP', 'RIFF1234WEBP', 'image'],
  ['WAV', 'RIFF1234WAVE', 'media'],
  ['Office', oleWith('x').toString('latin1'), 'ole'],
  ['text', 'Hello', undefined],
  ['nothing', '', undefined],
])('%s by its bytes', (_, bytes, kind) => {
  expect(kindOf(Buffer.from(bytes, 'latin1'))).toBe(kind)
})

test.each([
  ['report.PDF', 'pdf', false],
  ['report.pdf.exe', 'exe', true],
  ['report.pdf      .exe', 'exe', true],
  ['report.pdf.exe.', 'exe', true],
  ['report.pdf.html', 'html', true],
  ['page.htm.html', 'html', false],
  ['data.tar.gz', 'gz', false],
  ['v1.2.exe', 'exe', false],
  ['a.zip.p7m', 'p7m', false],
  ['folder.exe/readme', '', false],
  ['C:\\x.exe\\a.txt', 'txt', false],
  ['invoice\u202efdp.exe', 'exe', false],
  ['a.ex\u200be', 'exe', false],
  ['none', '', false],
  ['', '', false],
])('%j ends in %j', (name, extension, double) => {
  expect(extensionOf(name)).toBe(extension)
  expect(hasDoubleExtension(name)).toBe(double)
})

describe('hostile archives', () => {
  const begins: Record<string, Buffer> = {
    zip: zipOf(NAMES),
    tar: tarOf({ a: 'x' }),
    rar: rar4Of(NAMES),
    rar5: rar5Of(NAMES),
    '7z': sevenZip(true),
    gzip: Buffer.from([0x1f, 0x8b, 8, 0x0c]),
  }

  test('cut off anywhere or with any octet changed do not throw', () => {
    for (const [name, whole] of Object.entries(begins)) {
      const kind = kindOf(whole)
      if (!kind) throw new Error(name)
      for (let at = 0; at < whole.length; at += 1) {
        expect(() => listArchive(whole.subarray(0, at), kind)).not.toThrow()
        for (const octet of [0, 0x7f, 0xff]) {
          const changed = Buffer.from(whole)
          changed[at] = octet
          expect(() => listArchive(changed, kind)).not.toThrow()
        }
      }
    }
  })

  const names = (count: number) => Array.from({ length: count }, (_, i) => `${i}.txt`)
  const rar5Begins = Buffer.from('Rar!\x1a\x07\x01\0', 'latin1')
  test.each([
    ['zip', 'zip', (count: number) => zipOf(names(count))],
    ['rar 4', 'rar', (count: number) => rar4Of(names(count))],
    ['rar 5', 'rar', (count: number) => rar5Of(names(count))],
    ['tar', 'tar', (count: number) => Buffer.alloc(100 * count, 0x31)],
    ['rar 5 of nothing', 'rar', (count: number) => Buffer.concat([rar5Begins, Buffer.alloc(100 * count, 2)])],
  ] as const)('an endless %s is cut, with no more effort than its length', (_, kind, make) => {
    const times = growth(12_500, make, (bytes) => expect(listArchive(bytes, kind)?.cut).toBe(true))
    expect(times).toBeLessThan(LINEAR)
  })
})
