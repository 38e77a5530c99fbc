import type { PlanStep } from '../../src/core/fix.ts'
import type { MessageView, ProviderView } from '../../src/core/message-view.ts'
import { SECRETS } from './checks.ts'

type Requirement = ProviderView['requirements'][number]
const GOOGLE = 'Google email sender guidelines, 2026-03-21, https://support.google.com/a/answer/81126'
const YAHOO = 'Yahoo sender requirements, 2025-04-10, https://senders.yahooinc.com/best-practices/'

const ABOUT: Readonly<Record<string, string>> = {
  'SPF and DKIM': 'dkim',
  'DMARC record': 'dmarc',
  'Reverse DNS': 'reverse-dns',
  'One-click unsubscribe': 'list-unsubscribe',
}

function asks(
  what: string,
  state: Requirement['state'],
  because: string,
  reference: string,
  code?: string,
): Requirement {
  const about = ABOUT[what]
  return { asks: what, state, because, reference, ...(about && { about }), ...(code && { code }) }
}

/** What a message shows beside its checks. */
export const VIEWS: MessageView = {
  headers: [
    {
      name: 'Received',
      value:
        'from mail.shop.example (mail.shop.example [192.0.2.10])\n\tby mx.receiver.example with ESMTPS id 8f3a;\n\tFri, 20 Nov 2026 14:02:11 +0000',
    },
    { name: 'From', value: `"${SECRETS.displayName}" <news@shop.example>` },
    { name: 'To', value: 'k3vq7m2xw4pb@mail.mailgauge.example' },
    { name: 'Subject', value: SECRETS.subject },
    { name: 'X-Campaign', value: SECRETS.header },
    { name: 'X-Long', value: 'x'.repeat(600) },
  ],
  transcript: [
    { from: 'server', text: '220 mx.receiver.example ESMTP', at: 2 },
    { from: 'client', text: 'EHLO mail.shop.example', at: 41 },
    { from: 'server', text: '250-mx.receiver.example', at: 42 },
    { from: 'server', text: '250 STARTTLS', at: 42 },
    { from: 'client', text: 'STARTTLS', at: 80 },
    { from: 'server', text: '220 Ready', at: 81 },
    { from: 'client', text: 'MAIL FROM:<bounces@shop.example> SIZE=49182', at: 190 },
    { from: 'server', text: '250 OK', at: 193 },
  ],
  hops: [
    {
      from: 'app-7.internal',
      address: '10.0.4.17',
      by: 'relay.shop.example',
      protocol: 'ESMTP',
      at: '2026-11-20T14:00:30.000Z',
      privateAddress: true,
    },
    {
      from: 'relay.shop.example',
      address: '192.0.2.9',
      by: 'mail.shop.example',
      protocol: 'ESMTPS',
      tls: 'TLSv1.2',
      at: '2026-11-20T14:02:09.000Z',
      delaySeconds: 99,
      privateAddress: false,
    },
    {
      from: 'mail.shop.example',
      address: '192.0.2.10',
      by: 'mx.receiver.example',
      protocol: 'ESMTPS',
      tls: 'TLSv1.3',
      at: '2026-11-20T14:02:11.000Z',
      delaySeconds: 2,
      privateAddress: false,
    },
    {
      by: 'archive.receiver.example',
      at: '2026-11-20T14:02:08.000Z',
      delaySeconds: -3,
      privateAddress: false,
    },
  ],
  clientSupport: [
    {
      name: 'display: grid',
      full: 0.38,
      partly: 0.14,
      none: 0.48,
      without: ['Outlook for Windows', 'Gmail', 'Yahoo Mail'],
    },
    { name: 'border-radius', full: 0.86, partly: 0, none: 0.14, without: ['Outlook for Windows'] },
  ],
  providers: [
    {
      check: 'provider-gmail',
      name: 'Gmail',
      requirements: [
        asks('SPF and DKIM', 'not met', 'SPF passes, the signature does not hold.', GOOGLE, '550 5.7.30'),
        asks('DMARC record', 'not met', 'shop.example publishes none.', GOOGLE, '4.7.31'),
        asks('Reverse DNS', 'met', '192.0.2.10 is mail.shop.example, and back.', GOOGLE),
        asks('One-click unsubscribe', 'not applicable', 'It is not bulk mail.', GOOGLE),
        asks('Spam rate below 0.3 %', 'cannot be seen', 'Only Google knows it.', GOOGLE),
      ],
    },
    {
      check: 'provider-yahoo',
      name: 'Yahoo',
      requirements: [
        asks('SPF and DKIM', 'not met', 'The signature does not hold.', YAHOO, '553 5.7.2'),
        asks('DMARC record', 'undetermined', 'The name server gave no answer.', YAHOO),
        asks('Spam rate below 0.3 %', 'cannot be seen', 'Only Yahoo knows it.', YAHOO),
      ],
    },
    {
      check: 'provider-outlook',
      name: 'Outlook',
      requirements: [asks('SPF and DKIM', 'not met', 'The signature does not hold.', GOOGLE, '550 5.7.515')],
    },
    {
      check: 'provider-apple',
      name: 'Apple',
      requirements: [asks('Reverse DNS', 'met', 'It is of the domain.', GOOGLE)],
    },
    {
      check: 'provider-laposte',
      name: 'La Poste',
      requirements: [asks('Reverse DNS', 'met', 'It leads back.', GOOGLE)],
    },
  ],
  preview: `<p>${SECRETS.body}</p>`,
}

