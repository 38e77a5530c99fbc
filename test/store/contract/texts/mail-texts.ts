import { expect, test } from 'bun:test'
import type { WatchingEvent } from '../../../../src/core/watching/events.ts'
import type { MonitorStanding } from '../../../../src/core/watching/monitor.ts'
import { later, mailTest, newMessage, ROOMY, report, THEN } from '../../../support/builders.ts'
import { finish } from '../../../support/claiming.ts'
import { envelope } from '../../../support/envelope.ts'
import { monitor, monitorMessage } from '../../../support/monitors.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'
import { logLine } from '../mail-log.ts'
import { eachText, expectSame, MEGABYTE, owning } from './texts.ts'

/** Texts of messages and of the sessions that bring them. */
export function mailTextContract(store: TheStore): void {
  const { owner, domain } = owning(store)

  /** A message of a test of an account, which waits to be analysed. */
  async function arrived(accountId: string, text: string) {
    const one = mailTest({ accountId, source: 'dashboard' })
    await store().mailTests.allocate({ test: one })
    const session = envelope({
      receivedAt: store.now(),
      helo: text,
      mailFrom: text,
      mailParameters: { SIZE: text },
    })
    const message = newMessage(one.token, { envelope: session })
    expect(await store().messages.accept([message], ROOMY)).toBe('stored')
    expectSame(await store().messages.envelope(message.id), session)
    return { token: one.token, id: message.id }
  }
  const eventsOf = async (id: string) =>
    (await store().outbox.behind(crypto.randomUUID(), 1_000_000)).filter(({ subject }) => subject === id)

  test('what a session and a message say, and what is looked for', () =>
    eachText(MEGABYTE, async (text) => {
      const accountId = await owner()
      const { token, id } = await arrived(accountId, text)
      const told = report({ headline: { from: text, date: text, subject: text }, kindReasons: [text] })
      const signers = [{ domain: 'example.org', selector: text }]
      const analysed = { report: told, evidence: { text }, content: text, signers }
      expect(await finish(store(), id, { status: 'scored', ...analysed })).toBe('finished')
      const [found] = (await store().mailTests.find(accountId, { limit: 10 })).items
      expectSame(found?.test.token, token)
      expectSame(found, { ...found, from: text, subject: text })
      expectSame((await store().messages.report(token))?.report?.kindReasons, [text])
      expectSame(await store().messages.evidence(id), { text })
      await store().mailTests.find(accountId, { limit: 10, words: text, domain: text })
    }))

  test('why a message could not be analysed', () =>
    eachText(MEGABYTE, async (text) => {
      const { token, id } = await arrived(await owner(), text)
      expect(await finish(store(), id, { status: 'failed', reason: text })).toBe('finished')
      expectSame((await store().messages.ofTest(token))[0]?.outcome, { status: 'failed', reason: text })
      expectSame(
        (await eventsOf(id)).map(({ payload }) => payload),
        [{ token, reason: text }],
      )
    }))

  test('what an unsubscribe link answered', () =>
    eachText(MEGABYTE, async (text) => {
      const { id } = await arrived(await owner(), 'mail')
      await store().oneClick.begin(id, { at: THEN, host: text }, said('test.unsubscribe_tried'))
      const outcome = { kind: 'failure', reason: 'tls', says: text, tookMs: 1 } as const
      await store().oneClick.finish(id, THEN, outcome)
      expectSame(await store().oneClick.of(id), { at: THEN, host: text, outcome })
    }))

  test('selectors of domains, two of which are the same once they are kept', () =>
    eachText(200, async (text) => {
      const one = await domain()
      const { id } = await arrived(one.accountId, text)
      const signers = [text, `${text}\0`, `${text}\ufffd`].map((selector) => ({
        domain: one.domain,
        selector,
      }))
      const analysed = { report: report(), evidence: {}, signers }
      expect(await finish(store(), id, { status: 'scored', ...analysed })).toBe('finished')
      const kept = (await store().domainHealth.selectors(one.id)).map(({ selector }) => selector)
      expectSame(new Set(kept.map((name) => JSON.stringify(name))).size >= 2, true)
    }))

  test('mail to postmaster, and the log of mail', () =>
    eachText(MEGABYTE, async (text) => {
      const session = envelope({ receivedAt: store.now(), helo: text, mailFrom: text })
      const id = `msg_${crypto.randomUUID()}`
      const one = { id, role: 'abuse', envelope: session, raw: new Uint8Array(1) } as const
      expect(await store().roleMail.accept(one, { bytes: 1e9 })).toBe('stored')
      expectSame((await store().roleMail.list()).find((each) => each.id === id)?.envelope, session)
      const line = logLine({
        helo: text,
        mailFrom: text,
        rcptTo: text,
        tls: text,
        reply: { code: 550, text },
      })
      await store().mailLog.add([line], [], { account: 6000, anonymous: 1900, nobody: 2000 })
      const [kept] = await store().mailLog.list({ client: line.client, limit: 10 })
      // Of a sender that is nobody's business only the domain is kept.
      const { helo, rcptTo, tls, reply } = line
      expectSame(kept, { ...kept, helo, rcptTo, tls, reply })
      await store().mailLog.list({ client: text, address: text, limit: 10 })
      await store().mailLog.lastRefusal(text)
      await store().roleMail.deleteBefore(later(1e9))
    }))

  test('what monitors say, which are then sent mail', () =>
    eachText(MEGABYTE, async (text) => {
      const one = monitor(await owner(), {
        expectations: { mustPass: [text], blocklists: false, records: false },
      })
      expect(await store().monitors.add(one, 10, said('monitor.created'))).toBe('added')
      const reasons = [{ condition: 'check_failed', says: text, since: THEN, about: text }] as const
      const standing: MonitorStanding = { state: 'silent', since: THEN, reasons }
      const payload: Extract<WatchingEvent, { type: 'monitor.alert' }>['payload'] = {
        monitor: one.id,
        name: text,
        kind: 'mail',
        state: 'silent',
        reasons: [{ condition: 'check_failed', says: text, since: THEN.toISOString() }],
      }
      const event: WatchingEvent = { type: 'monitor.alert', subject: one.id, payload }
      const look = { standing, state: JSON.stringify({ text }), at: store.now() }
      expect(await store().monitors.settle(one.id, 0, look, [event])).toBe('settled')
      expect(await store().monitors.accept([monitorMessage(one.id, store.now())])).toBe('stored')
      expect(await store().monitors.due(store.now(), 100_000)).toContain(one.id)
      expectSame(await store().monitors.byId(one.accountId, one.id), { ...one, standing })
      expectSame(
        (await store().monitors.told(one.id, 10)).map((told) => told.event),
        [event],
      )
      expectSame(
        (await eventsOf(one.id)).map((told) => told.payload),
        [payload],
      )
    }))
}
