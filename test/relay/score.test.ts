import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MAX_SCORE } from '../../src/core/report.ts'
import { createRelay } from '../../src/relay/relay.ts'
import { MESSAGE_NAMES, type MessageFacts, type MessageName } from '../../src/services/outgoing/messages.ts'
import { createOutgoing, sampleFacts } from '../../src/services/outgoing/outgoing.ts'
import { NOW, signed } from '../analysis/authentication/authentication-scene.ts'
import { reportOn } from '../analysis/whole-report.ts'
import { type Door, onlyMessage, openDoor } from '../smtp/door.ts'
import { random } from '../support/builders.ts'
import { withFix } from '../support/with-fix.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

const SENDER = { siteName: 'Mailgauge', baseUrl: 'https://mailgauge.example.org' }
const TOKEN = 'q7Yt3vR9mK2xW8nB4cZ6hJ1sD5fG0aLp'
const link = (page: string) => `${SENDER.baseUrl}/${page}#t=st_${TOKEN}`

const FACTS: MessageFacts = {
  test: {},
  'password-reset': { email: 'bob@example.net', link: link('reset'), validFor: '1 hour' },
  invitation: {
    account: 'Gärtnerei Müller',
    role: 'admin',
    invitedBy: 'Ann O’Neill',
    link: link('invitation'),
    validFor: '7 days',
  },
  confirmation: { email: 'bob@example.net', link: link('confirm'), validFor: '24 hours' },
  'has-account': { email: 'bob@example.net', link: `${SENDER.baseUrl}/sign-in` },
  alert: {
    title: 'Nothing received: Newsletter',
    lines: ['No message came for 26 hours; one is expected every 24 hours.'],
    channel: 'Operations',
    link: `${SENDER.baseUrl}/monitors/mon_1`,
    label: 'Open the monitor',
  },
}

/** Sends the message through real SMTP to a test of ours, and has it judged as if the host of the domain had sent it. */
async function judged<N extends MessageName>(
  name: N,
  facts: MessageFacts[N],
  sign: boolean,
  toName?: string,
) {
  const { token, address } = await door.allocate()
  const relay = createRelay({
    server: { ...door.at, tls: 'starttls', helo: 'mail.example.org', timeout: 30_000 },
    from: { name: 'Mailgauge', address: 'mailgauge@example.org' },
    ...(sign && { sign: (raw: Uint8Array) => signed(Buffer.from(raw)) }),
    clock: { now: () => NOW },
    random,
  })
  const outgoing = createOutgoing({ relay, sender: SENDER })
  const to = { address, ...(toName !== undefined && { name: toName }) }
  expect(await outgoing.send(name, to, facts)).toMatchObject({ kind: 'accepted' })
  const { envelope, raw } = await onlyMessage(door, token)
  const { report } = await reportOn({
    raw: Buffer.from(raw, 'latin1'),
    envelope: { ...envelope, clientAddress: '192.0.2.10', connectedAt: NOW, receivedAt: NOW },
    zone: { 'mailgauge.example.org': { A: ['192.0.2.10'] } },
  })
  return { report, raw }
}

const others = ({ checks }: Awaited<ReturnType<typeof judged>>['report']) =>
  checks
    .map(withFix)
    .filter(({ status, detail }) => (status !== 'passed' && status !== 'neutral') || detail['advice'])

describe('our own mail, judged by our own analyzers', () => {
  test.each(MESSAGE_NAMES)('%s gets the full score and no advice', async (name) => {
    const { report } = await judged(name, FACTS[name], true)
    expect(others(report)).toEqual([])
    expect({ score: report.score, kind: report.kind }).toEqual({ score: MAX_SCORE, kind: 'transactional' })
  })

  test.each(MESSAGE_NAMES)('%s as relay test sends it, too', async (name) => {
    const { report } = await judged(name, sampleFacts(SENDER, 'bob@example.net')[name], true)
    expect(others(report)).toEqual([])
    expect(report.score).toBe(MAX_SCORE)
  })

  test('whatever people are called', async () => {
    const names = [
      'Zoë Çelik',
      '"; DROP',
      'Bob\r\nBcc: eve@evil.example\r\n\r\nbody',
      '\u202Eevil',
      '山田 太郎',
    ]
    for (const name of names) {
      const { report, raw } = await judged(
        'invitation',
        { ...FACTS.invitation, account: name, invitedBy: name },
        true,
        name,
      )
      expect(raw).not.toMatch(/^Bcc:/im)
      expect({ name, others: others(report), score: report.score }).toEqual({
        name,
        others: [],
        score: MAX_SCORE,
      })
    }
  })

  test('without a key nothing but the missing signature costs', async () => {
    const { report } = await judged('test', {}, false)
    const failing = report.checks.filter(({ score }) => score < 0).map(({ name }) => name)
    expect(failing).toEqual(['dkim'])
  })
})
