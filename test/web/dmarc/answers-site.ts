import { granted } from '../../../src/core/refusal.ts'
import { verbatim } from '../../../src/core/verbatim.ts'
import type { Readiness } from '../../../src/services/answers/ready.ts'
import type { Attention, StandingRow } from '../../../src/services/answers/standings/standing.ts'
import { ATTENTION, standingWindow } from '../../../src/services/answers/standings/standing.ts'
import type { Standings } from '../../../src/services/answers/standings/standings.ts'
import type { HealthView } from '../../../src/services/domains/health/health.ts'
import { RESULT_TYPES } from '../../../src/web/words/tls.ts'
import { check } from '../../support/builders.ts'
import { standingDays } from '../../support/standing-days.ts'
import { DRAWN, HEALTH } from '../domains/fake-domains.ts'
import { NOW } from '../fake-mail-tests.ts'
import { tlsReport, tlsSummary } from '../tls/fake-tls.ts'
import { dmarcSite, HOSTILE } from './dmarc-site.ts'
import {
  BLOCKED,
  DEMANDING,
  fakeAnswers,
  readiness,
  SEEN,
  scope,
  simulation,
  TOO_LITTLE,
  verdict,
} from './fake-answers.ts'
import { dayBefore } from './fake-dmarc.ts'
import { FULL, HOSTILE_HELD } from './samples.ts'

const WINDOW = standingWindow(dayBefore(0))

const SAYS: Readonly<Record<Attention['kind'], string>> = {
  own_refused:
    '2,912 of its own 46,512 messages fail, and p=reject asks receivers to refuse what fails. Repair it first.',
  no_record: 'There is no DMARC record now, so reports stop. Publish one.',
  uncounted: 'Whether a stricter policy is allowed is not counted yet.',
  dropped: '81.2% of its mail passed, 97.5% in the 30 days before. See which source fails now.',
  blocked: 'Mailchimp sends 2,900 messages of your own that fail: sign them with a DKIM key of example.org.',
  missing:
    'No report about the 6 days after 2026-11-14 has come. See whether its DMARC record still names the reports address.',
  tls: '303 of 5,629 TLS sessions to its mail servers failed. See why.',
  failing: '1,907 messages failed. Whose mail that is is not counted yet.',
  ready: 'It is ready for p=quarantine: look at the next record.',
  too_little: 'There are not enough reports for an answer yet.',
  fine: 'Nothing needs you: p=reject is in force.',
  none: 'No report has come yet: publish its reports address.',
}

/** A domain of each kind that the overview tells apart, and one with a long name. */
export function standingRows(): StandingRow[] {
  return ATTENTION.map((kind, at) => {
    const domain =
      kind === 'missing'
        ? `${'very-long-name-'.repeat(4)}.${'x'.repeat(60)}.example.org`
        : `${kind.replace('_', '-')}.example`
    const days = Array.from({ length: 30 }, (_, day) => {
      const messages = 300 + ((day * 7919 + at * 131) % 400)
      return {
        day: WINDOW.from + day,
        messages,
        pass: messages - ((day * 31 + at * 17) % (ATTENTION.length - at)) * 14,
      }
    }).filter(({ day }) => kind !== 'none' && (kind !== 'missing' || day < WINDOW.to - 5))
    const messages = days.reduce((sum, one) => sum + one.messages, 0)
    const pass = days.reduce((sum, one) => sum + one.pass, 0)
    return {
      standing: {
        domain: { id: `dom-${domain}`, domain },
        isReported: kind !== 'none',
        messages,
        pass,
        reports: kind === 'none' ? 0 : 412,
        before: {
          reports: 0,
          messages: kind === 'ready' ? 0 : messages,
          pass: kind === 'none' ? 0 : pass + (at - 4) * 100,
        },
        ...standingDays(days),
        ...(kind !== 'none' && {
          policy: {
            p: at % 3 === 0 ? 'reject' : at % 3 === 1 ? 'quarantine' : 'none',
            adkim: 'r',
            aspf: 'r',
          } as const,
        }),
      },
      attention: { kind, says: SAYS[kind] },
    }
  })
}

export const fakeStandings = (rows: readonly StandingRow[], more: object = {}): Pick<Standings, 'of'> => ({
  of: async (_, { limit, after }) => {
    const from = rows.findIndex(({ standing }) => standing.domain.id === after) + 1
    const shown = rows.slice(from, from + limit)
    const next = from + limit < rows.length ? shown.at(-1)?.standing.domain.id : undefined
    return granted({
      window: WINDOW,
      rows: shown,
      all: rows.length,
      unverified: 2,
      isLater: from > 0,
      isOpen: false,
      ...(next && { next }),
      ...more,
    })
  },
})

/** As long as a key of a source gets. */
const KEY = `domain:${HOSTILE.slice(0, 253)}`

const hostile: Readiness = readiness({
  says: HOSTILE,
  scopes: [
    scope('p', {
      published: HOSTILE as 'none',
      verdicts: (['quarantine', 'reject'] as const).map((policy) =>
        verdict(policy, {
          ready: 'no',
          missing: Array.from({ length: 9 }, (_, at) => ({
            kind: 'own_source' as const,
            says: `${at} ${HOSTILE}`,
            key: KEY,
          })),
          simulation: simulation(policy, {
            bySource: Array.from({ length: 30 }, (_, at) => ({
              key: `${at}${KEY}`,
              name: HOSTILE,
              standing: 'unknown' as const,
              messages: 9_007_199_254_740_991,
            })),
          }),
        }),
      ),
    }),
    scope('sp', { published: HOSTILE as 'none', applied: 'reject' }),
    scope('np', { published: HOSTILE as 'none', applied: 'reject' }),
  ],
  record: { state: 'inherited', text: HOSTILE },
  next: [
    { scope: 'p', policy: 'reject', name: HOSTILE, value: HOSTILE, replaces: HOSTILE, says: HOSTILE },
    {
      scope: 'p',
      policy: 'reject',
      name: HOSTILE,
      value: `${HOSTILE}2`,
      replaces: HOSTILE,
      says: HOSTILE,
      testing: true,
    },
  ],
})

