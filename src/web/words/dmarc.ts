import type { Disposition, Override, PublishedPolicy } from '../../core/aggregate/report.ts'
import type { SourceQuery, SourceStatus } from '../../services/aggregates/aggregates.ts'
import { oneLine } from './one-line.ts'
import { published } from './published.ts'

/** How a text of a report stands in a list: one line, of so many letters at most. */
export const inList = (text: string, most = 80): string => oneLine(published(text), most)

/** What a receiver did with messages. */
export const DISPOSITION_WORDS: Readonly<Record<Disposition, string>> = {
  none: 'No action',
  pass: 'Passed an enforced policy',
  quarantine: 'Quarantined',
  reject: 'Rejected',
}

/** Why a receiver did not do what the policy asks. */
export const OVERRIDE_WORDS: Readonly<Record<Override, string>> = {
  forwarded: 'Forwarded',
  mailing_list: 'Mailing list',
  trusted_forwarder: 'Trusted forwarder',
  local_policy: 'Local policy',
  sampled_out: 'Left out by pct',
  policy_test_mode: 'Policy in test mode',
  other: 'Other',
}

interface StatusWords {
  words: string
  badge: string
  /** What it means, in a sentence. */
  means: string
}

export const STATUS_WORDS: Readonly<Record<SourceStatus, StatusWords>> = {
  passing: {
    words: 'Passing',
    badge: 'badge-good',
    means: 'At least 95% of its messages passed.',
  },
  forwarded: {
    words: 'Forwarded',
    badge: 'badge-fair',
    means: 'It has failures, and receivers took at least half of them for forwarded mail or mailing lists.',
  },
  unaligned: {
    words: 'Not aligned',
    badge: 'badge-fair',
    means:
      'At least half of its failing messages passed SPF or DKIM, but for another domain than the one in From.',
  },
  failing: {
    words: 'Failing',
    badge: 'badge-poor',
    means:
      'More than half of its failing messages passed neither SPF nor DKIM. It may be a sender of yours that is not set up, or somebody who forges your domain.',
  },
}

/** What sources are counted by. */
export const BY_WORDS: Readonly<
  Record<SourceQuery['groupBy'], { words: string; one: string; many: string }>
> = {
  ip: { words: 'IP address', one: 'source', many: 'sources' },
  organization: { words: 'Organization', one: 'organization', many: 'organizations' },
  header_from: { words: 'From domain', one: 'From domain', many: 'From domains' },
  reporter: { words: 'Reporter', one: 'reporter', many: 'reporters' },
}

/** A policy as a record would have it. */
export function policyWords({ p, sp, np, adkim, aspf, pct, fo, testing }: PublishedPolicy): string {
  const tags = [
    ['p', p],
    ['sp', sp],
    ['np', np],
    ['adkim', adkim],
    ['aspf', aspf],
    ['pct', pct],
    ['fo', fo],
    ['t', testing ? 'y' : undefined],
  ] as const
  const named = tags.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${inList(String(value), 40)}`],
  )
  return p ? named.join('; ') : ['no p named', ...named].join('; ')
}
