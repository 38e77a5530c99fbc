import { isStale, levelOf } from '../../core/domain-health.ts'
import type { DomainView } from '../../services/domains/domains.ts'
import type { HealthSummary } from '../../services/domains/health/health.ts'
import { ago } from '../components/shown/ago.tsx'
import { count, plural } from '../wording.ts'

/** ending: it is verified, and its record is gone. The worst first. */
export const STANDINGS = ['ending', 'unverified', 'trouble', 'unknown', 'fine'] as const
export type Standing = (typeof STANDINGS)[number]

/** A domain with how it is. */
export interface DomainRow {
  domain: DomainView
  summary?: HealthSummary
  standing: Standing
  /** The median of the last tests. Absent: there were none, or they are not told. */
  score?: number
  /** What DMARC reports of the last 30 days count. Absent: they are not told. */
  reported?: { reports: number; messages: number; pass: number }
}

/** How a domain is, told by its record and by the last look at its DNS. */
export function standingOf(domain: DomainView, summary: HealthSummary | undefined, now: Date): Standing {
  if (!domain.verified) return 'unverified'
  if (domain.endsAt) return 'ending'
  return summary ? levelOf(summary, summary.at, now) : 'unknown'
}

/** Domains with how they are, the worst first; by name among those that are alike. */
export function worstFirst(
  domains: readonly DomainView[],
  summaries: ReadonlyMap<string, HealthSummary>,
  now: Date,
): DomainRow[] {
  const rows = domains.map((domain): DomainRow => {
    const summary = summaries.get(domain.id)
    return { domain, ...(summary && { summary }), standing: standingOf(domain, summary, now) }
  })
  const rank = ({ standing }: DomainRow) => STANDINGS.indexOf(standing)
  const problems = ({ summary }: DomainRow) => summary?.problems ?? 0
  return rows.toSorted(
    (a, b) => rank(a) - rank(b) || problems(b) - problems(a) || (a.domain.domain < b.domain.domain ? -1 : 1),
  )
}

interface StandingWords {
  sign: string
  words: string
  /** Behind a number. */
  counted: string
  badge: string
}

export const STANDING_WORDS: Readonly<Record<Standing, StandingWords>> = {
  ending: { sign: '!', words: 'Record is gone', counted: 'with a missing record', badge: 'badge-poor' },
  unverified: { sign: '–', words: 'Not verified', counted: 'not verified', badge: 'badge-fair' },
  trouble: { sign: '!', words: 'To fix', counted: 'with something to fix', badge: 'badge-poor' },
  unknown: { sign: '?', words: 'Not known', counted: 'not known', badge: 'badge-fair' },
  fine: { sign: '✓', words: 'Fine', counted: 'fine', badge: 'badge-good' },
}

/** What is to be done about a domain, or what is known of it, in a sentence. */
export function nextOf({ domain, summary, standing }: DomainRow, now: Date): string {
  switch (standing) {
    case 'ending':
      return `Publish its TXT record again: it stops being verified ${ago(domain.endsAt ?? now, now)}.`
    case 'unverified':
      return 'Publish its TXT record, then verify it.'
    case 'trouble':
      return `${number(summary?.problems ?? 0)} ${plural(summary?.problems ?? 0, 'thing')} to fix.`
    case 'unknown':
      return unknownWords(summary, now)
    case 'fine':
      return summary && summary.advice > 0
        ? `Nothing needs fixing; ${count(summary.advice)} ${plural(summary.advice, 'thing is', 'things are')} worth doing.`
        : 'Nothing needs fixing.'
  }
}

function unknownWords(summary: HealthSummary | undefined, now: Date): string {
  if (!summary) return 'Its DNS was not looked at yet.'
  if (isStale(summary.at, now)) return `Its DNS was last looked at ${ago(summary.at, now)}.`
  return `${number(summary.unknown)} ${plural(summary.unknown, 'thing')} could not be found out.`
}

const number = (n: number) => count(n).replace(/^./, (first) => first.toUpperCase())
