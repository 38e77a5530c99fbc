import { describe, expect, test } from 'bun:test'
import {
  offerOfMessage,
  oneClickOffer,
} from '../../../../src/mail/content/list-unsubscribe/one-click-offer.ts'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'

const POST = 'List-Unsubscribe=One-Click'

/** As a page keeps the header, and as it is read of the message itself: both say the same. */
function offered(list: string | undefined, post: string | undefined) {
  const fields = [
    ...(list === undefined ? [] : [['List-Unsubscribe', list] as const]),
    ...(post === undefined ? [] : [['List-Unsubscribe-Post', post] as const]),
  ]
  const kept = oneClickOffer(fields.map(([name, value]) => ({ name, value: value.replaceAll('\r\n', '\n') })))
  const header = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const read = offerOfMessage(parseMessage(Buffer.from(`From: a@example.org\r\n${header}\r\nhello\r\n`)))
  expect(read).toEqual(kept)
  return kept
}

describe('the one-click request of a message', () => {
  test.each([
    ['<https://list.example/leave?a=1>', 'https://list.example/leave?a=1'],
    ['<mailto:leave@list.example>, <https://list.example/leave>', 'https://list.example/leave'],
    ['<mailto:leave@list.example>,\r\n <https://list.example/\r\n leave>', 'https://list.example/leave'],
    ['(leave) <HTTPS://List.Example/leave>', 'HTTPS://List.Example/leave'],
  ])('%j', (list, url) => {
    expect(offered(list, POST)).toEqual({ kind: 'offered', url, host: 'list.example', faults: [] })
    expect(offered(list, ` ${POST} `)).toMatchObject({ kind: 'offered' })
  })

  test.each([
    [undefined, POST, 'no List-Unsubscribe field'],
    ['<mailto:leave@list.example>', POST, 'no https address'],
    ['<http://list.example/leave>', POST, 'no https address'],
    ['https://list.example/leave', POST, 'no https address'],
    ['<https://list.example/leave>', undefined, 'no List-Unsubscribe-Post'],
    ['<https://list.example/leave>', 'list-unsubscribe=one-click', 'not hold exactly'],
    ['<https://list.example/leave>', `${POST}&a=b`, 'not hold exactly'],
  ])('%j with %j offers none', (list, post, says) => {
    expect(offered(list, post)).toMatchObject({ kind: 'none', says: expect.stringContaining(says) })
  })

  test('of several https addresses is the first, and it is said', () => {
    expect(offered('<https://a.example/1>, <https://b.example/2>', POST)).toMatchObject({
      kind: 'offered',
      host: 'a.example',
      faults: [expect.stringContaining('2 https addresses')],
    })
  })

  test('of a field that a page cuts is none', () => {
    const list = `<https://list.example/${'a'.repeat(50)}…`
    expect(oneClickOffer([{ name: 'list-unsubscribe', value: list }])).toMatchObject({ kind: 'none' })
  })
})
