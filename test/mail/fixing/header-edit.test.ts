import { describe, expect, test } from 'bun:test'
import { foldedField, setField } from '../../../src/mail/fixing/header-edit.ts'
import { processorTime } from '../../support/processor-time.ts'

const edited = (raw: string, name: string, value?: string) =>
  Buffer.from(setField(Buffer.from(raw, 'latin1'), name, value)).toString('latin1')

const MAIL = 'From: a@example.org\r\nX-A: 1\r\nSubject: one\r\n two\r\nx-a: 2\r\n\r\nX-A: body\r\n'

describe('setting a field', () => {
  test('it takes the place of every field of that name, where the first one stood', () => {
    expect(edited(MAIL, 'X-A', '9')).toBe(
      'From: a@example.org\r\nX-A: 9\r\nSubject: one\r\n two\r\n\r\nX-A: body\r\n',
    )
  })

  test('a folded field goes as a whole', () => {
    expect(edited(MAIL, 'subject')).toBe('From: a@example.org\r\nX-A: 1\r\nx-a: 2\r\n\r\nX-A: body\r\n')
    expect(edited(MAIL, 'Subject', 'new')).toContain('X-A: 1\r\nSubject: new\r\nx-a: 2')
  })

  test('a new one becomes the last; removing one that is not there changes nothing', () => {
    expect(edited(MAIL, 'Date', 'x')).toContain('x-a: 2\r\nDate: x\r\n\r\nX-A: body')
    expect(edited(MAIL, 'Date')).toBe(MAIL)
  })

  test('a name that another begins with is another', () => {
    expect(edited('X-AB: 1\r\n\r\n', 'X-A')).toBe('X-AB: 1\r\n\r\n')
  })

  test.each([
    ['no body', 'From: a\r\n', 'From: a\r\nDate: x\r\n'],
    ['no line end', 'From: a', 'From: a\r\nDate: x\r\n'],
    ['nothing at all', '', 'Date: x\r\n'],
    ['bare line feeds', 'From: a\n\nbody\n', 'From: a\nDate: x\r\n\nbody\n'],
    ['no header', '\r\nbody', 'Date: x\r\n\r\nbody'],
  ])('%s', (_name, raw, expected) => {
    expect(edited(raw, 'Date', 'x')).toBe(expected)
  })

  test('every octet of the rest stays', () => {
    const bytes = Uint8Array.from({ length: 4096 }, (_, at) => (at * 7) % 256)
    const raw = Buffer.concat([Buffer.from('From: a\r\nX: 1\r\n\r\n'), bytes])
    expect(setField(raw, 'X', undefined)).toEqual(Buffer.concat([Buffer.from('From: a\r\n\r\n'), bytes]))
  })

  test('a value cannot end its field', () => {
    expect(edited('From: a\r\n\r\n', 'X', 'a\r\n\r\nbody: b')).toBe('From: a\r\nX: a body: b\r\n\r\n')
  })

  test('twenty thousand fields take no time', () => {
    const raw = Buffer.from(`${'X-A: 1\r\n'.repeat(20_000)}\r\nbody`)
    const begun = processorTime()
    expect(Buffer.from(setField(raw, 'X-A', '2')).toString()).toBe('X-A: 2\r\n\r\nbody')
    expect(processorTime() - begun).toBeLessThan(3_000)
  })
})

describe('folding', () => {
  test('lines have 78 characters at most, where the words allow it', () => {
    const field = foldedField(
      'List-Unsubscribe',
      `<https://example.org/${'u'.repeat(60)}>, <mailto:a@example.org>`,
    )
    expect(field.split('\r\n')).toEqual([
      `List-Unsubscribe: <https://example.org/${'u'.repeat(60)}>,`,
      ' <mailto:a@example.org>',
    ])
    const lines = foldedField('X', 'word '.repeat(100)).split('\r\n')
    expect(lines.every((line) => line.length <= 78)).toBe(true)
    expect(lines.slice(1).every((line) => line.startsWith(' word'))).toBe(true)
  })
})
