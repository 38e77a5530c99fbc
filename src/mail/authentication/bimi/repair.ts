import { LONGEST_TXT } from '../../fixing/changes.ts'
import { readLoosely, withoutRepeats, writtenTags } from '../../fixing/tag-list.ts'
import { isBimiRecord, readBimiRecord } from './record.ts'

const KNOWN = ['v', 'l', 'a', 'avp', 'lps', 's']
const VERSION = /^\W{0,3}bimi\W?v?1?\W{0,3}$/i

/** One BIMI record with the addresses and tags of those that stand there; undefined: which one is meant is open. */
export function repairBimi(texts: readonly string[]): string | undefined {
  const lists = texts.map((text) => readLoosely(text, KNOWN) ?? [])
  const isMeant = lists.every((list) => list.some(({ name, value }) => name === 'v' && VERSION.test(value)))
  const parts = lists.flat().filter(({ name }) => name !== 'v')
  // A part without a name may belong to an address.
  if (texts.length === 0 || !isMeant || parts.some(({ name, value }) => name === '' && /[:/]/.test(value))) {
    return undefined
  }
  const tags = withoutRepeats(parts.filter(({ name }) => name !== ''))
  const text = tags && writtenTags('BIMI1', tags)
  const isUsable = text !== undefined && isBimiRecord(text) && readBimiRecord(text).faults.length === 0
  return isUsable && text.length <= LONGEST_TXT ? text : undefined
}
