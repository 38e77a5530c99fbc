import { describe, expect, test } from 'bun:test'
import type { ReadComplaint } from '../../../src/core/complaints/complaint.ts'
import { readComplaintMail } from '../../../src/mail/complaints/read.ts'
import {
  aol,
  confirmation,
  failure,
  jmrpAttached,
  jmrpReport,
  ses,
  validity,
  yahoo,
} from '../../support/complaint-mail.ts'

function complaint(raw: Uint8Array): ReadComplaint {
  const read = readComplaintMail(raw)
  if (read.kind !== 'complaint') throw new Error(`It was read as a ${read.kind}`)
  return read.complaint
}

const CAMPAIGN = { campaign: 'autumn:shop:news:mailer', listId: 'Shop news <NEWS.shop.example.org>' }

describe('a report of a feedback loop', () => {
  test.each([
    ['Yahoo', yahoo(CAMPAIGN), undefined],
    ['Microsoft, a message attached', jmrpAttached(CAMPAIGN), undefined],
    ['Microsoft, ARF without a recipient', jmrpReport(CAMPAIGN), undefined],
    ['Comcast by Validity', validity('Comcast', CAMPAIGN), 'Comcast'],
    ['Yandex by Validity', validity('Yandex', CAMPAIGN), 'Yandex'],
    ['AOL', aol(CAMPAIGN), undefined],
    ['Amazon SES', ses(CAMPAIGN), undefined],
  ])('of %s', (_name, raw, source) => {
    const { fingerprints, domains, ...told } = complaint(raw)
    expect(told).toEqual({
      type: 'abuse',
      incidents: 1,
      campaign: { field: 'feedback-id', name: 'autumn:shop:news:mailer' },
      ...(source !== undefined && { source }),
    })
    expect(domains[0]).toBe('shop.example.org')
    expect(fingerprints.length).toBeGreaterThan(0)
    const text = JSON.stringify(complaint(raw))
    for (const word of ['reader', 'SECRETWORD', 'BODYWORD', 'ca2b45ef', 'bounce-1'])
      expect(text).not.toContain(word)
  })

  test.each([
    ['abuse', 'abuse'],
    ['ABUSE', 'abuse'],
    ['fraud', 'fraud'],
    ['virus', 'virus'],
    ['not-spam', 'not-spam'],
    ['opt-out', 'opt-out'],
    ['opt-out-list', 'opt-out'],
    ['auth-failure', 'auth-failure'],
    ['other', 'other'],
    ['miscategorized', 'other'],
    ['abuse; x=1', 'abuse'],
    ['', 'other'],
  ])('of type %j is %s', (written, type) => {
    expect(complaint(yahoo({ type: written })).type).toBe(type as ReadComplaint['type'])
  })

  test('that is about authentication is no complaint', () => {
    expect(complaint(failure()).type).toBe('auth-failure')
  })

  test('may stand for several, within bounds', () => {
    expect(complaint(yahoo({ incidents: '12' })).incidents).toBe(12)
    expect(complaint(yahoo({ incidents: '4294967295' })).incidents).toBe(1000)
    for (const incidents of ['0', '-4', '1e9', 'many'])
      expect(complaint(yahoo({ incidents })).incidents).toBe(1)
  })

  test('names a list where the message names no campaign', () => {
    expect(complaint(yahoo({ listId: 'Shop news <NEWS.shop.example.org>' })).campaign).toEqual({
      field: 'list-id',
      name: 'news.shop.example.org',
    })
    expect(complaint(yahoo()).campaign).toBeUndefined()
  })

  test('keeps no address that stands in a campaign, and no more than is shown', () => {
    const { campaign } = complaint(yahoo({ campaign: `autumn:reader@yahoo.example:x:${'y'.repeat(500)}` }))
    expect(campaign?.name).toStartWith('autumn:(address):x:yyy')
    expect(campaign?.name.length).toBe(120)
  })

  test('is known by its mail and by what it is about', () => {
    const first = complaint(yahoo({ id: '1' })).fingerprints
    expect(complaint(yahoo({ id: '1' })).fingerprints).toEqual(first)
    // The same person and message in another mail.
    const again = complaint(yahoo({ id: '2' })).fingerprints
    expect(again.filter((one) => first.includes(one))).toHaveLength(1)
    const other = complaint(yahoo({ id: '3', recipient: 'other@yahoo.example' })).fingerprints
    expect(other.some((one) => first.includes(one))).toBe(false)
    // Of those whose recipient was taken out nobody knows whether they are the same.
    const [a, b] = [complaint(jmrpReport({ id: '1' })), complaint(jmrpReport({ id: '2' }))]
    expect(a.fingerprints.some((one) => b.fingerprints.includes(one))).toBe(false)
  })

  test('is found whatever its part is called, and in base64', () => {
    const text = new TextDecoder().decode(yahoo(CAMPAIGN))
    const asText = text.replace('Content-Type: message/feedback-report', 'Content-Type: text/plain')
    expect(complaint(new TextEncoder().encode(asText)).type).toBe('abuse')
    const [, fields = ''] = /message\/feedback-report\r\n\r\n([\s\S]*?)\r\n\r\n--/.exec(text) ?? []
    const packed = text
      .replace(
        'message/feedback-report\r\n',
        'message/feedback-report\r\nContent-Transfer-Encoding: base64\r\n',
      )
      .replace(fields, Buffer.from(fields).toString('base64'))
    expect(complaint(new TextEncoder().encode(packed)).type).toBe('abuse')
    const bare = new TextEncoder().encode('From: a@example.org\r\n\r\nFeedback-Type: fraud\r\nVersion: 1\r\n')
    expect(complaint(bare).type).toBe('fraud')
  })
})