const HOSTILE_SEEN = Array.from({ length: 300 }, (_, at) => ({
  day: dayBefore(29 - (at % 28)),
  policyDomain: at % 3 === 0 ? 'example.net' : `${HOSTILE}${at % 20}`,
  policy: { p: `${HOSTILE}${at}`, sp: HOSTILE, adkim: 'r', aspf: 's', fo: HOSTILE, np: HOSTILE } as const,
  reports: 1,
  authenticated: false,
}))

const STS = { type: 'sts', reports: 14, successes: 5_326, failures: 0 }

/** Failures of every type, at a host of the domain and at another. */
const EVERY_FAILURE = {
  failures: 1_200,
  failed: RESULT_TYPES.flatMap((type, at) => [
    { type, host: 'mail.example.org', sessions: 100 - at, lastDay: dayBefore(2) },
    { type, host: 'mx.elsewhere.example', sessions: 3, lastDay: dayBefore(2) },
  ]),
}

/** A domain whose MTA-STS policy is in testing mode, as the last look saw it. */
export function testedHealth(domain: string, status: 'passed' | 'failed'): HealthView {
  const found = check('transport-policy', {
    status,
    summary: `${domain} publishes MTA-STS (testing), TLS-RPT, DANE.`,
    findings: [
      {
        code: 'sts-testing',
        cost: 0,
        says: 'The MTA-STS policy is in testing mode.',
        advice: `Once the TLS reports show no failure, write "${verbatim('mode: enforce')}" in https://mta-sts.${domain}/.well-known/mta-sts.txt, and leave the rest as it is. Then give the TXT record of _mta-sts.${domain} a new id, such as 20261120140000.`,
        reference: 'RFC 8461 section 3.2',
      },
    ],
    evidence: {
      domain,
      mail_hosts: 'mail.example.org',
      mta_sts: 'present, id 20260101000000',
      mta_sts_policy: 'mode testing, max_age 604800, 1 mx',
      tls_rpt: 'present (mailto)',
      dane: 'mail.example.org usable (2 TLSA, validated)',
      dnssec: 'the MX answer is validated',
    },
  })
  return { ...HEALTH, look: { at: NOW, checks: [found], drawn: DRAWN } }
}

/** The site with a domain for each state of the pages, and their addresses. */
export function answersSite() {
  const states: Readonly<Record<string, Readiness | 'slow' | 'busy'>> = {
    'example.org': readiness(),
    'example.net': hostile,
    'blocked.example': BLOCKED,
    'little.example': TOO_LITTLE,
    'reject.example': DEMANDING,
    'slow.example': 'slow',
    'unknown.example': readiness({
      scopes: [scope('p', { applied: undefined as never })],
      record: { state: 'unknown' },
      next: [],
      says: 'The DMARC record of unknown.example could not be looked up.',
    }),
    'inherited.example': readiness({ record: { state: 'inherited', text: 'v=DMARC1; p=none' }, next: [] }),
    'broken.example': readiness({ record: { state: 'broken' }, next: [] }),
  }
  const ids = Object.keys(states).map((domain) => `dom-${domain}`)
  const answers = {
    ...fakeAnswers(
      Object.fromEntries(
        Object.entries(states).map(([domain, one]) => [
          `dom-${domain}`,
          { readiness: one, policies: domain === 'example.net' ? HOSTILE_SEEN : SEEN },
        ]),
      ),
    ),
    standings: fakeStandings(standingRows()),
  }
  const site = dmarcSite(
    Object.fromEntries(ids.map((id) => [id, id === 'dom-example.net' ? HOSTILE_HELD : FULL])),
    {
      'dom-example.org': { summary: tlsSummary(EVERY_FAILURE), reports: [tlsReport('dmr_1')] },
      'dom-blocked.example': { summary: tlsSummary({ failures: 0, failed: [], policies: [STS] }) },
      'dom-reject.example': {},
    },
    answers,
    {
      more: ids.slice(2).map((id) => id.slice('dom-'.length)),
      health: {
        'dom-example.org': testedHealth('example.org', 'passed'),
        'dom-blocked.example': testedHealth('blocked.example', 'passed'),
      },
    },
  )
  const of = (domain: string, rest = '') => `/domains/dom-${domain}/dmarc${rest}`
  const paths: Readonly<Record<string, string>> = {
    'all-domains': '/dmarc',
    ready: of('example.org'),
    hostile: of('example.net'),
    blocked: of('blocked.example'),
    little: of('little.example'),
    reject: of('reject.example'),
    slow: of('slow.example'),
    unknown: of('unknown.example'),
    inherited: of('inherited.example'),
    broken: of('broken.example'),
    policy: of('example.org', '/policy?days=366'),
    'policy-month': of('example.org', '/policy'),
    'policy-none': of('example.org', '/policy?from=2020-01-01&to=2020-01-31'),
    'policy-hostile': of('example.net', '/policy'),
    'tls-failing': '/domains/dom-example.org/tls',
    'tls-ready': '/domains/dom-blocked.example/tls',
    'tls-none': '/domains/dom-reject.example/tls',
  }
  return { site, paths }
}
