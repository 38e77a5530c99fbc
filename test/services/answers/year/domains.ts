import type { PublishedPolicy } from '../../../../src/core/aggregate/report.ts'
import type { PolicyStep, Scenario, Sender } from '../../../../src/services/samples/dmarc-year/scenario.ts'
import {
  abuse,
  forwarder,
  mailingList,
  ownServer,
  signingService,
  unalignedService,
  webServer,
} from '../../../../src/services/samples/dmarc-year/senders.ts'

/** What a sender is in truth, whatever reports say of it. */
export type Kind = 'own' | 'service' | 'help-desk' | 'web' | 'keeps' | 'breaks' | 'list' | 'abuse'

/** A domain of which is known who sends. */
export interface KnownDomain {
  scenario: Scenario
  kinds: Readonly<Record<string, Kind>>
  /** Its record, by which receivers ask whether an address may send. */
  spf: string
  /** A source that its owner marks as theirs, and the day. */
  marked?: { sender: string; from: number }
  /** The day on which the first report is about. */
  begins: number
  /** Its reports go the whole way: gzip, XML, the reader. */
  asXml: boolean
}

/** The names below a domain that the DNS has. */
export const namesThere = (domain: string): string[] => [`news.${domain}`]

const ips = (network: string, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${network}.${from + at}`)

const OFFICE = ['192.0.2.10', '192.0.2.11']
const WEB = ['192.0.2.20']
const SPF = 'v=spf1 ip4:192.0.2.0/27 -all'

const policy = (p: string, some: Partial<PublishedPolicy> = {}): PublishedPolicy => ({
  p,
  adkim: 'r',
  aspf: 'r',
  ...some,
})
const NONE: PolicyStep[] = [{ from: 0, policy: policy('none') }]
const REJECT: PolicyStep[] = [{ from: 0, policy: policy('reject') }]

type Member = [kind: Kind, sender: Sender]
type More = Partial<Omit<KnownDomain, 'scenario' | 'kinds'>> & Partial<Scenario>

/** Those who may send as a domain, each with its share. */
const people = (domain: string) => ({
  office: (share: number): Member => ['own', ownServer(domain, { id: 'office', ips: OFFICE, share })],
  newsletter: (
    share: number,
    more: { lost?: { from: number; to: number }; headerFrom?: string } = {},
  ): Member => [
    'service',
    signingService(domain, {
      id: 'newsletter',
      ips: ips('198.51.100', 16, 6),
      share,
      service: 'sendgrid.net',
      host: 'o1.ptr4711.sendgrid.net',
      ...more,
    }),
  ],
  shop: (share: number, from?: number): Member => [
    'service',
    signingService(domain, {
      id: 'shop',
      ips: ips('198.51.100', 96, 2),
      share,
      service: 'mtasv.net',
      host: 'mta201a.mtasv.net',
      ...(from !== undefined && { from }),
    }),
  ],
  helpDesk: (share: number, repaired?: number): Member => [
    'help-desk',
    unalignedService(domain, {
      id: 'help-desk',
      ips: ips('198.51.100', 64, 3),
      share,
      service: 'zendesk.com',
      host: 'outbyoip1.pod17.zdsys.com',
      ...(repaired !== undefined && { repaired }),
    }),
  ],
  web: (share: number, repaired?: number): Member => [
    'web',
    webServer(domain, { id: 'web', ips: WEB, share, ...(repaired !== undefined && { repaired }) }),
  ],
  keeps: (share: number): Member => [
    'keeps',
    forwarder(domain, {
      id: 'university',
      ips: ips('203.0.113', 16, 2),
      share,
      service: 'forward.university.example',
      keeps: true,
    }),
  ],
  breaks: (share: number): Member => [
    'breaks',
    forwarder(domain, {
      id: 'old-mailbox',
      ips: ['203.0.113.24'],
      share,
      service: 'mailbox.example',
      keeps: false,
    }),
  ],
  list: (share: number): Member => [
    'list',
    mailingList(domain, { id: 'list', ips: ['203.0.113.32'], share, service: 'lists.gardeners.example' }),
  ],
  abuse: (share: number, more: { headerFrom?: string } = {}): Member => [
    'abuse',
    abuse(domain, { id: 'abuse', ips: ips('203.0.113', 64, 120), share, ...more }),
  ],
})

type People = ReturnType<typeof people>

function known(
  domain: string,
  seed: number,
  size: number,
  who: (one: People) => readonly Member[],
  { spf = SPF, marked, begins = 0, asXml = false, ...more }: More = {},
): KnownDomain {
  const members = who(people(domain))
  return {
    scenario: {
      domain,
      seed,
      size,
      growth: 1.2,
      senders: members.map(([, sender]) => sender),
      policies: NONE,
      ...more,
    },
    kinds: Object.fromEntries(members.map(([kind, sender]) => [sender.id, kind])),
    spf,
    begins,
    asXml,
    ...(marked && { marked }),
  }
}

const STEPS: PolicyStep[] = [
  { from: 0, policy: policy('none') },
  { from: 120, policy: policy('quarantine') },
  { from: 240, policy: policy('reject') },
]

/** Twelve domains, each with a life of its own. */
export const DOMAINS: readonly KnownDomain[] = [
  known('tiny.example', 11, 10, ({ office, abuse }) => [office(1), abuse(0.2)], { asXml: true }),
  known('web-broken.example', 12, 1_000, ({ office, newsletter, web }) => [
    office(0.6),
    newsletter(0.3),
    web(0.1, 200),
  ]),
  known(
    'key-lost.example',
    13,
    20_000,
    ({ office, newsletter }) => [office(0.3), newsletter(0.7, { lost: { from: 150, to: 162 } })],
    { policies: STEPS },
  ),
  known(
    'help-desk.example',
    14,
    3_000,
    ({ office, newsletter, helpDesk }) => [office(0.6), newsletter(0.3), helpDesk(0.1, 220)],
    { marked: { sender: 'help-desk', from: 120 }, asXml: true },
  ),
  known('forwarded.example', 15, 5_000, ({ office, keeps, breaks, list }) => [
    office(0.9),
    keeps(0.06),
    breaks(0.02),
    list(0.02),
  ]),
  known(
    'abused.example',
    16,
    500,
    ({ office, newsletter, abuse }) => [office(0.7), newsletter(0.3), abuse(6)],
    {
      policies: STEPS,
    },
  ),
  known('new-service.example', 17, 2_000, ({ office, shop }) => [office(0.8), shop(0.2, 200)]),
  known(
    'big.example',
    18,
    200_000,
    ({ office, newsletter, shop, keeps, breaks, list, abuse }) => [
      office(0.4),
      newsletter(0.4),
      shop(0.1),
      keeps(0.04),
      breaks(0.01),
      list(0.01),
      abuse(0.1),
    ],
    { policies: REJECT },
  ),
  known('late.example', 19, 800, ({ office, newsletter }) => [office(0.5), newsletter(0.5)], { begins: 335 }),
  known('silent.example', 20, 1_500, ({ office, list }) => [office(0.97), list(0.03)], {
    silence: { from: 180, to: 205 },
    policies: STEPS,
  }),
  known('two-reporters.example', 21, 300, ({ office }) => [office(1)], {
    reporters: ['google.com', 'Yahoo'],
  }),
  known(
    'below.example',
    22,
    4_000,
    ({ office, newsletter, abuse }) => [
      office(0.6),
      newsletter(0.4, { headerFrom: 'news.below.example', lost: { from: 300, to: 340 } }),
      abuse(0.2, { headerFrom: 'billing.below.example' }),
    ],
    { asXml: true },
  ),
]
