import { expect, test } from 'bun:test'
import { spfChange } from '../../../src/mail/spf/mend.ts'
import { remarksOnSpf } from '../../../src/mail/spf/verdict.ts'

const none = (domain: string) =>
  remarksOnSpf({ result: 'none', domain, identity: 'mailfrom' }, '192.0.2.1', undefined)[0]?.advice

test('a record is offered for a domain, and for nothing else', () => {
  expect(none('example.org')).toContain('example.org TXT "v=spf1 ')
  for (const other of ['vm', '[192.0.2.7]', 'a b.example', '\u001b[1mb.example'])
    expect(none(other)).toStartWith('Send with an envelope sender at a domain of your own')
})

test('no record is offered that nobody could publish, and the advice says so in words', () => {
  const text = (octets: number) => `v=spf1 ${'a '.repeat((octets - 12) / 2)} -all`
  expect(text(2_000)).toHaveLength(2_000)
  expect(spfChange('example.org', text(2_000))).toHaveLength(1)
  expect(spfChange('example.org', text(2_002))).toEqual([])
  const [left] = remarksOnSpf({ result: 'fail', domain: 'vm', identity: 'helo' }, '192.0.2.1', undefined)
  expect(left?.advice).toBe('If 192.0.2.1 may send for vm, put ip4:192.0.2.1 into its SPF record.')
  expect(left?.fix).toBeUndefined()
})
