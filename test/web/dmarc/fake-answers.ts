import type { PublishedPolicy } from '../../../src/core/aggregate/report.ts'
import { granted, refused } from '../../../src/core/refusal.ts'
import { policyLines } from '../../../src/services/answers/policies/spans.ts'
import type { Readiness, ScopeReadiness, Simulation, Verdict } from '../../../src/services/answers/ready.ts'
import type { SeenPolicy } from '../../../src/store/dmarc/source-facts.ts'
import type { DmarcDeps } from '../../../src/web/deps.ts'
import { dayBefore } from './fake-dmarc.ts'

const WINDOW = { from: dayBefore(31), to: dayBefore(2) }

export function simulation(policy: Simulation['policy'], changes: Partial<Simulation> = {}): Simulation {
  return {
    policy,
    messages: 48_250,
    legitimate: 46_512,
    refusedOwn: 12,
    refusedForwarded: 310,
    refusedUnknown: 0,
    refusedAbuse: 1_416,
    bySource: [
      { key: 'ip:203.0.113.99', name: '203.0.113.99', standing: 'abuse', messages: 1_416 },
      { key: 'domain:lists.example.net', name: 'lists.example.net', standing: 'mailing_list', messages: 310 },
      { key: 'sender:sendgrid', name: 'SendGrid', standing: 'broken', messages: 12 },
    ],
    ...changes,
  }
}

export const verdict = (policy: Verdict['policy'], changes: Partial<Verdict> = {}): Verdict => ({
  policy,
  ready: 'yes',
  simulation: simulation(policy),
  missing: [],
  notes: [],
  ...changes,
})

export const scope = (
  name: ScopeReadiness['scope'],
  changes: Partial<ScopeReadiness> = {},
): ScopeReadiness => ({
  scope: name,
  applied: 'none',
  verdicts: [verdict('quarantine'), verdict('reject')],
  ...(name === 'p' && { published: 'none' }),
  ...changes,
})

const RECORD = 'v=DMARC1; p=none; rua=mailto:r@example.org'

/** A domain with p=none that may go on to both. */
export function readiness(changes: Partial<Readiness> = {}): Readiness {
  return {
    domain: 'example.org',
    window: WINDOW,
    basis: 'authenticated',
    data: { days: 30, reporters: 23, messages: 48_250, enough: true, missing: [] },
    scopes: [scope('p'), scope('sp'), scope('np')],
    record: { state: 'found', text: RECORD, policy: { p: 'none', adkim: 'r', aspf: 'r' } },
    next: [
      {
        scope: 'p',
        policy: 'quarantine',
        name: '_dmarc.example.org',
        value: 'v=DMARC1; p=quarantine; rua=mailto:r@example.org',
        replaces: RECORD,
        says: 'Publish p=quarantine: the data allow it.',
      },
      {
        scope: 'p',
        policy: 'quarantine',
        name: '_dmarc.example.org',
        value: 'v=DMARC1; p=quarantine; t=y; rua=mailto:r@example.org',
        replaces: RECORD,
        says: 'With t=y, receivers that read RFC 9989 go one step back, to p=none; all others apply p=quarantine in full.',
        testing: true,
      },
    ],
    says: 'example.org asks receivers for nothing (p=none), and its mail is ready for p=quarantine.',
    notes: [],
    ...changes,
  }
}

const BROKEN = {
  kind: 'own_source' as const,
  says: 'Mailchimp sends 2,900 messages of your own that fail: sign them with a DKIM key of example.org.',
  key: 'sender:mailchimp',
}

/** What holds of a domain whose own mail fails. */
export const BLOCKED = readiness({
  scopes: [
    scope('p', {
      verdicts: (['quarantine', 'reject'] as const).map((policy) =>
        verdict(policy, {
          ready: 'no',
          missing: [
            BROKEN,
            {
              kind: 'undecided',
              says: 'Decide first whether these are yours: 2 sources with 4.1% of your mail.',
            },
          ],
          simulation: simulation(policy, {
            refusedOwn: 2_912,
            refusedUnknown: 1_907,
            bySource: [
              { key: 'sender:mailchimp', name: 'Mailchimp', standing: 'broken', messages: 2_900 },
              { key: 'as:64500', name: 'AS64500 Example Hosting', standing: 'unknown', messages: 1_907 },
              ...simulation(policy).bySource,
            ],
          }),
        }),
      ),
    }),
    scope('sp'),
    scope('np', {
      published: 'reject',
      applied: 'reject',
      verdicts: [
        verdict('quarantine', {
          simulation: simulation('quarantine', { messages: 0, legitimate: 0, refusedOwn: 0 }),
        }),
        verdict('reject', {
          simulation: simulation('reject', { messages: 0, legitimate: 0, refusedOwn: 0 }),
        }),
      ],
    }),
  ],
  next: [],
  says: 'example.org asks receivers for nothing (p=none); mail of your own fails, so no stricter policy is allowed yet.',
})

