import type { LivePolicy, NameBelow } from '../../src/core/aggregate/live-policy.ts'
import { lookAtPolicy } from '../../src/mail/authentication/dmarc/raising/live.ts'
import { withPolicies } from '../../src/mail/authentication/dmarc/raising/with-policies.ts'
import { zoneResolver } from '../../src/net/dns/zone.ts'
import type { Ownership, Standing } from '../../src/services/answers/answered.ts'
import {
  type EntryBelow,
  type Evidence,
  type FromRow,
  type Judged,
  type SourceMail,
  windowOf,
} from '../../src/services/answers/readiness/evidence.ts'
import { judgeReadiness } from '../../src/services/answers/readiness/judge.ts'
import type { Enforced, Readiness, Scope, Verdict } from '../../src/services/answers/ready.ts'

export const DOMAIN = 'example.org'
export const RUA = 'rua=mailto:dmarc@example.org'

interface RowFacts {
  from?: string
  messages?: number
  fail?: number
  forwarded?: number
  bySpfAlone?: number
}

/** Mail of one From domain: 1,000 messages that pass, by DKIM, unless it says otherwise. */
export function row({
  from = DOMAIN,
  messages = 1_000,
  fail = 0,
  forwarded = 0,
  bySpfAlone = 0,
}: RowFacts): FromRow {
  const pass = messages - fail
  return { headerFrom: from, messages, pass, forwarded, dkimAligned: pass - bySpfAlone }
}

const STANDING: Readonly<Record<Ownership, Standing>> = {
  own: 'broken',
  passed_on: 'forwarded',
  others: 'abuse',
  undecided: 'unknown',
}

/** A source of one row. */
export function sends(key: string, whose: Ownership, facts: RowFacts = {}): SourceMail {
  const standing: Standing = whose === 'own' && (facts.fail ?? 0) === 0 ? 'passing' : STANDING[whose]
  return { source: { key, name: key, standing, whose }, rows: [row(facts)] }
}

/** Enough of everything, and these sources. */
export function evidence(sources: readonly SourceMail[], more: Partial<Evidence> = {}): Evidence {
  const rows = sources.flatMap((source) => source.rows)
  const messages = rows.reduce((sum, one) => sum + one.messages, more.rest?.messages ?? 0)
  return { days: 30, reporters: 5, messages, sources, ...more }
}

interface Given {
  domain?: string
  all?: Evidence
  live?: LivePolicy
  names?: Readonly<Record<string, NameBelow>>
  below?: readonly EntryBelow[]
}

/** All that readiness goes by, of these authenticated reports. */
export function judgedOf(authenticated: Evidence, { domain = DOMAIN, ...given }: Given = {}): Judged {
  return {
    domain,
    window: windowOf(20_000),
    authenticated,
    all: given.all ?? authenticated,
    live: given.live ?? { state: 'unknown' },
    names: new Map(Object.entries(given.names ?? {})),
    below: given.below ?? [],
  }
}

export const judge = (judged: Judged): Readiness => judgeReadiness(judged, withPolicies)

/** Readiness of a domain with a record and sources that have sent. */
export async function readinessWith(
  text: string,
  sources: readonly SourceMail[],
  given: Given = {},
): Promise<Readiness> {
  const live = await liveOf(text, given.domain)
  return judge(judgedOf(evidence(sources), { live, ...given }))
}

/** What stands in the DNS, as it is read there. */
export const liveOf = (text: string, domain = DOMAIN): Promise<LivePolicy> =>
  lookAtPolicy(domain, zoneResolver({ [`_dmarc.${domain}`]: { TXT: [text] } }))

export function verdictOf({ scopes }: Pick<Readiness, 'scopes'>, scope: Scope, policy: Enforced): Verdict {
  const found = scopes.find((one) => one.scope === scope)?.verdicts.find((one) => one.policy === policy)
  if (!found) throw new Error(`There is no verdict on ${scope}=${policy}`)
  return found
}

/** What is said of each scope and policy, in short: `p quarantine: yes`. */
export const verdictsIn = ({ scopes }: Readiness): string[] =>
  scopes.flatMap(({ scope, verdicts }) => verdicts.map(({ policy, ready }) => `${scope}=${policy}: ${ready}`))
