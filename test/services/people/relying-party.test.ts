import { expect, test } from 'bun:test'
import { relyingPartyOf } from '../../../src/services/people/passkeys/relying-party.ts'

test.each([
  [
    'https://mailgauge.example.org',
    { kind: 'usable', id: 'mailgauge.example.org', origin: 'https://mailgauge.example.org' },
  ],
  [
    'https://mg.example.org:8443/mail',
    { kind: 'usable', id: 'mg.example.org', origin: 'https://mg.example.org:8443' },
  ],
  ['http://localhost:8080', { kind: 'usable', id: 'localhost', origin: 'http://localhost:8080' }],
  ['http://127.0.0.1:8080', { kind: 'unusable', reason: 'address', address: 'http://localhost:8080' }],
  ['http://[::1]:8080', { kind: 'unusable', reason: 'address', address: 'http://localhost:8080' }],
  ['https://192.0.2.1', { kind: 'unusable', reason: 'address' }],
  ['https://[2001:db8::1]', { kind: 'unusable', reason: 'address' }],
  ['http://mg.example.org', { kind: 'unusable', reason: 'not_https', address: 'https://mg.example.org' }],
] as const)('passkeys at %s', (baseUrl, party) => {
  expect<object>(relyingPartyOf(baseUrl)).toEqual(party)
})
