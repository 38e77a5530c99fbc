import { expect, test } from 'bun:test'
import { isNeverPublic, isPrivateName } from '../../../../src/mail/reading/domains/private-names.ts'

test.each([
  'localhost',
  'mail.localdomain',
  'a.LOCAL',
  'db.internal.',
  'x.lan',
  'files.intranet',
  'x.private',
  'dc1.corp',
  'nas.home',
  'nas.home.arpa',
  'no.invalid',
])('%s means something inside a network only', (name) => {
  expect([isPrivateName(name), isNeverPublic(name)]).toEqual([true, true])
})

test.each(['abc.onion', 'x.alt', '10.2.0.192.in-addr.arpa'])('%s is no host of the internet', (name) => {
  expect([isPrivateName(name), isNeverPublic(name)]).toEqual([false, true])
})

test.each(['example.org', 'local.example', 'home.arpa.example', 'lan', 'mylan.com', ''])(
  '%s: judged by its last label alone',
  (name) => expect(isPrivateName(name)).toBe(name === 'lan'),
)
