import { expect, test } from 'bun:test'
import { bytesOf } from '../../../../src/services/answers/sources/weight.ts'
import type { SourceFacts, SourceTrait } from '../../../../src/store/dmarc/source-facts.ts'

const MIB = 2 ** 20
/** As much as an account may keep. */
const OF_ACCOUNT = 56 * MIB

function facts(
  addresses: number,
  { rows, traits, letters }: { rows: number; traits: number; letters: number },
) {
  const domain = 'a'.repeat(letters)
  const ips = Array.from({ length: addresses }, (_, at) => `192.0.${at >> 8}.${at & 255}`)
  const times = <T>(n: number, of: (ip: string) => T) =>
    ips.flatMap((ip) => Array.from({ length: n }, () => of(ip)))
  return {
    rows: times(rows, (ip) => ({ ip, headerFrom: domain }) as SourceFacts),
    traits: times(traits, (ip) => ({ ip, kind: 'dkim', domain, passed: true, lastSeen: 1 }) as SourceTrait),
  }
}

test('an answer weighs what it takes: addresses, their From domains, and what strangers write', () => {
  const usual = bytesOf(facts(1_000, { rows: 1, traits: 2, letters: 20 }))
  expect(usual).toBeGreaterThan(2_000_000)
  expect(usual).toBeLessThan(4_000_000)
  expect(bytesOf(facts(1_000, { rows: 3, traits: 2, letters: 20 }))).toBeGreaterThan(usual * 1.5)
  const long = bytesOf(facts(1_000, { rows: 1, traits: 2, letters: 250 }))
  expect(long - usual).toBe(230 * 3 * 1_000 * 2)
})

test('the largest answer of usual names is kept, and one of names as long as they may be is not', () => {
  const most = { rows: 3, traits: 16 }
  expect(bytesOf(facts(5_000, { ...most, letters: 24 }))).toBeLessThan(OF_ACCOUNT)
  expect(bytesOf(facts(5_000, { ...most, letters: 250 }))).toBeGreaterThan(OF_ACCOUNT)
})
