import { describe, expect, test } from 'bun:test'
import { parseMailboxes } from '../../../../src/mail/reading/mime/mailboxes.ts'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'
import { growth, LINEAR } from '../../../support/processor-time.ts'

/** 광고 (advertisement) in EUC-KR; 改善 in Big5, whose second octet may be ASCII: `§ïµ½`. */
const KOREAN = '\xb1\xa4\xb0\xed'
const CHINESE = '\xa7\xef\xb5\xbd'

const read = (...lines: string[]) => parseMessage(Buffer.from(lines.join('\r\n'), 'latin1'))

describe('raw 8-bit text in a field', () => {
  test('is read in the charset that the body declares', () => {
    const message = read(
      `From: "${KOREAN}" <a@b.example>`,
      `Subject: [${KOREAN}] =?utf-8?Q?=C3=BC?=`,
      'Content-Type: text/plain; charset=ks_c_5601-1987',
      '',
      KOREAN,
    )
    expect(message.subject).toBe('[광고] ü')
    expect(message.from).toEqual([{ name: '광고', address: 'a@b.example', domain: 'b.example' }])
    expect(message.first('subject')?.raw).toBe(`Subject: [${KOREAN}] =?utf-8?Q?=C3=BC?=`)
  })

  test('in that of a part which is shown, or of the markup inside', () => {
    const message = read(
      `Subject: ${CHINESE}`,
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      'x',
      '--b',
      'Content-Type: text/html',
      '',
      `<meta content="text/html; charset=big5"><p>${CHINESE}`,
      '--b--',
    )
    expect(message.subject).toBe('改善')
  })

  test.each([
    ['UTF-8 stays UTF-8', 'Gr\xc3\xbc\xc3\x9fe', 'euc-kr', 'Grüße'],
    ['a charset that the octets are not of is not believed', 'Gr\xfc e', 'big5', 'Grü e'],
    ['a charset nobody knows', 'Gr\xfc\xdfe', 'x-none', 'Grüße'],
    ['UTF-16 is no charset of a header', 'Gr\xfc\xdfe', 'utf-16le', 'Grüße'],
    ['plain ASCII is not touched', 'Greetings', 'utf-7', 'Greetings'],
  ])('%s', (_, written, charset, shown) => {
    const message = read(`Subject: ${written}`, `Content-Type: text/plain; charset=${charset}`, '', 'x')
    expect(message.subject).toBe(shown)
  })

  const RUSSIAN = '\xf0\xd2\xc9\xd7\xc5\xd4'
  const html = 'text/html; charset=iso-8859-1'
  test.each([
    ['Latin-1 in a word, the body the same', '=?iso-8859-1?Q?Caf\xe9?=', html, 'Café'],
    ['Latin-1 in a word, the body UTF-8', '=?iso-8859-1?Q?Caf\xe9?=', 'text/plain; charset=utf-8', 'Café'],
    ['Latin-1 in a word, the body Korean', '=?iso-8859-1?Q?\xe9t\xe9?=', 'text/plain; charset=euc-kr', 'été'],
    ['KOI8-R in a word, the body Latin-1', `=?koi8-r?Q?${RUSSIAN}?=`, html, 'Привет'],
    ['KOI8-R beside such a word', `${RUSSIAN} =?koi8-r?Q?=F0?= x`, 'text/plain', 'Привет П x'],
    ['its words go before the body', `=?koi8-r?Q?=F0?= ${RUSSIAN}`, html, 'П Привет'],
    [
      'the body where the words are UTF-8',
      `=?utf-8?Q?=C3=BC?= ${RUSSIAN}`,
      'text/plain; charset=koi8-r',
      'ü Привет',
    ],
    [
      'both inside and beside',
      `\xfc =?iso-8859-1?Q?\xe9?= \xe8 =?koi8-r?Q?${RUSSIAN}?=`,
      'text/plain',
      'ü é è Привет',
    ],
    ['UTF-8 beside Latin-1 inside', 'Gr\xc3\xbc\xc3\x9fe =?iso-8859-1?Q?\xe9t=E9?=', html, 'Grüße été'],
    [
      'a word that says UTF-8 with raw text of the body',
      `=?utf-8?Q?${KOREAN}?=`,
      'text/plain; charset=euc-kr',
      '광고',
    ],
  ])('an encoded word with raw octets: %s', (_, written, type, shown) => {
    const message = read(
      `Subject: ${written}`,
      `From: ${written} <a@b.example>`,
      `Content-Type: ${type}`,
      '',
      'x',
    )
    expect(message.subject).toBe(shown)
    expect(message.from).toEqual([{ name: shown, address: 'a@b.example', domain: 'b.example' }])
    expect(parseMailboxes(`"${written}" <a@b.example>`, 9).mailboxes[0]?.address).toBe('a@b.example')
  })

  test.each([
    ['raw in the charset of the body', KOREAN, '광고'],
    ['a word of another charset with raw octets', '=?iso-8859-1?Q?\xe9t=E9?=', 'été'],
    ['UTF-8', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
  ])('the name of a file: %s', (_, written, shown) => {
    for (const field of [
      `Content-Disposition: attachment; filename="${written}.pdf"`,
      `Content-Type: application/pdf; name="${written}.pdf"`,
    ]) {
      const { attachments } = read(
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain; charset=euc-kr',
        '',
        KOREAN,
        '--b',
        field,
        ...(field.startsWith('Content-Type') ? [] : ['Content-Type: application/pdf']),
        '',
        'x',
        '--b--',
      )
      expect(attachments[0]?.filename).toBe(`${shown}.pdf`)
    }
  })

  test('the name of a file in the form of RFC 2231 is of the charset that it names', () => {
    const { attachments } = read(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html; charset=iso-8859-1',
      '',
      'x',
      '--b',
      "Content-Disposition: attachment; filename*=koi8-r''\xf0%d2\xc9.pdf",
      '',
      'x',
      '--b--',
    )
    expect(attachments[0]?.filename).toBe('При.pdf')
  })

  test('the effort grows with the number of such fields, no faster', () => {
    const fields = (count: number) => Array.from({ length: count }, () => `X: ${KOREAN.repeat(10)}`)
    const times = growth(5_000, fields, (some) => {
      const message = read('Content-Type: text/plain; charset=euc-kr', ...some, '', 'x')
      expect(message.first('x')?.value).toStartWith('광고')
    })
    expect(times).toBeLessThan(LINEAR)
  })
})