/** The steps that fix the mixed report: more than are in sight at once. */
export const PLAN: PlanStep[] = [
  {
    check: 'dkim',
    codes: ['dkim-body-changed'],
    says: 'Sign as the last step before the message leaves.',
    changes: [],
    gain: 1.5,
  },
  {
    check: 'dmarc',
    codes: ['dmarc-none'],
    says: 'Publish: _dmarc.shop.example TXT "v=DMARC1; p=none; rua=mailto:dmarc@shop.example"',
    changes: [
      {
        kind: 'dns',
        name: '_dmarc.shop.example',
        type: 'TXT',
        records: ['v=DMARC1; p=none; rua=mailto:dmarc@shop.example'],
      },
    ],
    gain: 1,
  },
  {
    check: 'list-unsubscribe',
    codes: ['one-click-missing'],
    says: 'Let readers leave with one click.',
    changes: [
      { kind: 'header', name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
      { kind: 'header', name: 'X-Unsubscribe' },
    ],
    gain: 0.5,
  },
  {
    check: 'tls',
    codes: ['tls-none'],
    says: 'Turn on opportunistic TLS.',
    changes: [
      {
        kind: 'smtp',
        tls: { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' },
        helo: 'mail.shop.example',
      },
    ],
    gain: 'unknown',
  },
  {
    check: 'reverse-dns',
    codes: ['ptr-generic'],
    says: 'Ask the provider for a name of yours.',
    changes: [{ kind: 'dns', name: '10.2.0.192.in-addr.arpa', type: 'PTR', records: ['mail.shop.example'] }],
    gain: 0.3,
  },
  {
    check: 'spf',
    codes: ['spf-softfail'],
    says: 'End the record with -all.',
    changes: [
      { kind: 'dns', name: 'shop.example', type: 'TXT', records: ['v=spf1 -all'], replaces: 'v=spf1' },
    ],
    gain: 0.2,
  },
  {
    check: 'spf',
    codes: ['spf-ptr'],
    says: 'End the record with -all.',
    changes: [{ kind: 'dns', name: 'old.shop.example', type: 'TXT', records: [] }],
    gain: 0.1,
  },
  {
    check: 'content',
    codes: ['text-without-links'],
    says: 'Give the text part the links as well.',
    changes: [],
    gain: 0,
  },
]
