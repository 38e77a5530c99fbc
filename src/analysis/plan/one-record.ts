import type { Check, Finding } from '../../core/check.ts'
import { type Change, writtenChange } from '../../core/fix.ts'

type DnsChange = Extract<Change, { kind: 'dns' }>

/** A record that is offered, and by which check. */
interface Offer {
  check: string
  written: string
}

/**
 * The same checks with at most one record for each name and type among all their fixes: what costs most keeps its own,
 * another fix that would publish something else there is taken back, and its advice names the check whose record counts.
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
    const records = recordsOf(finding)
    const other = records
      .map((one) => offers.get(keyOf(one)))
      .find((one, index) => differs(one, records[index]))
    if (other) taken.set(finding, other.check)
    else for (const one of records) offers.set(keyOf(one), { check: name, written: JSON.stringify(one) })
  }
  if (taken.size === 0) return check
  const settled = findings.map((finding) => {
    const by = taken.get(finding)
    return by === undefined ? finding : without(finding, by)
  })
  return { ...check, findings: settled }
}

function differs(offer: Offer | undefined, change: DnsChange | undefined): boolean {
  return offer !== undefined && offer.written !== JSON.stringify(change)
}

function recordsOf({ changes = [] }: Finding): DnsChange[] {
  return changes.filter((change) => change.kind === 'dns')
}

/** Several kinds of TXT records stand side by side at a name: those of SPF, of DMARC, of verifications. */
function keyOf({ name, type, records, replaces }: DnsChange): string {
  const [, version] = /^"?\s*(v\s*=\s*[a-z0-9]+)/i.exec(records[0] ?? replaces ?? '') ?? []
  const kind = type === 'TXT' ? (version ?? replaces ?? '').toLowerCase() : ''
  return `${name.toLowerCase().replace(/\.$/, '')} ${type} ${kind}`
}

/** The finding without its changes, nor their records in its advice. */
function without(finding: Finding, by: string): Finding {
  const { changes: _, ...rest } = finding
  const records = recordsOf(finding)
  const lines = records.flatMap((change) => writtenChange(change).split('\n'))
  const [{ name = '', type = '' } = {}] = records
  const bare = lines.reduce((text, line) => text.replaceAll(line, ''), finding.advice)
  const advice = `${bare.trimEnd()}\nFor ${type} of ${name} publish what the check ${by} offers, and look at this again afterwards.`
  return { ...rest, advice }
}
