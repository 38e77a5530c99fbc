import { describe, expect, test } from 'bun:test'
import { parseMessage } from '../../../src/mail/parse.ts'
import { processorTime } from '../../support/processor-time.ts'

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

  test('20,000 fields of it cost no more than reading them', () => {
    const fields = Array.from({ length: 20_000 }, () => `X: ${KOREAN.repeat(10)}`)
    const began = processorTime()
    const message = read('Content-Type: text/plain; charset=euc-kr', ...fields, '', 'x')
    expect(message.first('x')?.value).toStartWith('광고')
    expect(processorTime() - began).toBeLessThan(10_000)
  })
})