/** Too few reports for any verdict. */
export const TOO_LITTLE = readiness({
  basis: 'all',
  data: {
    days: 9,
    reporters: 2,
    messages: 412,
    enough: false,
    missing: ['9 of 14 settled days have reports.', '2 of 3 reporters sent one.'],
  },
  scopes: (['p', 'sp', 'np'] as const).map((name) =>
    scope(name, {
      verdicts: (['quarantine', 'reject'] as const).map((policy) =>
        verdict(policy, { ready: 'not_enough_data' }),
      ),
    }),
  ),
  next: [],
  says: 'There is not enough data to say whether example.org may have a stricter policy.',
})

export const DEMANDING = readiness({
  scopes: [
    scope('p', { published: 'reject', applied: 'reject' }),
    scope('sp', { applied: 'reject' }),
    scope('np', { applied: 'reject' }),
  ],
  record: { state: 'found', text: 'v=DMARC1; p=reject', policy: { p: 'reject', adkim: 'r', aspf: 'r' } },
  next: [],
  says: 'example.org has receivers refuse mail that fails (p=reject), and its own mail passes.',
})

const policy = (p: string, changes: Partial<PublishedPolicy> = {}): PublishedPolicy => ({
  p,
  adkim: 'r',
  aspf: 'r',
  ...changes,
})

/** A year of policies: none, then quarantine, then reject; with a report that saw an old one, and weeks without any. */
export const SEEN: SeenPolicy[] = Array.from({ length: 360 }, (_, at): SeenPolicy[] => {
  const day = dayBefore(361 - at)
  if (at > 100 && at < 130) return []
  const p = at < 90 ? 'none' : at < 250 ? 'quarantine' : 'reject'
  const seen = (changes: Partial<SeenPolicy>): SeenPolicy => ({
    day,
    policyDomain: 'example.org',
    policy: policy(p, { sp: p, pct: 100 }),
    reports: 12,
    authenticated: true,
    ...changes,
  })
  return [
    seen({}),
    seen({ policy: policy(p, { np: 'reject' }), reports: 2 }),
    ...(at === 91 || at === 251
      ? [seen({ policy: policy(at < 200 ? 'none' : 'quarantine'), reports: 3 })]
      : []),
    ...(at % 50 === 7
      ? [seen({ policyDomain: 'news.example.org', policy: policy('none'), reports: 1 })]
      : []),
  ]
}).flat()

interface Answers {
  readiness?: Readiness | 'slow' | 'busy'
  policies?: readonly SeenPolicy[]
}

const notFound = refused({ kind: 'not_found', what: 'domain' })

/** What reports answer, in memory: of domains by their ids. */
export function fakeAnswers(
  domains: Readonly<Record<string, Answers>>,
): Required<Pick<DmarcDeps, 'readiness' | 'policies'>> {
  return {
    readiness: {
      async readiness(_, id) {
        const found = domains[id]?.readiness
        if (found === 'slow') return new Promise(() => {})
        if (found === 'busy') return refused({ kind: 'busy' })
        return found ? granted(found) : notFound
      },
      async soon(_, id) {
        const found = domains[id]?.readiness
        if (found === 'slow') return granted({})
        if (found === 'busy') return refused({ kind: 'busy' })
        return found ? granted({ found }) : notFound
      },
    },
    policies: {
      async of(_, id, { from, to }) {
        const seen = domains[id]?.policies
        if (!seen) return notFound
        const inside = seen.filter(({ day }) => day >= from && day <= to)
        return granted(policyLines(inside, id.replace(/^dom-/, '')))
      },
    },
  }
}
