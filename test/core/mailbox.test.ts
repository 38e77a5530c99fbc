import { describe, expect, test } from 'bun:test'
import { plainName, readAddress, readMailbox } from '../../src/core/mailbox.ts'

describe('an address', () => {
  test.each([
    ['bob@example.org', 'bob@example.org'],
    ["O'Neill+tag@Example.ORG", "O'Neill+tag@example.org"],
    ['root@localhost', 'root@localhost'],
    ['bob@bücher.example', 'bob@xn--bcher-kva.example'],
    ['zoë@example.org', 'zoë@example.org'],
    [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
  ])('%s', (written, address) => {
    expect(readAddress(written)).toBe(address)
  })

  test.each([
    '',
    '@',
    'bob',
    'bob@',
    '@example.org',
    'bob@@example.org',
    'bob@eve@example.org',
    'bob@example.org.',
    'bob@.example.org',
    'bob@-a.example',
    'bob@192.0.2.1',
    'bob@0x7f.1',
    'bob@[192.0.2.1]',
    'bob@example.org/path',
    'bob@example.org:25',
    '.bob@example.org',
    'bo..b@example.org',
    '"bo b"@example.org',
    'bo b@example.org',
    'bob@example.org\r\nRCPT TO:<eve@evil.example>',
    'bob\r\n@example.org',
    'bob\u0000@example.org',
    'bob\u202e@example.org',
    'bob<eve@evil.example>@example.org',
    `${'a'.repeat(65)}@example.org`,
    `bob@${'a'.repeat(64)}.example`,
    `bob@${'abc.'.repeat(70)}example`,
    `${'ü'.repeat(33)}@example.org`,
  ])('%j is none that is taken', (written) => {
    expect(readAddress(written)).toBeUndefined()
  })
})

test('a mailbox has a name or none', () => {
  const address = 'bob@example.org'
  expect(readMailbox(address)).toEqual({ address })
  expect(readMailbox(`<${address}>`)).toEqual({ address })
  expect(readMailbox(` Bob <${address}> `)).toEqual({ name: 'Bob', address })
  expect(readMailbox(`"Bob, Jr." <${address}>`)).toEqual({ name: 'Bob, Jr.', address })
  expect(readMailbox(`B\u00f6b\r\nBcc: eve <${address}>`)).toEqual({ name: 'Böb Bcc: eve', address })
  for (const wrong of [
    `Bob <eve@evil.example> <${address}>`,
    `"Bo"b" <${address}>`,
    'Bob <bob>',
    `Bob ${address}`,
    `${address}>`,
  ])
    expect(readMailbox(wrong)).toBeUndefined()
  expect(readMailbox(`${'x'.repeat(600)} <${address}>`)).toBeUndefined()
})

test('a name is one line of bounded length, without what nobody sees', () => {
  expect(plainName(' a\r\n b\tc\u0000\u202e\u200bd\ufeff ')).toBe('a b c d')
  expect(plainName('e\u0301')).toBe('é')
  expect(plainName('x'.repeat(10), 10)).toBe('x'.repeat(10))
  expect(plainName('x'.repeat(11), 10)).toBe(`${'x'.repeat(9)}…`)
  expect(plainName('😀'.repeat(11), 10)).toBe(`${'😀'.repeat(9)}…`)
  expect(plainName(`a${'\u0301'.repeat(100_000)}`, 10).length).toBeLessThanOrEqual(11)
  expect(plainName('\ud800x')).toBe('x')
})
