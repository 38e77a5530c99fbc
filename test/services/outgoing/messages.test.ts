import { describe, expect, test } from 'bun:test'
import type { Mailbox } from '../../../src/core/mailbox.ts'
import type { MessageFacts, MessageName } from '../../../src/services/outgoing/messages.ts'
import { createOutgoing } from '../../../src/services/outgoing/outgoing.ts'
import type { OutgoingMail } from '../../../src/services/outgoing/relay.ts'

const SENDER = { siteName: 'Mailgauge', baseUrl: 'https://mailgauge.example.org' }
const BOB: Mailbox = { address: 'bob@example.net' }
const LINK = `${SENDER.baseUrl}/reset#t=st_abc`

async function mailOf<N extends MessageName>(
  name: N,
  facts: MessageFacts[N],
  sender = SENDER,
): Promise<OutgoingMail> {
  const sent: OutgoingMail[] = []
  const relay = {
    async send(mail: OutgoingMail) {
      sent.push(mail)
      return { kind: 'accepted' as const, says: '250 ok' }
    },
  }
  await createOutgoing({ relay, sender }).send(name, BOB, facts)
  if (!sent[0]) throw new Error('nothing was sent')
  return sent[0]
}

const INVITATION = { account: 'Acme.com', role: 'admin', invitedBy: 'Ann', link: LINK, validFor: '7 days' }

test('a message says who asked for what, until when, and what to do if it was somebody else', async () => {
  const { to, subject, text } = await mailOf('password-reset', {
    email: BOB.address,
    link: LINK,
    validFor: '1 hour',
  })
  expect({ to, subject }).toEqual({ to: BOB, subject: 'Reset your Mailgauge password' })
  expect(text).toBe(
    [
      'Somebody asked to reset the Mailgauge password of bob@example.net. To choose',
      'a new password, open this link within 1 hour. It works once.',
      '',
      'Reset password:',
      LINK,
      '',
      'If this was not you, ignore this message. Your password stays as it is.',
      '',
      'Mailgauge',
      'https://mailgauge.example.org/',
      '',
    ].join('\r\n'),
  )
  const invitation = await mailOf('invitation', INVITATION)
  expect(invitation.subject).toBe('Invitation to Acme.com on Mailgauge')
  expect(invitation.text.replaceAll('\r\n', ' ')).toContain(
    'Ann invited you to the account “Acme.com” on Mailgauge, as an admin. To accept, open this link within 7 days.',
  )
})

test('text and HTML say the same', async () => {
  const { text, html } = await mailOf('invitation', INVITATION)
  const words = html
    .replace(/<title>.*<\/title>|<h1.*<\/h1>/g, '')
    .replace(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, (_, link, label) =>
      label === 'Mailgauge' ? `${label} ${link}` : `${label}: ${link}`,
    )
    .replace(/<[^>]*>/g, ' ')
  const plain = (said: string) => said.replace(/\s+/g, ' ').trim()
  expect(plain(words)).toBe(plain(text))
})

describe('names that somebody chose', () => {
  test.each([
    'Prize at https://evil.example/win',
    'www.evil.example',
    'call eve@evil.example',
    '<b>Win</b>',
    '',
    '\u200b',
  ])('%j is not repeated', async (name) => {
    const { subject, text, html } = await mailOf('invitation', {
      ...INVITATION,
      account: name,
      invitedBy: name,
    })
    expect(subject).toBe('Invitation to an account on Mailgauge')
    expect(text).toStartWith('Somebody invited you to an account on Mailgauge, as an admin.')
    expect(html).not.toMatch(/evil|<b>/)
  })

  test.each([
    'a\r\nBcc: eve',
    'O\'Neill & "Sons"',
    'x'.repeat(5000),
    'Ge\u202ernt\u0000',
    '=?utf-8?q?=0D=0ABcc:_eve?=',
  ])('%j does no harm', async (name) => {
    const { subject, text, html } = await mailOf('invitation', {
      ...INVITATION,
      account: name,
      invitedBy: name,
    })
    expect(subject).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(subject.length).toBeLessThan(120)
    expect(text).not.toMatch(/^Bcc/m)
    expect(text.length).toBeLessThan(1000)
    expect(html).not.toMatch(/Neill & |"Sons"/)
  })

  test('whoever has no name is known by the address', async () => {
    const { text } = await mailOf('invitation', { ...INVITATION, invitedBy: 'ann@example.org' })
    expect(text).toStartWith('ann@example.org invited you')
  })
})

test('the name of the site is made one line, too', async () => {
  const { subject } = await mailOf('test', {}, { ...SENDER, siteName: 'My\r\nSite' })
  expect(subject).toBe('Test message from My Site')
})

test.each([
  'https://evil.example/reset',
  'https://mailgauge.example.org.evil.example/',
  'https://mailgauge.example.org@evil.example/',
  'https://user@mailgauge.example.org/',
  'http://mailgauge.example.org/',
  'javascript:alert(1)',
  '/reset',
])('a link to %s is never sent', async (link) => {
  expect(mailOf('confirmation', { email: BOB.address, link, validFor: '1 hour' })).rejects.toThrow(
    'leads to this service',
  )
})
