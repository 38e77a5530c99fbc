import type { NewMailLogLine } from '../../src/store/mail-log.ts'

/** What strangers may put where they like. */
export const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)//',
  `${'very-long-word'.repeat(17)}`,
  'שלום-עולם',
] as const

const MINUTE = 60_000

/** Lines of every kind of state, of an account's address (`own` in place of its local part) and of nobody's. */
export function hostileLines(now: Date): NewMailLogLine[] {
  const at = (minutes: number) => ({
    firstAt: new Date(now.getTime() - 3 * minutes * MINUTE),
    lastAt: new Date(now.getTime() - minutes * MINUTE),
  })
  const base = {
    network: '192.0.2.7/32',
    client: '192.0.2.7',
    tls: 'TLSv1.3',
    helo: 'mail.shop.example',
    count: 1,
  }
  const ours = {
    localPart: 'own',
    rcptTo: 'k3q7zv2mbn4x@mail.mailgauge.example',
    mailFrom: 'news@shop.example',
  }
  const full = { code: 452, text: '4.2.2 This address holds as much mail as is allowed' }
  return [
    {
      ...base,
      ...ours,
      ...at(1),
      outcome: 'accepted',
      size: 48_213,
      messageId: 'msg_k3q7zv2mbn4xa5cdefghijkl2m',
      reply: { code: 250, text: '2.6.0 Received as msg_k3q7zv2mbn4xa5cdefghijkl2m' },
    },
    { ...base, ...ours, ...at(2), outcome: 'mailbox_full', count: 412, reply: full },
    { ...base, ...ours, ...at(60), outcome: 'broken_off', size: 12_000 },
    ...HOSTILE.map(
      (text, index): NewMailLogLine => ({
        ...base,
        ...at(100 + index),
        ...(index % 2 === 0 && { localPart: 'own' }),
        outcome: 'message_too_big',
        helo: text,
        mailFrom: `${text}@${text}.example`,
        rcptTo: `${text}@mail.mailgauge.example`,
        size: 60_000_000,
        reply: { code: 552, text: `5.3.4 ${text}` },
      }),
    ),
    {
      ...base,
      ...at(300),
      network: '2001:db8:1:2::/64',
      client: '2001:db8:1:2:3:4:5:6',
      outcome: 'tls_failed',
      detail: 'unsupported protocol',
    },
    {
      ...base,
      ...at(400),
      outcome: 'no_relay',
      mailFrom: '',
      rcptTo: '@elsewhere.example',
      reply: { code: 550, text: '5.7.1 Relaying is not allowed' },
    },
  ]
}
