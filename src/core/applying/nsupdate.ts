import { type AppliedSet, appliedSets, type RecordSet } from './record-set.ts'
import { comments } from './zone-file.ts'

/** Seconds that a record is kept where nothing else is asked for. */
export const USUAL_TTL = 3600

/** A script for nsupdate (RFC 2136): each record set is changed only while it is exactly what the fix was tried with, and
 * each record that goes is named. */
export function nsupdateScript(sets: readonly RecordSet[], ttl = USUAL_TTL): string {
  const applied = appliedSets(sets)
  // nsupdate ends at a refusal, and reverse zones are mostly somebody else's: they come last.
  const ordered = [...applied.filter((set) => !isReverse(set)), ...applied.filter(isReverse)]
  const blocks = ordered.map((set) => updateOf(set, ttl))
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`
}

const isReverse = ({ owner }: AppliedSet) => owner.endsWith('.arpa.')

function updateOf({ owner, type, before, removed, added, parted, note }: AppliedSet, ttl: number): string {
  const isMade = before.length === 0
  return [
    ...comments(note),
    ...comments(parted ? PARTED : ''),
    ...(isMade
      ? [`prereq nxrrset ${owner} ${type}`]
      : before.map((record) => `prereq yxrrset ${owner} ${type} ${record}`)),
    // Beside an alias a server drops other records without a word.
    ...(isMade && type !== 'CNAME' ? [`prereq nxrrset ${owner} CNAME`] : []),
    ...removed.map((record) => `update delete ${owner} ${type} ${record}`),
    ...added.map((record) => `update add ${owner} ${ttl} ${type} ${record}`),
    'send',
  ].join('\n')
}

const PARTED =
  'Long records are taken to be parted after 255 octets. Where they are not, the answer is NXRRSET and nothing changes.'
