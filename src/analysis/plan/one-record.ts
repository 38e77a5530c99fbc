import type { Check } from '../../core/check.ts'
import { type Change, type Fix, writtenChange } from '../../core/fix.ts'
import { mendsCost, retold } from '../analyzer.ts'

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
  const { fixes = [], name } = check
  const taken: { fix: Fix; by: string }[] = []
  for (const fix of fixes.toSorted((a, b) => Number(mendsCost(b)) - Number(mendsCost(a)))) {
    const records = recordsOf(fix)
    const other = records
      .map((one) => offers.get(keyOf(one)))
      .find((one, index) => differs(one, records[index]))
    if (other) taken.push({ fix, by: other.check })
    else for (const one of records) offers.set(keyOf(one), { check: name, written: JSON.stringify(one) })
  }
  if (taken.length === 0) return check
  const lost = new Set(taken.map(({ fix }) => fix))
  const kept = fixes.filter((fix) => !lost.has(fix))
  const { fixes: _, ...rest } = check
  const again = taken.reduce((told, { fix, by }) => retold(told, fix.code, without(fix, by)), rest as Check)
  return kept.length > 0 ? { ...again, fixes: kept } : again
}

function differs(offer: Offer | undefined, change: DnsChange | undefined): boolean {
  return offer !== undefined && offer.written !== JSON.stringify(change)
}

function recordsOf({ changes }: Fix): DnsChange[] {
  return changes.filter((change) => change.kind === 'dns')
}

/** Several kinds of TXT records stand side by side at a name: those of SPF, of DMARC, of verifications. */
function keyOf({ name, type, records, replaces }: DnsChange): string {
  const [, version] = /^"?\s*(v\s*=\s*[a-z0-9]+)/i.exec(records[0] ?? replaces ?? '') ?? []
  const kind = type === 'TXT' ? (version ?? replaces ?? '').toLowerCase() : ''
  return `${name.toLowerCase().replace(/\.$/, '')} ${type} ${kind}`
}

/** Advice without the records of a fix. */
function without(fix: Fix, by: string): (advice: string) => string {
  const lines = recordsOf(fix).flatMap((change) => writtenChange(change).split('\n'))
  const [{ name = '', type = '' } = {}] = recordsOf(fix)
  return (advice) => {
    const bare = lines.reduce((text, line) => text.replaceAll(line, ''), advice)
    return `${bare.trimEnd()}\nFor ${type} of ${name} publish what the check ${by} offers, and look at this again afterwards.`
  }
}
