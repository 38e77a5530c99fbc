import { describe, expect, test } from 'bun:test'
import { askableAddress, askableDomain } from '../../../../src/mail/server/blocklists/askable-domain.ts'

describe('the name that domain lists are asked about', () => {
  test.each<[string, string | undefined]>([
    ['mail.news.example.org', 'example.org'],
    ['Example.ORG.', 'example.org'],
    ['a.b.co.uk', 'b.co.uk'],
    ['co.uk', undefined],
    ['customer.github.io', 'customer.github.io'],
    ['github.io', 'github.io'],
    ['www.bücher.de', 'xn--bcher-kva.de'],
    ['192.0.2.1', undefined],
    ['[192.0.2.1]', undefined],
    ['2001:db8::1', undefined],
    ['localhost', undefined],
    ['printer.local', undefined],
    ['db.corp.internal', undefined],
    ['abc.onion', undefined],
    ['1.2.0.192.in-addr.arpa', undefined],
    ['', undefined],
    ['two words.example', undefined],
    ['a..example', undefined],
    [`${'a'.repeat(64)}.example`, undefined],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
    [`${'a.'.repeat(150)}example`, undefined],
    ['a!b.example', undefined],
  ])('%s', (host, name) => {
    expect(askableDomain(host)).toBe(name as string)
  })
})

test('of addresses, public IPv4 alone', () => {
  const hosts = ['192.0.2.1', '10.0.0.1', '127.0.0.1', '[2001:db8::1]', '2001:db8::1', 'example.org', '']
  expect(hosts.filter((host) => askableAddress(host) !== undefined)).toEqual(['192.0.2.1'])
})
