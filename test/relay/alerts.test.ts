import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MAX_SCORE } from '../../src/core/report.ts'
import { createRelay } from '../../src/relay/relay.ts'
import { payloadOf } from '../../src/services/destinations/payloads/payload.ts'
import { wordsOfEvent } from '../../src/services/destinations/words/words-of-event.ts'
import { createOutgoing } from '../../src/services/outgoing/outgoing.ts'
import { NOW, signed } from '../analysis/authentication/authentication-scene.ts'
import { reportOn } from '../analysis/whole-report.ts'
import { HOSTILE_NAMES, hostileSamples, SAMPLES } from '../services/destinations/words/samples.ts'
import { type Door, onlyMessage, openDoor } from '../smtp/door.ts'
import { random } from '../support/builders.ts'
import { withFix } from '../support/with-fix.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

const SENDER = { siteName: 'Mailgauge', baseUrl: 'https://mailgauge.example.org' }

/** Mails what is said of an event to a test of ours, and has it judged as if the host of the domain had sent it. */
async function judged(event: (typeof SAMPLES)[number], channel = 'Operations') {
  const { token, address } = await door.allocate()
  const relay = createRelay({
    server: { ...door.at, tls: 'starttls', helo: 'mail.example.org', timeout: 30_000 },
    from: { name: 'Mailgauge', address: 'mailgauge@example.org' },
    sign: (raw: Uint8Array) => signed(Buffer.from(raw)),
    clock: { now: () => NOW },
    random,
  })
  const { title, lines, link } = wordsOfEvent(payloadOf(event, SENDER))
  const facts = { title, lines, channel, ...(link && { link: link.url, label: link.label }) }
  const outgoing = createOutgoing({ relay, sender: SENDER })
  expect(await outgoing.send('alert', { address }, facts)).toMatchObject({ kind: 'accepted' })
  const { envelope, raw } = await onlyMessage(door, token)
  const { report } = await reportOn({
    raw: Buffer.from(raw, 'latin1'),
    envelope: { ...envelope, clientAddress: '192.0.2.10', connectedAt: NOW, receivedAt: NOW },
    zone: { 'mailgauge.example.org': { A: ['192.0.2.10'] } },
  })
  const advised = report.checks
    .map(withFix)
    .filter(({ status, detail }) => (status !== 'passed' && status !== 'neutral') || detail['advice'])
  return { report, raw, advised }
}

describe('alerts as mail, judged by our own analyzers', () => {
  test.each(SAMPLES.map((event, at) => [event.type, at, event] as const))(
    '%s (%i) gets the full score and no advice',
    async (_type, _at, event) => {
      const { report, advised } = await judged(event)
      expect(advised).toEqual([])
      expect({ score: report.score, kind: report.kind }).toEqual({ score: MAX_SCORE, kind: 'transactional' })
    },
  )

  test.each(HOSTILE_NAMES)('%p as a name adds no field, no link and costs nothing', async (name) => {
    for (const type of ['monitor.alert', 'dmarc.source_new', 'domain.record_changed']) {
      const event = hostileSamples(name).find((one) => one.type === type)
      if (!event) throw new Error(type)
      const { report, raw, advised } = await judged(event, name)
      expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc:/im)
      expect(raw).not.toContain('href="https://evil')
      expect({ type, advised, score: report.score }).toEqual({ type, advised: [], score: MAX_SCORE })
    }
  })
})

test('what is sent again has the same Message-ID, and what is sent to another or is another one has not', async () => {
  const { token, address } = await door.allocate()
  const relay = createRelay({
    server: { ...door.at, tls: 'starttls', helo: 'mail.example.org', timeout: 30_000 },
    from: { address: 'mailgauge@example.org' },
    clock: { now: () => NOW },
    random,
  })
  const outgoing = createOutgoing({ relay, sender: SENDER })
  const facts = { title: 'DKIM failed: Newsletter', lines: ['It failed.'], channel: 'Operations' }
  const [local = '', domain = ''] = address.split('@')
  for (const [to, key] of [
    [address, 'msg_1'],
    [address, 'msg_1'],
    [address, 'msg_2'],
    [`${local}+other@${domain}`, 'msg_1'],
    [address, undefined],
    [address, undefined],
  ] as const)
    expect(await outgoing.send('alert', { address: to }, facts, key)).toMatchObject({ kind: 'accepted' })
  const ids = (await door.received(token)).map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
  expect(ids).toHaveLength(6)
  expect(ids[1]).toBe(ids[0])
  expect(new Set(ids).size).toBe(5)
})
