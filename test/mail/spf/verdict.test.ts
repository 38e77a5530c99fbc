import { expect, test } from 'bun:test'
import { remarksOnSpf } from '../../../src/mail/spf/verdict.ts'

const none = (domain: string) =>
  remarksOnSpf({ result: 'none', domain, identity: 'mailfrom' }, '192.0.2.1', undefined)[0]?.advice

test('a record is offered for a domain, and for nothing else', () => {
  expect(none('example.org')).toContain('example.org TXT "v=spf1 ')
  for (const other of ['vm', '[192.0.2.7]', 'a b.example', '\u001b[1mb.example'])
    expect(none(other)).toStartWith('Send with an envelope sender at a domain of your own')
})