test('anything else is a letter, of some lines', () => {
  expect(readComplaintMail(confirmation())).toEqual({
    kind: 'letter',
    letter: {
      from: 'fbl.example.com',
      subject: 'Confirm your feedback loop',
      text: 'Hello,\n\nyour code is 482 913.',
    },
  })
  const page =
    'From: a@example.org\r\nContent-Type: text/html\r\n\r\n<p>Your code is <b>7</b>.<script>x</script>'
  expect(readComplaintMail(new TextEncoder().encode(page))).toMatchObject({
    letter: { text: 'Your code is 7.' },
  })
})

describe('hostile mail', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  test.each([
    ['nothing', ''],
    ['NULs', '\0\0\0\0'],
    ['no header', 'hello\r\n'],
    ['many fields', `${'Feedback-Type: abuse\r\n'.repeat(100_000)}\r\n`],
    ['a report of nothing', 'Content-Type: message/feedback-report\r\n\r\n'],
    [
      'a long line',
      `From: a@example.org\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: ${'x'.repeat(5_000_000)}`,
    ],
    [
      'deep parts',
      `Content-Type: multipart/report; boundary=a\r\n\r\n${'--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(20_000)}`,
    ],
    ['a folded field without end', `Content-Type: text/plain\r\n\r\nA:${'\r\n b'.repeat(500_000)}`],
  ])('%s is read', (_name, text) => {
    expect(['complaint', 'letter']).toContain(readComplaintMail(bytes(text)).kind)
  })

  test('what is kept of it is bounded', () => {
    const long = 'z'.repeat(100_000)
    const raw = yahoo({
      campaign: long,
      from: `${long}@${long}.example`,
      message: long,
      recipient: `${long}@x.example`,
    })
    expect(JSON.stringify(readComplaintMail(raw)).length).toBeLessThan(2_000)
    const letter = readComplaintMail(bytes(`Subject: ${long}\r\n\r\n${`${long}\r\n`.repeat(100)}`))
    expect(JSON.stringify(letter).length).toBeLessThan(60_000)
  })
})
