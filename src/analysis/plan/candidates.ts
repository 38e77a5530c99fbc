import type { Check, Finding } from '../../core/check.ts'
import type { Change } from '../../core/fix.ts'

/** Changes that are tried together. */
export interface Candidate {
  check: string
  codes: string[]
  changes: readonly Change[]
}

/**
 * The fixes of a check, what costs points apart from what is merely advice: those with the same changes as one, and all
 * that can be made at once together; a fix that would change the same record or field in another way stands alone.
 */
export function candidatesOf({ name, findings }: Check): Candidate[][] {
  const { paid = [], free = [] } = Object.groupBy(findings, ({ cost }) => (cost > 0 ? 'paid' : 'free'))
  return [...grouped(name, paid), ...grouped(name, free)]
}

function grouped(name: string, findings: readonly Finding[]): Candidate[][] {
  const single = new Map<string, Candidate>()
  for (const { code, changes = [] } of findings) {
    if (changes.length === 0) continue
    const key = JSON.stringify(changes)
    const known = single.get(key)
    if (!known) single.set(key, { check: name, codes: [code], changes })
    else if (!known.codes.includes(code)) known.codes.push(code)
  }
  const together: Candidate[] = []
  const alone: Candidate[][] = []
  for (const one of single.values()) {
    if (together.some((other) => inEachOthersWay(one.changes, other.changes))) alone.push([one])
    else together.push(one)
  }
  return together.length > 0 ? [together, ...alone] : alone
}

/** All of them as one. */
export function joined(parts: readonly Candidate[]): Candidate {
  const changes = new Map(parts.flatMap((part) => part.changes.map((one) => [JSON.stringify(one), one])))
  return {
    check: parts[0]?.check ?? '',
    codes: [...new Set(parts.flatMap(({ codes }) => codes))],
    changes: [...changes.values()],
  }
}

function inEachOthersWay(some: readonly Change[], others: readonly Change[]): boolean {
  return some.some((one) =>
    others.some(
      (other) => targetOf(one) === targetOf(other) && JSON.stringify(one) !== JSON.stringify(other),
    ),
  )
}

function targetOf(change: Change): string {
  if (change.kind === 'header') return `header ${change.name.toLowerCase()}`
  if (change.kind === 'smtp')
    return `smtp ${change.tls ? 'tls' : ''} ${change.helo === undefined ? '' : 'helo'}`
  return `dns ${change.type} ${change.name.toLowerCase()} ${change.replaces?.toLowerCase() ?? ''}`
}
