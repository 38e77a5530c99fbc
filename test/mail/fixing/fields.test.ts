import { expect, test } from 'bun:test'
import { dateField, messageIdField, unsubscribeFields } from '../../../src/mail/fixing/fields.ts'
import { readMessageId } from '../../../src/mail/message/headers/message-id.ts'
import { readDate } from '../../../src/mail/reading/mime/date.ts'

const AT = new Date('2026-02-01T03:04:05.678Z')

test('a Date that reads back as the same second', () => {
  const { value = '' } = dateField(AT)
  expect(value).toBe('Sun, 01 Feb 2026 03:04:05 +0000')
  expect(readDate(value)).toEqual({ at: new Date('2026-02-01T03:04:05Z'), faults: [] })
})

test('a Message-ID at a domain, and none without one', () => {
  expect(messageIdField('example.org', AT)?.value).toBe('<20260201T030405.1@example.org>')
  expect(readMessageId(messageIdField('xn--bcher-kva.example', AT)?.value ?? '').fault).toBeUndefined()
  for (const domain of [undefined, '', 'localhost', '[192.0.2.1]', 'two words.example']) {
    expect(messageIdField(domain, AT)).toBeUndefined()
  }
})

test('the two unsubscribe fields name the domain and nothing else', () => {
  const { list, post } = unsubscribeFields('example.org')
  expect([list.name, post.name, post.value]).toEqual([
    'List-Unsubscribe',
    'List-Unsubscribe-Post',
    'List-Unsubscribe=One-Click',
  ])
  expect(list.value).toMatch(/^<https:\/\/example\.org\/\S+>, <mailto:\S+@example\.org\S*>$/)
})
