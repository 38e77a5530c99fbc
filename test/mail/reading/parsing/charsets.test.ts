import { describe, expect, test } from 'bun:test'
import { decodeText, isKnownCharset } from '../../../../src/mail/reading/mime/charset.ts'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'

const bytes = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'))

/** Encoded by Python's codecs, not by anything of ours. */
const ENCODED = [
  ['utf-8', 'R3LDvMOfZQ==', 'Grüße'],
  ['koi8-r', '8NLJ18XULCDNydI=', 'Привет, мир'],
  ['KOI8-U', '8NLJ16bU', 'Привіт'],
  ['shift_jis', 'grGC8YLJgr+CzZCiikU=', 'こんにちは世界'],
  ['cp932', 'grGC8YLJgr+CzZCiikU=', 'こんにちは世界'],
  ['gb18030', 'xOO6w6OsysC95w==', '你好，世界'],
  ['gb2312', 'xOO6w6OsysC95w==', '你好，世界'],
  ['iso-2022-jp', 'GyRCJDMkcyRLJEEkT0AkMyYbKEI=', 'こんにちは世界'],
  ['euc-jp', 'pLOk86TLpMGkzw==', 'こんにちは'],
  ['windows-1252', 'bmHvdmUgk3F1b3Rlc5QggA==', 'naïve “quotes” €'],
  ['ISO-8859-1', 'bmHvdmU=', 'naïve'],
  ['euc-kr', 'vsiz58fPvLy/5A==', '안녕하세요'],
  ['ks_c_5601-1987', 'vsiz58fPvLy/5A==', '안녕하세요'],
  ['cp949', 'jGO55rCix88=', '똠방각하'],
  ['iso-2022-kr', 'GyQpQw4+SDNnR088PD9kDw==', '안녕하세요'],
  ['hz-gb-2312', 'fntEYzpDIyxKQD1nfn0=', '你好，世界'],
  ['utf-7', 'SGkgTW9tICtKam8h', 'Hi Mom ☺!'],
  ['unicode-1-1-utf-7', 'SGkgTW9tICtKam8h', 'Hi Mom ☺!'],
  ['big5', 'p0GmbqVArMk=', '你好世界'],
  ['cp437', 'Y2FmgiCw', 'café ░'],
  ['ibm850', 'R3KB4WU=', 'Grüße'],
  ['iso-8859-2', 'RG9icv0gdmXoZXI=', 'Dobrý večer'],
  ['windows-1256', '49HNyMc=', 'مرحبا'],
  ['iso-8859-8-i', '+ezl7Q==', 'שלום'],
  ['tis-620', 'ysfRyrTV', 'สวัสดี'],
  ['utf-16', '//5HAHIA/ADfAGUA', 'Grüße'],
  ['utf-16', 'AEcAcgD8AN8AZQ==', 'Grüße'],
  ['utf-16be', 'AEcAcgD8AN8AZQ==', 'Grüße'],
  ['utf-32', '//4AAEcAAAByAAAA/AAAAN8AAABlAAAA', 'Grüße'],
  ['macintosh', 'bmGVdmU=', 'naïve'],
  ['"utf-8"', 'R3LDvMOfZQ==', 'Grüße'],
  ['utf8mb4', 'R3LDvMOfZQ==', 'Grüße'],
] as const

test.each(ENCODED)('%s of %s', (label, encoded, text) => {
  expect(decodeText(bytes(encoded), label)).toMatchObject({ text })
  expect(decodeText(bytes(encoded), label).problem).toBeUndefined()
  expect(isKnownCharset(label)).toBe(true)
})

test.each(ENCODED)('a body in %s of %s', (label, encoded, text) => {
  const message = `From: a@b.example\r\nContent-Type: text/plain; charset=${label}\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}\r\n`
  expect(parseMessage(Buffer.from(message)).text).toBe(text)
})

describe('what a sender did not say, or said wrongly', () => {
  test.each([
    ['nothing declared, UTF-8', '', Buffer.from('Grüße'), 'Grüße', undefined],
    ['nothing declared, Latin-1', '', Buffer.from('Grüße', 'latin1'), 'Grüße', undefined],
    ['nothing declared, ISO-2022-JP', '', bytes('GyRCJDMbKEI='), 'こ', undefined],
    // ISO-8859-9: the C7 BC in it would be a character of UTF-8.
    [
      'nothing declared, Latin-1 with a look of UTF-8',
      '',
      Buffer.from('\xc7\xbc \xe7 \xfe', 'latin1'),
      'Ç¼ ç þ',
      undefined,
    ],
    [
      'nothing declared, UTF-8 with a stray octet',
      '',
      Buffer.from('R\xc3\xbcck\xc3\xa9 \xfc', 'latin1'),
      'Rücké \ufffd',
      undefined,
    ],
    [
      'ISO-2022-JP joined of two texts',
      'iso-2022-jp',
      Buffer.from('\x1b$B$3\x1b(B\x1b$B$3\x1b(B'),
      'ここ',
      undefined,
    ],
    ['us-ascii, but UTF-8', 'us-ascii', Buffer.from('Grüße'), 'Grüße', 'invalid'],
    ['utf-8, but Latin-1', 'utf-8', Buffer.from('Grüße aus Köln', 'latin1'), 'Grüße aus Köln', 'invalid'],
    ['Latin-1, but UTF-8', 'iso-8859-1', Buffer.from('ü'), 'Ã¼', 'mistaken'],
    ['the name of a font is a hint', 'CHINESEBIG5', Buffer.from('a4a4a4e5', 'hex'), '中文', 'unknown'],
    ['and with its ending', 'RUSSIAN_CHARSET', Buffer.from('cff0e8e2e5f2', 'hex'), 'Привет', 'unknown'],
    [
      'a hint does not outdo UTF-8',
      'GREEK_CHARSET',
      Buffer.from('Grüße, schöne Grüße'),
      'Grüße, schöne Grüße',
      'unknown',
    ],
    ['a charset that nobody knows', 'x-klingon', Buffer.from('Grüße'), 'Grüße', 'unknown'],
    ['Object.prototype is no charset', 'constructor', Buffer.from('abc'), 'abc', 'unknown'],
    ['a mark at the beginning', '', Buffer.from('\ufeffGrüße'), 'Grüße', undefined],
  ] as const)('%s', (_name, label, raw, text, problem) => {
    const decoded = decodeText(raw, label)
    expect(decoded.text).toBe(text)
    expect(decoded.problem).toBe(problem)
  })

  test('no bytes of any charset throw', () => {
    const all = Uint8Array.from({ length: 1_024 }, (_, i) => (i * 167) % 256)
    for (const [label] of ENCODED) expect(typeof decodeText(all, label).text).toBe('string')
  })

  test('the charset of a meta element counts where the part declares none', () => {
    const html = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"></head><body>\xcf\xf0\xe8</body></html>`
    const raw = Buffer.from(`From: a@b.example\r\nContent-Type: text/html\r\n\r\n${html}`, 'latin1')
    expect(parseMessage(raw).html).toContain('При')
  })
})
