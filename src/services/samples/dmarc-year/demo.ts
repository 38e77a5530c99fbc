import type { PublishedPolicy } from '../../../core/aggregate/report.ts'
import { DEMO_DOMAIN } from '../zone.ts'
import type { Scenario, Sender } from './scenario.ts'
import {
  abuse,
  forwarder,
  mailingList,
  ownServer,
  signingService,
  unalignedService,
  webServer,
} from './senders.ts'

/** Of RFC 5737 and RFC 3849: nobody has these addresses. */
const range = (network: string, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${network}.${from + at}`)

const policy = (p: string, some: Partial<PublishedPolicy> = {}): PublishedPolicy => ({
  p,
  adkim: 'r',
  aspf: 'r',
  ...some,
})

/** Days of the year on which something happens in the life of the demo domain. */
export const DEMO_LIFE = {
  quarantine: 150,
  sampled: 120,
  reject: 270,
  keyLost: 200,
  keyBack: 209,
  newService: 300,
}

function senders(domain: string): Sender[] {
  const { keyLost, keyBack, newService } = DEMO_LIFE
  return [
    ownServer(domain, { id: 'office', ips: ['192.0.2.10', '192.0.2.11', '2001:db8:0:10::25'], share: 0.5 }),
    signingService(domain, {
      id: 'newsletter',
      ips: range('198.51.100', 16, 6),
      share: 0.26,
      service: 'sendgrid.net',
      host: 'o1.ptr4711.sendgrid.net',
      lost: { from: keyLost, to: keyBack },
    }),
    signingService(domain, {
      id: 'shop',
      ips: range('198.51.100', 96, 2),
      share: 0.08,
      service: 'mtasv.net',
      host: 'mta201a.mtasv.net',
      from: newService,
    }),
    unalignedService(domain, {
      id: 'help-desk',
      ips: range('198.51.100', 64, 3),
      share: 0.03,
      service: 'zendesk.com',
      host: 'outbyoip1.pod17.zdsys.com',
    }),
    webServer(domain, { id: 'web', ips: ['192.0.2.20'], share: 0.02 }),
    forwarder(domain, {
      id: 'university',
      ips: range('203.0.113', 16, 2),
      share: 0.02,
      service: 'forward.university.example',
      keeps: true,
    }),
    forwarder(domain, {
      id: 'old-mailbox',
      ips: ['203.0.113.24'],
      share: 0.006,
      service: 'mailbox.example',
      keeps: false,
    }),
    mailingList(domain, {
      id: 'list',
      ips: ['203.0.113.32'],
      share: 0.012,
      service: 'lists.gardeners.example',
    }),
    abuse(domain, {
      id: 'abuse',
      ips: range('203.0.113', 64, 180),
      share: 0.35,
      bursts: { every: 50, days: 8 },
    }),
    abuse(domain, {
      id: 'abuse-named',
      ips: range('198.51.100', 160, 40),
      share: 0.03,
      name: {
        reverseDns: 'host.broadband.example',
        organization: { name: 'broadband.example', domain: 'broadband.example', basis: 'ptr' },
      },
    }),
    abuse(domain, {
      id: 'abuse-below',
      ips: range('203.0.113', 250, 4),
      share: 0.01,
      headerFrom: `billing.${domain}`,
    }),
  ]
}

/** The demo domain: an association with an office, a newsletter and a shop, on its way from p=none to p=reject. */
export function demoScenario(domain: string = DEMO_DOMAIN): Scenario {
  return {
    domain,
    seed: 7,
    size: 2_400,
    growth: 1.4,
    senders: senders(domain),
    policies: [
      { from: 0, policy: policy('none') },
      { from: DEMO_LIFE.sampled, policy: policy('quarantine', { pct: 25 }) },
      { from: DEMO_LIFE.quarantine, policy: policy('quarantine') },
      { from: DEMO_LIFE.reject, policy: policy('reject') },
    ],
  }
}
