import type { Check, Finding } from '../../core/check.ts'
import { type Change, writtenChange } from '../../core/fix.ts'

/** A record, field or name that is offered, and by which check. */
interface Offer {
  check: string
  written: string
}

/**
 * The same checks with at most one record for each name and type, one value for each header field and one name for EHLO
 * among all their fixes: what costs most keeps its own, another fix that would put something else there is taken back, and
 * its advice names the check whose offer counts.
 */
export function oneRecordEach(checks: readonly Check[]): Check[] {
  const offers = new Map<string, Offer>()
  const settled = new Map<string, Check>()
  for (const check of checks.toSorted((a, b) => a.score - b.score)) {
    settled.set(check.name, settle(check, offers))
  }
  return checks.map((check) => settled.get(check.name) ?? check)
}

function settle(check: Check, offers: Map<string, Offer>): Check {
  const { name, findings } = check
  const taken = new Map<Finding, string>()
  // What costs comes first in a check.
  for (const finding of findings) {
    const { changes = [] } = finding
    const other = changes
      .map((one) => offers.get(keyOf(one)))
      .find((one, index) => differs(one, changes[index]))
    if (other) taken.set(finding, other.check)
    else for (const one of changes) offers.set(keyOf(one), { check: name, written: JSON.stringify(one) })
  }
  if (taken.size === 0) return check
  const settled = findings.map((finding) => {
    const by = taken.get(finding)
    return by === undefined ? finding : without(finding, by)
  })
  return { ...check, findings: settled }
}

function differs(offer: Offer | undefined, change: Change | undefined): boolean {
  return offer !== undefined && offer.written !== JSON.stringify(change)
}

/** Several kinds of TXT records stand side by side at a name: those of SPF, of DMARC, of verifications. */
function keyOf(change: Change): string {
  if (change.kind === 'header') return `field ${change.name.toLowerCase()}`
  if (change.kind === 'smtp')
    return `smtp${change.tls ? ' tls' : ''}${change.helo === undefined ? '' : ' helo'}`
  const { name, type, records, replaces } = change
  const [, version] = /^"?\s*(v\s*=\s*[a-z0-9]+)/i.exec(records[0] ?? replaces ?? '') ?? []
  const kind = type === 'TXT' ? (version ?? replaces ?? '').toLowerCase() : ''
  return `${name.toLowerCase().replace(/\.$/, '')} ${type} ${kind}`
}

/** The finding without its changes, nor what they write in its advice. */
function without(finding: Finding, by: string): Finding {
  const { changes = [], ...rest } = finding
  const lines = changes.flatMap((change) => writtenChange(change).split('\n')).filter((line) => line !== '')
  const bare = lines.reduce((text, line) => text.replaceAll(line, ''), finding.advice)
  const advice = `${bare.trimEnd()}\nFor ${placeOf(changes)} ${instead(changes)} what the check ${by} offers, and look at this again afterwards.`
  return { ...rest, advice }
}

const isRecord = (change: Change) => change.kind === 'dns'
const instead = (changes: readonly Change[]) => (changes.some(isRecord) ? 'publish' : 'set')

/** What the first of them is about: records before fields. */
function placeOf(changes: readonly Change[]): string {
  const change = changes.find(isRecord) ?? changes[0]
  if (change?.kind === 'dns') return `${change.type} of ${change.name}`
  return change?.kind === 'header' ? `the field ${change.name}` : 'EHLO'
}
