import { describe, expect, test } from 'bun:test'
import { ageWords, judgeAge, unknownAge } from '../../../../src/mail/server/domain-age/age.ts'
import { rdapAddressOf } from '../../../../src/mail/server/domain-age/rdap-server.ts'
import { REGISTRATION_FAILURES } from '../../../../src/net/registry-ports.ts'

const NOW = new Date('2026-11-23T12:00:00Z')

test.each([
  ['2026-11-23T11:00:00.000Z', 'a.example was registered less than a day ago (2026-11-23).', true],
  ['2026-11-23T20:00:00.000Z', 'a.example was registered less than a day ago (2026-11-23).', true],
  ['2026-11-22T11:00:00.000Z', 'a.example was registered 1 day ago (2026-11-22).', true],
  ['2026-10-24T12:00:01.000Z', 'a.example was registered 29 days ago (2026-10-24).', true],
  ['2026-10-24T12:00:00.000Z', 'a.example was registered 30 days ago (2026-10-24).', false],
  ['2025-11-23T12:00:00.000Z', 'a.example was registered 365 days ago (2025-11-23).', false],
  ['2024-11-23T12:00:00.000Z', 'a.example was registered 730 days ago (2024-11-23).', false],
  ['2024-11-22T12:00:00.000Z', 'a.example was registered over 2 years ago (2024-11-22).', false],
  ['1995-08-14T04:00:00.000Z', 'a.example was registered over 31 years ago (1995-08-14).', false],
])('registered at %s', (at, words, isNew) => {
  expect(ageWords('a.example', at, NOW)).toBe(words)
  const remarks = judgeAge('a.example', at, NOW)
  expect(remarks.map(({ code }) => code)).toEqual(isNew ? ['domain-new'] : [])
  if (!isNew) return
  expect(remarks[0]?.says).toBe(words)
  expect(remarks[0]?.advice).toMatch(/ a\.example is (?:less than a day|1 day|29 days) old, /)
})

test('why it is not known is a sentence for each reason, and only what would not change is settled', () => {
  const told = REGISTRATION_FAILURES.map((reason) => unknownAge('a.example', { kind: 'unknown', reason }))
  for (const { says } of told) expect(says).toMatch(/^When a\.example was registered is not known: \w.*\.$/)
  expect(new Set(told.map(({ says }) => says)).size).toBe(REGISTRATION_FAILURES.length)
  expect(REGISTRATION_FAILURES.filter((_, at) => told[at]?.settled)).toEqual([
    'no-server',
    'not-found',
    'no-date',
  ])
})

describe('where a registry answers, by IANA’s bootstrap', () => {
  test.each([
    ['example.com', 'https://rdap.verisign.com/com/v1/domain/example.com'],
    ['example.org', 'https://rdap.publicinterestregistry.org/rdap/domain/example.org'],
    ['example.co.uk', 'https://rdap.nominet.uk/uk/domain/example.co.uk'],
    ['example.fr', 'https://rdap.nic.fr/domain/example.fr'],
    [
      'xn--bcher-kva.xn--vermgensberatung-pwb',
      'https://rdap.centralnic.com/xn--vermgensberatung-pwb/domain/xn--bcher-kva.xn--vermgensberatung-pwb',
    ],
    ['example.de', undefined],
    ['com', undefined],
    ['', undefined],
    ['__proto__', undefined],
    ['a.constructor', undefined],
  ])('%s', (domain, address) => {
    expect(rdapAddressOf(domain)).toBe(address)
  })
})
