import { describe, expect, test } from 'bun:test'
import type { PolicyChange } from '../../../../../src/core/aggregate/live-policy.ts'
import { withPolicies } from '../../../../../src/mail/authentication/dmarc/raising/with-policies.ts'
import { readDmarcRecord } from '../../../../../src/mail/authentication/dmarc/tags.ts'

const to = (tags: PolicyChange['tags'], testing = false): PolicyChange => ({ tags, testing })

/** What stands there, what is asked for, and the whole record that comes of it, byte for byte. */
const WRITTEN: readonly [text: string, change: PolicyChange, after: string][] = [
  [
    'v=DMARC1; p=none; rua=mailto:dmarc@example.org',
    to({ p: 'quarantine' }),
    'v=DMARC1; p=quarantine; rua=mailto:dmarc@example.org',
  ],
  // As its owner spaced it.
  [
    'v=DMARC1;p=none;rua=mailto:a@example.org,mailto:b@example.net!10m;fo=1;',
    to({ p: 'quarantine' }),
    'v=DMARC1;p=quarantine;rua=mailto:a@example.org,mailto:b@example.net!10m;fo=1;',
  ],
  [
    'v=DMARC1 ; p = none ;  rua=mailto:a@example.org',
    to({ p: 'reject' }),
    'v=DMARC1 ; p = reject ;  rua=mailto:a@example.org',
  ],
  // The order stays, also where p= comes last.
  [
    'v=DMARC1; rua=mailto:a@example.org; p=NONE',
    to({ p: 'quarantine' }),
    'v=DMARC1; rua=mailto:a@example.org; p=quarantine',
  ],
  // sp= and np= behind what they follow.
  ['v=DMARC1; p=none', to({ p: 'quarantine', sp: 'none' }), 'v=DMARC1; p=quarantine; sp=none'],
  [
    'v=DMARC1;p=none;rua=mailto:a@example.org',
    to({ p: 'quarantine', sp: 'none', np: 'none' }),
    'v=DMARC1;p=quarantine;sp=none;np=none;rua=mailto:a@example.org',
  ],
  [
    'v=DMARC1; p=none; rua=mailto:a@example.org; sp=none',
    to({ np: 'quarantine' }),
    'v=DMARC1; p=none; rua=mailto:a@example.org; sp=none; np=quarantine',
  ],
  [
    'v=DMARC1; p=reject; sp=none; adkim=s; rua=mailto:a@example.org',
    to({ sp: 'quarantine' }),
    'v=DMARC1; p=reject; sp=quarantine; adkim=s; rua=mailto:a@example.org',
  ],
  // t=y comes and goes, t=n stays.
  [
    'v=DMARC1; p=none; rua=mailto:a@example.org',
    to({ p: 'quarantine' }, true),
    'v=DMARC1; p=quarantine; t=y; rua=mailto:a@example.org',
  ],
  [
    'v=DMARC1; p=quarantine; t=y; rua=mailto:a@example.org',
    to({}),
    'v=DMARC1; p=quarantine; rua=mailto:a@example.org',
  ],
  ['v=DMARC1; p=quarantine; t=n', to({ p: 'reject' }), 'v=DMARC1; p=reject; t=n'],
  ['v=DMARC1; p=none; t=n', to({ p: 'quarantine' }, true), 'v=DMARC1; p=quarantine; t=y'],
  ['v=DMARC1; p=none; t=y', to({ p: 'quarantine' }, true), 'v=DMARC1; p=quarantine; t=y'],
  // pct= goes, wherever it stands.
  [
    'v=DMARC1; p=quarantine; pct=20; rua=mailto:a@example.org',
    to({}),
    'v=DMARC1; p=quarantine; rua=mailto:a@example.org',
  ],
  ['v=DMARC1;p=quarantine;pct=20', to({ p: 'reject' }), 'v=DMARC1;p=reject'],
  ['v=DMARC1; p=quarantine; pct=100;', to({ p: 'reject' }), 'v=DMARC1; p=reject;'],
  // What nobody knows is theirs.
  [
    'v=DMARC1; p=none; rf=afrf; ri=86400; psd=n; x-note=ours; rua=mailto:a@example.org',
    to({ p: 'quarantine' }),
    'v=DMARC1; p=quarantine; rf=afrf; ri=86400; psd=n; x-note=ours; rua=mailto:a@example.org',
  ],
]

describe('a record with other policies', () => {
  for (const [text, change, after] of WRITTEN) {
    test(`${text} → ${after}`, () => expect(withPolicies(text, change)).toBe(after))
  }
})

/** It is not certain which policy is meant, or more would have to be touched. */
const NOT_WRITTEN: readonly string[] = [
  '',
  'v=spf1 -all',
  'p=none',
  'v=DMARC1; rua=mailto:a@example.org',
  'v=DMARC1; p=none; p=none',
  'v=DMARC1; p=none; p=reject',
  'v=DMARC1; p=nnoe; rua=mailto:a@example.org',
  'v=DMARC1; p=none; sp=rejcet; rua=mailto:a@example.org',
  'v=DMARC1; p=none; SP=reject; rua=mailto:a@example.org',
  'v=DMARC1; P=reject; p=none; rua=mailto:a@example.org',
  'v=DMARC1; p=none rua=mailto:a@example.org',
  'v=DMARC1; p=none; rua=mailto:a@example.org sp=reject',
  'v=DMARC1; p=none; pp=reject; rua=mailto:a@example.org',
  'v=DMARC1; p=none; t=1; rua=mailto:a@example.org',
  'v=DMARC1; p=none; rua=mailto:ä@example.org',
  'v=DMARC1; p=none; rua=mailto:a@example.org\n',
  `v=DMARC1; p=none; rua=mailto:${'a'.repeat(2_000)}@example.org`,
]

describe('no record is made', () => {
  for (const text of NOT_WRITTEN) {
    test(text.slice(0, 80) || 'of nothing', () =>
      expect(withPolicies(text, to({ p: 'quarantine' }))).toBeUndefined(),
    )
  }
})

test('what is read of the rest is the same, in the same order', () => {
  for (const [text, change, after] of WRITTEN) {
    const rest = (record: string) =>
      Object.entries(readDmarcRecord(record).tags).filter(
        ([name]) => !['p', 'sp', 'np', 't', 'pct'].includes(name),
      )
    expect(rest(after)).toEqual(rest(text))
    expect(readDmarcRecord(after).unreadable).toBe(false)
    expect(withPolicies(after, change)).toBe(after)
  }
})
