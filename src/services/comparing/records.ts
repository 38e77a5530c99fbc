import type { Answer, FailedAnswer, RecordedQuestion, RecordType } from '../../net/ports.ts'

/** What a record is for, in the order in which they are told. */
export const RECORD_USES = [
  'SPF',
  'DKIM key',
  'DMARC',
  'MX',
  'MTA-STS',
  'TLS-RPT',
  'BIMI',
  'DANE',
  'Reverse DNS',
] as const
export type RecordUse = (typeof RECORD_USES)[number]

/** What one judgement rests on. A failure says nothing of the record. */
export type RecordSide =
  | { kind: 'records'; records: string[]; more?: number }
  /** The name does not exist, or has no such record. */
  | { kind: 'none' }
  | { kind: 'failure'; reason: string }
  | { kind: 'not_asked' }

export interface RecordChange {
  use: RecordUse
  name: string
  type: RecordType
  /** unknown: one of them was not asked, or got no answer. */
  state: 'same' | 'changed' | 'added' | 'removed' | 'unknown'
  before: RecordSide
  after: RecordSide
}

export interface RecordChanges {
  records: RecordChange[]
  /** Records beyond those that are compared. */
  more: number
}

const MOST_QUESTIONS = 1_000
const MOST_COMPARED = 40
const MOST_RECORDS = 20
const LONGEST_RECORD = 4_096

/** Compares the DNS answers that two judgements rest on; what differs comes first. Absent: one of them kept none. */
export function compareRecords(before: unknown, after: unknown): RecordChanges | undefined {
  const [earlier, later] = [questionsIn(before), questionsIn(after)]
  if (!earlier || !later) return undefined
  const keys = new Set([...later.keys(), ...earlier.keys()])
  const changes = [...keys].flatMap((key) => changeOf(earlier.get(key), later.get(key)))
  const ordered = changes.toSorted((one, two) => placeOf(one) - placeOf(two))
  return { records: ordered.slice(0, MOST_COMPARED), more: Math.max(0, ordered.length - MOST_COMPARED) }
}

const STATES = ['changed', 'added', 'removed', 'unknown', 'same'] as const

const placeOf = ({ use, state }: RecordChange) => STATES.indexOf(state) * 100 + RECORD_USES.indexOf(use)

type Questions = Map<string, RecordedQuestion>

/** The questions of kept evidence by name and type; of one that was asked twice the answer. */
function questionsIn(evidence: unknown): Questions | undefined {
  if (typeof evidence !== 'object' || evidence === null || !('dns' in evidence)) return undefined
  if (!Array.isArray(evidence.dns)) return undefined
  const questions: Questions = new Map()
  for (const question of evidence.dns.slice(0, MOST_QUESTIONS).filter(isQuestion)) {
    const key = `${question.type} ${question.name.toLowerCase()}`
    const known = questions.get(key)
    if (!known || known.answer.kind === 'failure') questions.set(key, question)
  }
  return questions
}

/** Evidence is kept as JSON, by this version or an earlier one. */
function isQuestion(given: unknown): given is RecordedQuestion {
  if (typeof given !== 'object' || given === null) return false
  const { name, type, answer } = given as Partial<Record<keyof RecordedQuestion, unknown>>
  if (typeof name !== 'string' || typeof type !== 'string' || typeof answer !== 'object' || !answer)
    return false
  const { kind, records } = answer as { kind?: unknown; records?: unknown }
  return typeof kind === 'string' && (kind !== 'records' || Array.isArray(records))
}

function changeOf(before: RecordedQuestion | undefined, after: RecordedQuestion | undefined): RecordChange[] {
  const asked = after ?? before
  const use = asked && useOf(asked, [before, after])
  if (!asked || !use) return []
  const sides = { before: sideOf(use, before), after: sideOf(use, after) }
  // A name at which neither saw a record.
  if (Object.values(sides).every(({ kind }) => kind !== 'records')) return []
  const { name, type } = asked
  return [{ use, name, type, state: stateOf(sides.before, sides.after), ...sides }]
}

/** What the answer is asked for; absent: it is none of those that are compared. */
function useOf(
  { name, type }: RecordedQuestion,
  both: readonly (RecordedQuestion | undefined)[],
): RecordUse | undefined {
  if (type === 'MX') return 'MX'
  if (type === 'TLSA') return 'DANE'
  if (type === 'PTR') return 'Reverse DNS'
  if (type !== 'TXT') return undefined
  const labels = name.toLowerCase().split('.')
  if (labels.includes('_domainkey')) return 'DKIM key'
  if (labels.includes('_dmarc')) return 'DMARC'
  if (labels.includes('_bimi')) return 'BIMI'
  if (labels[0] === '_mta-sts') return 'MTA-STS'
  if (labels[0] === '_smtp' && labels[1] === '_tls') return 'TLS-RPT'
  return both.some((one) => one && textsOf('SPF', one.answer).length > 0) ? 'SPF' : undefined
}

function sideOf(use: RecordUse, question: RecordedQuestion | undefined): RecordSide {
  if (!question) return { kind: 'not_asked' }
  const { answer } = question
  if (answer.kind === 'failure') {
    const { reason } = answer
    return reason === 'not-asked' || reason === 'limit' ? { kind: 'not_asked' } : { kind: 'failure', reason }
  }
  const texts = textsOf(use, answer)
  if (texts.length === 0) return { kind: 'none' }
  const more = texts.length - MOST_RECORDS
  return { kind: 'records', records: texts.slice(0, MOST_RECORDS), ...(more > 0 && { more }) }
}

/** The records of an answer that are of this use, in an order of their own. */
function textsOf(use: RecordUse, answer: Answer<RecordType> | FailedAnswer): string[] {
  if (answer.kind !== 'records') return []
  const texts = answer.records.map((record: unknown) => textOf(record))
  const own = use === 'SPF' ? texts.filter((text) => /^v=spf1( |$)/i.test(text)) : texts
  return own.toSorted()
}

function textOf(record: unknown): string {
  if (typeof record === 'string') return record.slice(0, LONGEST_RECORD)
  if (typeof record !== 'object' || record === null) return ''
  const { text, preference, exchange, usage, selector, matchingType, certificate } = record as Record<
    string,
    unknown
  >
  const parts =
    text !== undefined
      ? [asUtf8(String(text))]
      : exchange !== undefined
        ? [preference, exchange === '' ? '.' : exchange]
        : [usage, selector, matchingType, certificate]
  return parts.join(' ').slice(0, LONGEST_RECORD)
}

/** A TXT record is kept an octet a character. */
function asUtf8(latin1: string): string {
  const octets = Buffer.from(latin1, 'latin1')
  const text = octets.toString('utf8')
  return text.includes('\uFFFD') ? latin1 : text
}

function stateOf(before: RecordSide, after: RecordSide): RecordChange['state'] {
  if (before.kind === 'none' && after.kind === 'records') return 'added'
  if (before.kind === 'records' && after.kind === 'none') return 'removed'
  if (before.kind !== 'records' || after.kind !== 'records') return 'unknown'
  const isSame = before.more === after.more && before.records.join('\n') === after.records.join('\n')
  return isSame ? 'same' : 'changed'
}
