import { describe, expect, test } from 'bun:test'
import type { Change } from '../../src/core/fix.ts'
import { verbatim } from '../../src/core/verbatim.ts'
import { type Advised, itemsOf } from '../../src/web/advice.ts'
import { offeredBy } from '../../src/web/offered.ts'

const txt = (record: string, name = 'example.org'): Change => ({
  kind: 'dns',
  name,
  type: 'TXT',
  records: [record],
  replaces: 'v=spf1',
})
const SPF = txt('"v=spf1 ip4:192.0.2.10 -all"')
const A: Change = { kind: 'dns', name: 'mail.example.org', type: 'A', records: ['192.0.2.10'] }
const POST: Change = { kind: 'header', name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' }
const HELO: Change = { kind: 'smtp', helo: 'mail.example.org' }

const advised = (advice: string, ...changes: Change[]): Advised => ({
  advice,
  offered: changes.flatMap(offeredBy),
})
const piecesOf = (advice: string, ...changes: Change[]) =>
  itemsOf([advised(advice, ...changes)]).flatMap(({ pieces }) => pieces)
const code = (advice: string, ...changes: Change[]) =>
  piecesOf(advice, ...changes).filter(({ kind }) => kind === 'code')
const below = (advice: string, ...changes: Change[]) =>
  itemsOf([advised(advice, ...changes)]).flatMap((item) => item.below.map(({ text }) => text))

describe('code in an advice', () => {
  test('is a record that the finding offers, with its place, without the quotes of one string', () => {
    expect(code('Publish: example.org TXT "v=spf1 ip4:192.0.2.10 -all"', SPF)).toEqual([
      { kind: 'code', text: 'v=spf1 ip4:192.0.2.10 -all', place: 'example.org TXT', block: true },
    ])
  })

  test('keeps the quotes of a record of several strings', () => {
    const long = '"v=DKIM1; k=rsa; p=MIIB" "IjAN"'
    const shown = code(
      `Publish: s._domainkey.example.org TXT ${long}.`,
      txt(long, 's._domainkey.example.org'),
    )
    expect(shown.map(({ text, place }) => [place, text])).toEqual([['s._domainkey.example.org TXT', long]])
  })

  test('is the text of a TXT record alone, in quotes or up to the end of a sentence', () => {
    const text = 'v=spf1 ip4:192.0.2.10 -all'
    for (const words of [
      `Publish at example.org: ${text}`,
      `Publish "${text}" there.`,
      `Publish ${text}.\nWait.`,
    ]) {
      expect(code(words, SPF).map((piece) => piece.text)).toEqual([text])
      expect(below(words, SPF)).toEqual([])
    }
    expect(code(`Not ${text} ip4:192.0.2.11 though`, SPF)).toEqual([])
  })

  test('is a header field, and what the server says', () => {
    expect(code('Send exactly: List-Unsubscribe-Post: List-Unsubscribe=One-Click', POST)).toEqual([
      { kind: 'code', text: 'List-Unsubscribe-Post: List-Unsubscribe=One-Click', block: true },
    ])
    expect(code('As here:\nEHLO mail.example.org\nmail.example.org A 192.0.2.10', HELO, A)).toEqual([
      { kind: 'code', text: 'EHLO mail.example.org', block: true },
      { kind: 'code', text: '192.0.2.10', place: 'mail.example.org A', block: true },
    ])
  })

  test('is nothing that looks like a record and is offered by nobody', () => {
    for (const words of [
      'Publish: example.org TXT "v=spf1 ip4:192.0.2.11 -all"',
      'Add this field: List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'It begins with v=DMARC1; and the `rest` is "mail.example.org. IN A 192.0.2.1".',
      'mail.example.org A 192.0.2.1',
    ]) {
      expect(piecesOf(words, SPF, A)).toEqual([{ kind: 'words', text: words }])
    }
  })

  test('does not begin or end amid a name or a value', () => {
    for (const words of ['the mail.example.org A 192.0.2.100', 'Give a.mail.example.org A 192.0.2.10'])
      expect(code(words, A)).toEqual([])
    expect(code('Give mail.example.org A 192.0.2.10, and wait.', A)).toHaveLength(1)
  })

  test('is the longer of two records that begin alike', () => {
    const longer = { ...A, records: ['192.0.2.10 192.0.2.11'] }
    expect(code('Set mail.example.org A 192.0.2.10 192.0.2.11', A, longer)[0]?.text).toBe(
      '192.0.2.10 192.0.2.11',
    )
  })

  test('is what the advice marks, with the place of a record, without quotes around it', () => {
    const form = 'mail._domainkey.example.org TXT "v=DKIM1; k=rsa; p=<public key>"'
    expect(code(`In this form: ${verbatim(form)}`)).toEqual([
      {
        kind: 'code',
        text: 'v=DKIM1; k=rsa; p=<public key>',
        place: 'mail._domainkey.example.org TXT',
        form: true,
        block: true,
      },
    ])
    expect(piecesOf(`Add "${verbatim('MIME-Version: 1.0')}".`)).toEqual([
      { kind: 'words', text: 'Add ' },
      { kind: 'code', text: 'MIME-Version: 1.0', form: true },
      { kind: 'words', text: '.' },
    ])
  })

  test('amid a sentence stays in it, its place as words', () => {
    expect(piecesOf('Publish example.org TXT "v=spf1 ip4:192.0.2.10 -all" and no other.', SPF)).toEqual([
      { kind: 'words', text: 'Publish ' },
      { kind: 'words', text: 'example.org TXT ' },
      { kind: 'code', text: 'v=spf1 ip4:192.0.2.10 -all' },
      { kind: 'words', text: ' and no other.' },
    ])
  })
})

test('nothing of the words is lost or doubled', () => {
  const line = `Publish ${verbatim('a.example A 192.0.2.1')} and mail.example.org A 192.0.2.10; see https://example.org/x, then ${verbatim('reload')}. Done`
  const text = piecesOf(line, A)
    .map((piece) => piece.text)
    .join('')
  expect(text).toBe(
    'Publish a.example A 192.0.2.1 and mail.example.org A 192.0.2.10; see https://example.org/x, then reload. Done',
  )
})

describe('web addresses', () => {
  test('are links without the stop behind them', () => {
    expect(piecesOf('Ask for removal: https://example.org/remove?a=1.')[1]).toEqual({
      kind: 'link',
      text: 'https://example.org/remove?a=1',
    })
  })

  test('the scheme by itself is none', () => {
    for (const line of [
      'Write the address in full, with https://.',
      'Begin it with https://, not "https://"',
    ]) {
      expect(piecesOf(line)).toEqual([{ kind: 'words', text: line }])
    }
  })
})

test('each line is one thing to do; empty lines are none, and a line that is only a record goes with the one before', () => {
  const items = itemsOf([advised('One.\n\n  As here:\nmail.example.org A 192.0.2.10\nThen wait.', A)])
  expect(items.map(({ pieces }) => pieces.map(({ text }) => text))).toEqual([
    ['One.'],
    ['As here:', '192.0.2.10'],
    ['Then wait.'],
  ])
})

describe('what is offered and stands not in the words', () => {
  test('is told below them, with its place and what it takes the place of', () => {
    expect(itemsOf([advised('Let 192.0.2.10 send.', SPF)])[0]?.below).toEqual([
      {
        written: 'example.org TXT "v=spf1 ip4:192.0.2.10 -all"',
        place: 'example.org TXT',
        text: 'v=spf1 ip4:192.0.2.10 -all',
        instead: 'v=spf1',
      },
    ])
  })

  test('is not told where they hold it, nor twice', () => {
    expect(below('Publish: example.org TXT "v=spf1 ip4:192.0.2.10 -all"', SPF)).toEqual([])
    expect(below('Let it send.', SPF, SPF)).toHaveLength(1)
    const both = itemsOf([
      advised('Let it send.', SPF),
      advised('Publish: example.org TXT "v=spf1 ip4:192.0.2.10 -all"', SPF),
    ])
    expect(both.flatMap((item) => item.below)).toEqual([])
  })

  test('is told behind its own advice', () => {
    const items = itemsOf([advised('Let it send.', SPF), advised('Name it.', A)])
    expect(items.map((item) => item.below.map(({ place }) => place))).toEqual([
      ['example.org TXT'],
      ['mail.example.org A'],
    ])
  })

  test('is told where there are no words', () => {
    expect(below('', A)).toEqual(['192.0.2.10'])
    expect(itemsOf([advised('')])).toEqual([])
  })

  test('a field or record to remove is words, unless the advice names it', () => {
    const bcc: Change = { kind: 'header', name: 'Bcc' }
    const old: Change = { kind: 'dns', name: 'example.org', type: 'TXT', records: [], replaces: 'v=spf1' }
    expect(
      itemsOf([advised('Keep it to yourself.', bcc, old)])[0]?.below.map(({ removes }) => removes),
    ).toEqual(['Bcc', 'example.org'])
    expect(below('Take the Bcc field out.', bcc)).toEqual([])
  })

  test('the TLS that a plan was tried with is not told as something to set', () => {
    expect(below('', { kind: 'smtp', tls: { version: 'TLSv1.3', cipher: 'X' } })).toEqual([])
  })
})
