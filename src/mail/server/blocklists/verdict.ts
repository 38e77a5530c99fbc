import type { Answer, DnsFailureReason, FailedAnswer } from '../../../net/ports.ts'
import type { ListCode, ListSetting } from './roster.ts'

/** The words a list's answer comes down to. Only `listed` speaks about the address or name that was asked. */
export const LIST_VERDICTS = [
  'listed',
  'not listed',
  /** The list answers, but not us. */
  'refused',
  /** The answer is not a list's: a parked domain, a wildcard, a resolver that rewrites. */
  'broken',
  /** No answer could be had. */
  'error',
  /** An answer in 127/8 that the list does not document. */
  'unknown code',
  'skipped',
] as const
type ListVerdictWord = (typeof LIST_VERDICTS)[number]

export interface ListVerdict {
  verdict: ListVerdictWord
  /** What the answer means, in words; '' where the verdict says it all. */
  says: string
  /** The A answers, sorted; none where there was no answer. */
  codes: string[]
  /** The weight of the worst code; 0 unless listed. */
  weight: number
}

const FAILURES: Record<DnsFailureReason, string> = {
  timeout: 'no answer in time',
  servfail: 'the DNS servers could not answer (SERVFAIL)',
  refused: 'the DNS servers refused the question',
  network: 'the DNS servers could not be reached',
  malformed: 'the DNS answer could not be read',
  'bad-name': 'the name cannot be asked in the DNS',
  limit: 'no question was left for it',
  'not-asked': 'the evidence does not hold this answer',
}

/** What one list's answer, or failure to answer, comes down to (RFC 5782 2.1, 2.3). */
export function judgeAnswer(list: ListSetting, answer: Answer<'A'> | FailedAnswer): ListVerdict {
  if (answer.kind === 'failure') return verdict('error', [], FAILURES[answer.reason])
  if (answer.kind !== 'records' || answer.records.length === 0) return verdict('not listed', [])
  const codes = [...new Set(answer.records)].toSorted(byOctets)
  const outside = codes.filter((code) => !code.startsWith('127.'))
  if (outside.length > 0) return verdict('broken', codes, 'it answers with an address outside 127.0.0.0/8')
  return judgeReadings(
    codes,
    codes.map((code) => readCode(list, code)),
  )
}

/** What one A answer says, before answers are weighed against each other. */
type Reading =
  | { kind: 'listed'; codes: ListCode[] }
  | { kind: 'refused' | 'positive'; says: string }
  | { kind: 'ignored' | 'unknown' }

/** A refusal spoils the whole answer; then the worst listing counts, then what is unknown, then what is good. */
function judgeReadings(codes: string[], readings: Reading[]): ListVerdict {
  const refusals = readings.flatMap((reading) => (reading.kind === 'refused' ? [reading.says] : []))
  if (refusals.length > 0) return verdict('refused', codes, unique(refusals))
  const listings = readings.flatMap((reading) => (reading.kind === 'listed' ? reading.codes : []))
  if (listings.length > 0) {
    const worstFirst = listings.toSorted((a, b) => b.weight - a.weight)
    return {
      ...verdict('listed', codes, unique(worstFirst.map((code) => code.means))),
      weight: worst(listings),
    }
  }
  if (readings.some((reading) => reading.kind === 'unknown')) {
    return verdict('unknown code', codes, 'the list does not document this answer')
  }
  return verdict(
    'not listed',
    codes,
    unique(readings.flatMap((r) => (r.kind === 'positive' ? [r.says] : []))),
  )
}

function readCode(list: ListSetting, code: string): Reading {
  const refused = list.refused?.[code]
  if (refused !== undefined) return { kind: 'refused', says: refused }
  // By convention of the lists, this range is about the question, never about what was asked.
  if (code.startsWith('127.255.255.'))
    return { kind: 'refused', says: 'the list does not answer this resolver' }
  if (list.ignore?.includes(code)) return { kind: 'ignored' }
  const positive = list.positive?.[code]
  if (positive !== undefined) return { kind: 'positive', says: positive }
  const exact = list.codes?.[code]
  if (exact) return { kind: 'listed', codes: [exact] }
  if (list.bits) return readBits(list, code)
  if (list.pattern) return readTrust(code)
  const any = list.codes?.['*']
  // 127.0.0.0 and 127.0.0.1 are no listing on any list: RFC 5782 2.1 and 5 keep them out.
  if (any && code !== '127.0.0.0' && code !== '127.0.0.1') return { kind: 'listed', codes: [any] }
  return { kind: 'unknown' }
}

function readBits(list: ListSetting, code: string): Reading {
  const mask = code.startsWith('127.0.0.') ? Number(code.slice('127.0.0.'.length)) : 0
  const isSet = (bit: string) => (mask & Number(bit)) !== 0
  const refusals = Object.entries(list.refusedBits ?? {}).filter(([bit]) => isSet(bit))
  if (refusals.length > 0) return { kind: 'refused', says: unique(refusals.map(([, says]) => says)) }
  const codes = Object.entries(list.bits ?? {}).flatMap(([bit, meaning]) => (isSet(bit) ? [meaning] : []))
  return codes.length > 0 ? { kind: 'listed', codes } : { kind: 'unknown' }
}

const TRUST = ['none', 'low', 'medium', 'high'] as const

/** `127.0.<category>.<trust>`, categories from 1: a grade on a welcome list weighs nothing here. */
function readTrust(code: string): Reading {
  const [, second, category = '', trust = ''] = code.split('.')
  const grade = TRUST[Number(trust)]
  if (second !== '0' || category === '0' || grade === undefined) return { kind: 'unknown' }
  return {
    kind: 'listed',
    codes: [{ means: `category ${category}, trust ${grade}`, weight: 0 }],
  }
}

function verdict(word: ListVerdictWord, codes: string[], says = ''): ListVerdict {
  return { verdict: word, says, codes, weight: 0 }
}

function worst(codes: readonly ListCode[]): number {
  return Math.max(...codes.map((code) => code.weight))
}

function unique(words: readonly string[]): string {
  return [...new Set(words)].join('; ')
}

function byOctets(a: string, b: string): number {
  const left = a.split('.').map(Number)
  const right = b.split('.').map(Number)
  for (const [index, octet] of left.entries()) if (octet !== right[index]) return octet - (right[index] ?? 0)
  return 0
}
