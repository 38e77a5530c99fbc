import { POLICY_TAGS, type PolicyChange } from '../../../../core/aggregate/live-policy.ts'
import { LONGEST_TXT } from '../../../fixing/changes.ts'
import { compared, policyOf, unusablePolicies } from '../policy.ts'
import { repairDmarc } from '../repair.ts'
import { type DmarcRecord, isDmarcRecord, readDmarcRecord } from '../tags.ts'

/** A part of a record between two semicolons. */
interface Segment {
  name: string
  text: string
}

/** What a change may touch. */
const TOUCHED: readonly string[] = [...POLICY_TAGS, 't', 'pct']

/**
 * The record with other policies and without pct=, every other octet as its owner wrote it. Undefined: it is not certain which policies
 * are meant by it, or it cannot be had without touching more.
 */
export function withPolicies(text: string, { tags, testing }: PolicyChange): string | undefined {
  if (!isPlain(text)) return undefined
  let segments = segmentsOf(text).filter(({ name }) => name !== 'pct')
  for (const tag of POLICY_TAGS) {
    const value = tags[tag]
    if (value !== undefined) segments = holding(segments, tag, value)
  }
  const isTesting = readDmarcRecord(text).tags['t'] === 'y'
  if (testing) segments = holding(segments, 't', 'y')
  else if (isTesting) segments = segments.filter(({ name }) => name !== 't')
  const changed = segments.map((segment) => segment.text).join(';')
  return isAsMeant(text, changed, { tags, testing }) ? changed : undefined
}

const segmentsOf = (text: string): Segment[] =>
  text.split(';').map((part) => ({ name: part.slice(0, Math.max(part.indexOf('='), 0)).trim(), text: part }))

/** A record that can be typed into a panel, and that everybody reads alike: no tag in another case, and nothing to be repaired in what it asks for. */
function isPlain(text: string): boolean {
  if (!/^[\x20-\x7e]{1,2000}$/.test(text) || !isDmarcRecord(text)) return false
  const record = readDmarcRecord(text)
  if (record.unreadable || unusablePolicies(record).length > 0) return false
  const isOdd = ({ name }: Segment) => TOUCHED.includes(name.toLowerCase()) && !TOUCHED.includes(name)
  if (segmentsOf(text).some(isOdd)) return false
  const repair = repairDmarc([text])
  return 'text' in repair && compared(policyOf(record), policyOf(readDmarcRecord(repair.text))) === 'same'
}

/** With the tag behind those that come before it where it was not there. */
function holding(segments: readonly Segment[], tag: string, value: string): Segment[] {
  const at = segments.findIndex(({ name }) => name === tag)
  if (at >= 0) return segments.map((segment, index) => (index === at ? valued(segment, value) : segment))
  const order = ['v', ...POLICY_TAGS, 't']
  const before = order.slice(0, order.indexOf(tag))
  const last = segments.findLastIndex(({ name }, index) => before.includes(name) || index === 0)
  const gap = segments.slice(1).every((segment) => !/^\S/.test(segment.text)) ? ' ' : ''
  return [
    ...segments.slice(0, last + 1),
    { name: tag, text: `${gap}${tag}=${value}` },
    ...segments.slice(last + 1),
  ]
}

function valued(segment: Segment, value: string): Segment {
  const equals = segment.text.indexOf('=') + 1
  const held = segment.text.slice(equals)
  const lead = held.slice(0, held.length - held.trimStart().length)
  const trail = held.trim() === '' ? '' : held.slice(held.trimEnd().length)
  return { ...segment, text: `${segment.text.slice(0, equals)}${lead}${value}${trail}` }
}

/** Read again, it holds what was asked for, and nothing else is read otherwise than before. */
function isAsMeant(before: string, after: string, { tags, testing }: PolicyChange): boolean {
  if (!isDmarcRecord(after) || after.length > LONGEST_TXT) return false
  const [was, is] = [readDmarcRecord(before), readDmarcRecord(after)]
  if (is.unreadable || unusablePolicies(is).length > 0) return false
  const isWritten = POLICY_TAGS.every((tag) => is.tags[tag] === (tags[tag] ?? was.tags[tag]))
  const isTesting = is.tags['t'] === 'y'
  return isWritten && isTesting === testing && is.tags['pct'] === undefined && restOf(was) === restOf(is)
}

const restOf = ({ tags }: DmarcRecord) =>
  JSON.stringify(Object.entries(tags).filter(([name]) => !TOUCHED.includes(name)))
