import { describe, expect, test } from 'bun:test'
import { explainBounce } from '../../../src/mail/bounces/explain.ts'

const told = (text: string) => {
  const [failure] = explainBounce(text).failures
  return { ...failure, rule: failure?.rule?.id, provider: failure?.provider?.id }
}

describe('an answer in marks of Markdown', () => {
  const S3140 =
    "Unfortunately, messages from [192.0.2.10] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140)."
  test.each([
    `**550 5.7.1** ${S3140}`,
    `**550 5.7.1 ${S3140}**`,
    `\`550 5.7.1 ${S3140}\``,
    `The log says:\n\n\`\`\`text\n550 5.7.1 ${S3140}\n\`\`\`\n`,
  ])('is read without them: %#', (text) => {
    const { cause, provider, reply } = told(text)
    expect([cause, provider, reply?.enhanced]).toEqual(['blocklist', 'outlook', '5.7.1'])
    expect(reply?.text).not.toMatch(/[*`]/)
  })

  test('leaves what Exim writes before an address', () => {
    const line =
      '2026-11-03 10:11:12 1tAbCd-0001-AB ** ann@example.org R=dnslookup T=remote_smtp H=mx.example.org [192.0.2.1]: SMTP error from remote mail server after RCPT TO:<ann@example.org>: 550 5.1.1 User unknown'
    expect(told(line)).toMatchObject({ cause: 'no such recipient', recipient: 'ann@example.org' })
  })
})

describe('a code that stands alone', () => {
  test.each([
    ['Remote server returned:\n\n550 5.2.2\n\nThe recipient mailbox is over its quota.\n', 'mailbox full'],
    [
      'It came back with\n\n554 5.7.1\n\nThe message was refused\nbecause its size is too large.\n',
      'message too large',
    ],
  ])('is read with the paragraph behind it: %#', (text, cause) =>
    expect(told(text).cause).toBe(cause as never),
  )

  test('is not read with fields, links or another answer', () => {
    for (const behind of ['X-Spam-Flag: YES', 'https://example.org/mailbox-full', '250 2.0.0 mailbox full'])
      expect(told(`It came back with\n\n550 5.0.0\n\n${behind}\n\nRegards\n`).reply?.text).toBe('550 5.0.0')
  })
})

test('the first line of an answer is read where it stands behind other words', () => {
  const text = `  SMTP error from remote mail server after end of data:
    host aspmx.l.google.com [74.125.133.26]: 550-5.7.1 [192.0.2.1      12] Our system has detected that this message is
    550-5.7.1 likely unsolicited mail. To reduce the amount of spam sent to Gmail,
    550 5.7.1 this message has been blocked. r11si2166wmb.87 - gsmtp`
  expect(told(text)).toMatchObject({ rule: 'gmail-unsolicited', provider: 'gmail', permanent: true })
})

test('an enhanced code that begins each line is said once', () => {
  const text =
    '5.7.0 This message was blocked because its content presents a potential 5.7.0 security issue. Please visit 5.7.0 https://support.google.com/mail/answer/6590 to review our message 5.7.0 content and attachment content guidelines. - gsmtp'
  expect(told(text)).toMatchObject({ rule: 'gmail-security-issue', provider: 'gmail', permanent: true })
})

test('what failed permanently by its words is final', () => {
  const text =
    "Delivery to the following recipient failed permanently:\n\n  bob@gmail\n\nTechnical details of permanent failure:\nDNS Error: DNS type 'mx' lookup of gmail had no relevant answers."
  expect(told(text).permanent).toBe(true)
})

describe('a line of the log of qmail', () => {
  test('is read with its underscores as blanks', () => {
    const line =
      'delivery 12: failure: 192.0.2.9_does_not_like_recipient./Remote_host_said:_550_5.1.1_user_unknown/Giving_up_on_192.0.2.9./'
    expect(told(line)).toMatchObject({ cause: 'no such recipient', action: 'failed', reply: { code: 550 } })
    expect(told('delivery 13: deferral: CNAME_lookup_failed_temporarily._(#4.4.3)/')).toMatchObject({
      rule: 'qmail-cname',
      action: 'delayed',
    })
  })
})

describe('words that many write name nobody', () => {
  test.each([
    ['421 4.7.0 Your IP 192.0.2.4 has a bad reputation, rate limit exceeded. Try again later', 'reputation'],
    ['550 No such person at this address', 'no such recipient'],
    ['TLS Negotiation failed: 4.7.5 Certificate expired: mx.example.net', 'tls'],
    ['SMTP error: STARTTLS not supported by remote host mx.example.com', 'tls'],
    ['550 Spamming not allowed from 192.0.2.4', 'blocklist'],
    ['550 Your domain is too young. Please wait some days', 'reputation'],
    ['Error: connect ETIMEDOUT 192.0.2.4:465 at TCPConnectWrap.afterConnect', 'routing'],
    [
      'SASL authentication failed; server smtp.example.org[192.0.2.1] said: 535 5.7.8 Error: authentication failed: UGFzc3dvcmQ6',
      'relaying',
    ],
    ['postfix/qmgr[12]: 4A: from=<a@example.net>, status=expired, returned to sender', 'routing'],
    ['fsockopen(): unable to connect to smtp.example.org:587 (Connection timed out)', 'routing'],
    [
      "java.net.ConnectException: Couldn't connect to host, port: smtp.example.org, 25; Connection refused",
      'routing',
    ],
    ['Error: Missing credentials for "PLAIN"', 'relaying'],
    ['SMTP Error: Could not authenticate.', 'relaying'],
    ['550 Sender address is not allowed.', 'relaying'],
    ['error dialing remote address: dial tcp 192.0.2.4:25: i/o timeout', 'routing'],
  ])('%s', (text, cause) => {
    const { provider, ...rest } = told(text)
    expect([rest.cause, provider]).toEqual([cause as never, undefined])
  })
})

test.each([
  [
    "You're sending this from a different address or alias using the 'Send mail as' feature. The settings for your 'Send mail as' account are misconfigured or out of date.",
    'gmail-send-as',
  ],
  ["552-5.2.3 Your message exceeded Google's message size limits.", 'gmail-size'],
  [
    '550 Requested action not taken: mailbox unavailable. Reject due to policy restrictions. For explanation visit https://www.gmx.net/mail/senderguidelines?ip=192.0.2.4&c=hd',
    'gmx-policy',
  ],
  ['550 5.7.1 Dialup/dynamic IP not allowed', 'dynamic-address'],
  ['550 Sender has no A, AAAA, or MX DNS records.', 'sender-domain'],
  ["Your message wasn't delivered to anyone because it's too large. The limit is 35 MB.", 'too-large'],
  [
    "552: 5.2.2 This message is larger than the current system limit or the recipient's mailbox is full.",
    'large-or-full',
  ],
  [
    'Ihre Nachricht an bob@example.de konnte nicht zugestellt werden. bob wurde bei example.de nicht gefunden.',
    'notice-not-found',
  ],
  ['550 5.7.0 The limit on the number of allowed outgoing messages was exceeded. Try again later.', 'rate'],
  ['status=deferred (TLSA lookup error for mx.example.org:25)', 'postfix-tls-failed'],
  ['Free accounts are for test purposes only. Please upgrade or add the address', 'service-test-account'],
  ['550 5.7.1 Sender IP address listed on SORBS', 'list-sorbs'],
  ['550 5.7.1 Mails from your TLD are not accepted', 'geographic'],
  ['550 Date header too far in the future', 'message-format'],
  ['550 Nie ma takiego uzytkownika', 'no-such-user'],
  ['550 5.7.1 Header From and envelope From do not match', undefined as never],
  ['552 MS-Office file containing VBA macros found inside of the email', 'attachment'],
  ['450 busy--Please try again later', 'trouble'],
  ['550 5.7.1 Message rejected: URL listed on SURBL', 'list-surbl'],
  ['550-Callback setup failed while verifying <me@example.com>\n550 RFC requirements', 'exim-sender-verify'],
  ['550 5.7.501 Service unavailable. Spam abuse detected from IP range.', 'microsoft-banned-ip'],
  ['550 5.7.501 Access denied, spam abuse detected', 'microsoft-banned-account'],
  ['5.7.520 Access denied, Your organization does not allow external forw', 'microsoft-external-forwarding'],
  ['We have limits for how many messages can be sent per hour and per day.', 'gmail-sending-limit'],
  ['Keines Ihrer E-Mail-Konten kann an diesen Empfänger senden.', 'outlook-no-account'],
  ['None of your e-mail accounts could send to this recipient.', 'outlook-no-account'],
])('%s', (text, rule) => expect(told(text).rule).toBe(rule))

test('a message that was discarded is not tried again', () => {
  const { cause, permanent } = told(
    'Domain example.com has exceeded the max emails per hour (3/2 (150%)) allowed. Message discarded.',
  )
  expect([cause, permanent]).toEqual(['rate', true])
})

test.each([
  'Gmail ha tenido problemas al entregar tu mensaje. Se volverá a intentar durante 45 horas más.',
  'Gmail effectuera de nouvelles tentatives pendant encore 45 heures.',
])('of a notice that tries again no end is told: %s', (text) => {
  const { rule, action } = told(text)
  expect([rule, action]).toEqual(['notice-still-tries', 'delayed'])
})
