import { describe, expect, test } from 'bun:test'
import { analyzers } from '../../src/analysis/registry.ts'
import { CASE_NAMES } from '../golden/corpus-case.ts'
import { readGolden, readUsual } from '../golden/golden-files.ts'
import { costTables, namedByTests } from './cost-tables.ts'

/** What the corpus shows of checks that can cost, and no table names: advice. A code that should cost belongs in its table. */
const ADVICE: readonly string[] = [
  'alt-missing',
  'dkim-body-changed',
  'dkim-from-not-oversigned',
  'dkim-key-revoked',
  'dkim-key-unusable',
  'dkim-key-weak',
  'dmarc-bad-value',
  'dmarc-historic-tag',
  'dmarc-no-reports',
  'dmarc-policy-none',
  'dmarc-rua-unauthorized',
  'dmarc-rua-unreachable',
  'dmarc-spf-only',
  'dmarc-uri',
  'http-image',
  'link-port',
  'list-fields-unsigned',
  'nesting-broken',
  'personal-but-tracked',
  'reply-to-freemail',
  'size-missing',
  'smtp-helo',
]

/** What costs by more than its code. */
const COMPUTED =
  /^(?:dmarc-fail|dmarc-none|listed-(?:spamhaus-zen|spamhaus-dbl|spamcop|blocklist-de)|spamassassin-spam|rspamd-spam)$/

/** Names in tables of costs that are no codes. */
const NO_CODES = new Set(['perWeight', 'minorTogether'])

const tables = costTables()
const usual = readUsual()
const weightOf = new Map(analyzers.map(({ name, weight }) => [name, weight]))
const shown = CASE_NAMES.flatMap((name) => readGolden(name, usual).checks).flatMap(
  ([check, { score, findings }]) =>
    (findings?.split(',') ?? []).map((code) => ({ check, code, score, alone: findings === code })),
)
const ofCosting = shown.filter(({ check }) => (weightOf.get(check) ?? 0) > 0)
const codes = (of: readonly { code: string }[]) => [...new Set(of.map(({ code }) => code))].toSorted()

/** A table that does not name a code makes it free: nothing else says that a code was renamed in one place alone. */
describe('codes and what they cost', () => {
  test('the tables are found', () => {
    expect(tables.size).toBeGreaterThan(180)
    expect(tables.get('spf-fail')).toBe(1.5)
  })

  test('every code that costs is shown by a case, or by a test of its analyzer', () => {
    const named = namedByTests()
    const inCorpus = new Set(codes(shown))
    const unseen = [...tables.keys()].filter(
      (code) => !inCorpus.has(code) && !named(code) && !NO_CODES.has(code),
    )
    expect(unseen).toEqual([])
  })

  test('a code of the corpus that no table names is known to be advice', () => {
    const unknown = codes(ofCosting).filter((code) => !tables.has(code) && !COMPUTED.test(code))
    expect(unknown).toEqual(ADVICE.toSorted())
  })

  test('what costs does, where nothing else was found', () => {
    const free = ofCosting.filter(
      ({ code, score, alone }) => alone && score === 0 && (tables.get(code) ?? 0) > 0,
    )
    expect(codes(free)).toEqual([])
    const paid = ofCosting.filter(({ code, score }) => score < 0 && COMPUTED.test(code))
    expect(codes(paid)).toEqual(codes(ofCosting.filter(({ code }) => COMPUTED.test(code))))
  })

  test('what is advice costs nothing by itself', () => {
    const costly = ofCosting.filter(({ code, score, alone }) => alone && score < 0 && ADVICE.includes(code))
    expect(codes(costly)).toEqual([])
  })
})
