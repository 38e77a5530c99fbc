import { expect, test } from 'bun:test'
import { BYTES_PER_HOUR, MESSAGES_PER_HOUR, type Monitor } from '../../../../src/core/watching/monitor.ts'
import { account, DAY, later, report, THEN } from '../../../support/builders.ts'
import { finish } from '../../../support/claiming.ts'
import { monitor, monitorMessage } from '../../../support/monitors.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'
import { logLine } from '../mail-log.ts'

const HOUR = 3_600_000

export function monitorMailContract(store: TheStore): void {
  const monitors = () => store().monitors

  async function added(accountId?: string) {
    const owner = account()
    if (accountId === undefined) await store().accounts.create(owner)
    const one = monitor(accountId ?? owner.id)
    await monitors().add(one, 10, said('monitor.created'))
    return one
  }
  const localOf = ({ subject }: Monitor) => (subject.kind === 'mail' ? subject.localPart : '')
  const scored = (score: number) =>
    ({
      status: 'scored',
      report: report({ score, headline: { from: 'a@example.org', date: '', subject: `at ${score}` } }),
      evidence: {},
      fromDomain: 'example.org',
    }) as const
  const events = async (id: string) =>
    (await store().outbox.behind('a test of monitors', 100_000)).filter(({ subject }) => subject === id)

  test('a message makes a test of its own, with the address of the monitor', async () => {
    const one = await added()
    const [first, second] = [monitorMessage(one.id, store.now()), monitorMessage(one.id, store.now())]
    expect(await monitors().accept([first])).toBe('stored')
    expect(await monitors().accept([second])).toBe('stored')
    const made = await store().mailTests.byToken(first.token)
    expect(made).toStrictEqual({
      token: first.token,
      localPart: localOf(one),
      source: 'monitor',
      accountId: one.accountId,
      monitorId: one.id,
      status: 'pending',
      createdAt: first.envelope.receivedAt,
      expiresAt: first.expiresAt,
    })
    expect((await store().mailTests.told(first.token))?.test.localPart).toBe(localOf(one))
    const listed = await store().mailTests.listByAccount(one.accountId, { limit: 10, offset: 0 })
    expect(listed.items.map(({ token, localPart }) => ({ token, localPart }))).toEqual(
      [second, first].map(({ token }) => ({ token, localPart: localOf(one) })),
    )
    expect(Buffer.from((await store().messages.raw(first.id)) ?? []).toString()).toBe(
      Buffer.from(first.raw).toString(),
    )
    expect((await store().messages.envelope(first.id))?.receivedAt).toEqual(first.envelope.receivedAt)
    expect(await store().mailTests.mailbox(localOf(one))).toBeUndefined()
    const found = { limit: 10, sources: ['monitor' as const] }
    expect((await store().mailTests.find(one.accountId, found)).items).toHaveLength(2)
  })

  test('its outcome is told with the monitor, and again when the score changes', async () => {
    const one = await added()
    const message = monitorMessage(one.id, store.now())
    await monitors().accept([message])
    await finish(store(), message.id, { ...scored(8), repeatAfterMs: 0 })
    await finish(store(), message.id, scored(7.5))
    const { token, id } = message
    expect(await events(id)).toMatchObject([
      { type: 'test.scored', accountId: one.accountId, payload: { token, monitor: one.id, score: 8 } },
      { type: 'test.scored', payload: { token, monitor: one.id, score: 7.5 } },
    ])
    const bad = monitorMessage(one.id, store.now())
    await monitors().accept([bad])
    await finish(store(), bad.id, { status: 'failed', reason: 'No message.' })
    expect(await events(bad.id)).toMatchObject([
      { type: 'test.failed', payload: { token: bad.token, monitor: one.id, reason: 'No message.' } },
    ])
  })

  test('each message counts against the full reports of its account', async () => {
    const one = await added()
    const [first, second] = [monitorMessage(one.id, store.now()), monitorMessage(one.id, store.now())]
    await monitors().accept([first, second])
    const count = { period: '2026-11', units: 1 }
    for (const { id } of [first, second]) await finish(store(), id, { ...scored(8), count })
    expect(await store().mailTests.byToken(first.token)).not.toHaveProperty('gatedNumber')
    expect((await store().mailTests.byToken(second.token))?.gatedNumber).toBe(2)
    expect((await store().accounts.usage(one.accountId, '2026-11')).tests).toBe(0)
  })

  test('the newest that came is told, and one that is silent is due by it', async () => {
    const [one, silent] = [await added(), await added()]
    const settle = (id: string, state: 'ok' | 'silent', version = 0) =>
      monitors().settle(
        id,
        version,
        { standing: { state, since: THEN, reasons: [] }, state: '{}', at: store.now() },
        [],
      )
    await settle(one.id, 'ok')
    await settle(silent.id, 'silent')
    const due = async () =>
      (await monitors().due(store.now(), 10_000)).filter((id) => [one.id, silent.id].includes(id))
    expect(await due()).toEqual([])
    expect(await monitors().begin(one.id)).not.toHaveProperty('arrivedAt')
    const came = [monitorMessage(one.id, store.now()), monitorMessage(silent.id, store.now())]
    await monitors().accept(came)
    expect((await monitors().begin(one.id))?.arrivedAt).toEqual(store.now())
    expect(await due()).toEqual([silent.id])
    await store.pass(3 * HOUR)
    await monitors().accept([monitorMessage(one.id, store.now())])
    for (const { token } of came) await store().mailTests.delete(token)
    expect((await monitors().begin(one.id))?.arrivedAt).toEqual(store.now())
    expect(await settle(silent.id, 'ok', 1)).toBe('settled')
  })

  test('as many as may come within an hour, in one go or one by one', async () => {
    const one = await added()
    const many = (count: number) =>
      Array.from({ length: count }, () => monitorMessage(one.id, store.now(), { raw: new Uint8Array(9) }))
    expect(await monitors().mailbox(localOf(one))).toEqual({
      monitorId: one.id,
      accountId: one.accountId,
      full: false,
    })
    expect(await monitors().accept(many(MESSAGES_PER_HOUR + 1))).toBe('too_many')
    expect((await monitors().messages(one.id, { limit: 100 })).items).toEqual([])
    expect(await monitors().accept(many(MESSAGES_PER_HOUR - 1))).toBe('stored')
    expect((await monitors().mailbox(localOf(one)))?.full).toBe(false)
    await store.pass(HOUR / 2)
    expect(await monitors().accept(many(1))).toBe('stored')
    expect((await monitors().mailbox(localOf(one)))?.full).toBe(true)
    expect(await monitors().accept(many(1))).toBe('too_many')
    const other = await added(one.accountId)
    expect(await monitors().accept([monitorMessage(other.id, store.now()), ...many(1)])).toBe('too_many')
    expect((await monitors().messages(other.id, { limit: 100 })).items).toEqual([])
    // Deleted tests make no room.
    for (const { token } of (await monitors().messages(one.id, { limit: 100 })).items.slice(0, 10))
      await store().mailTests.delete(token)
    expect(await monitors().accept(many(1))).toBe('too_many')
    await store.pass(HOUR / 2)
    expect((await monitors().mailbox(localOf(one)))?.full).toBe(false)
    expect(await monitors().accept(many(MESSAGES_PER_HOUR - 1))).toBe('stored')
    expect(await monitors().accept(many(1))).toBe('too_many')
  })

  test('an hour brings 100 MB of them, and one whatever its size', async () => {
    const one = await added()
    const raw = new Uint8Array(BYTES_PER_HOUR / 5)
    const large = () => monitorMessage(one.id, store.now(), { raw })
    for (let at = 0; at < 5; at += 1) expect(await monitors().accept([large()])).toBe('stored')
    expect(await monitors().accept([monitorMessage(one.id, store.now())])).toBe('too_many')
    expect(await monitors().accept([monitorMessage((await added(one.accountId)).id, store.now())])).toBe(
      'stored',
    )
    await store.pass(HOUR)
    expect(await monitors().accept([large(), large()])).toBe('stored')
  })

  test('nothing is taken for one that is gone, or that has no address', async () => {
    const [one, gone] = [await added(), await added()]
    expect(await monitors().mailbox('abcdefghijklmnop')).toBeUndefined()
    await monitors().delete(gone.accountId, gone.id, said('monitor.deleted'))
    expect(await monitors().mailbox(localOf(gone))).toBeUndefined()
    const both = [monitorMessage(one.id, store.now()), monitorMessage(gone.id, store.now())]
    expect(await monitors().accept(both)).toBe('unknown_monitor')
    expect((await monitors().messages(one.id, { limit: 10 })).items).toEqual([])
  })

  test('its messages are listed newest first until they expire, also when it is deleted', async () => {
    const one = await added()
    const now = store.now()
    const expires = (days: number) => ({ expiresAt: new Date(now.getTime() + days * DAY) })
    const three = [1, 2, 30].map((days) => monitorMessage(one.id, now, expires(days)))
    await monitors().accept(three)
    const [first, second, third] = three.map(({ id }) => id) as [string, string, string]
    await finish(store(), second, scored(6.5))
    await finish(store(), first, { status: 'failed', reason: 'No message.' })
    const page = await monitors().messages(one.id, { limit: 2 })
    expect(page.items).toStrictEqual([
      { token: three[2]?.token ?? '', messageId: third, receivedAt: now, status: 'pending' },
      {
        token: three[1]?.token ?? '',
        messageId: second,
        receivedAt: now,
        score: 6.5,
        status: 'scored',
        subject: 'at 6.5',
      },
    ])
    const rest = await monitors().messages(one.id, { limit: 2, after: page.next ?? 0 })
    expect(rest.items).toMatchObject([{ messageId: first, status: 'failed' }])
    expect(rest.next).toBeUndefined()
    await store.pass(1.5 * DAY)
    const ids = async () =>
      (await monitors().messages(one.id, { limit: 9 })).items.map(({ messageId }) => messageId)
    expect(await ids()).toEqual([third, second])
    await monitors().delete(one.accountId, one.id, said('monitor.deleted'))
    expect(await ids()).toEqual([third, second])
    expect((await store().mailTests.byToken(three[2]?.token ?? ''))?.localPart).toBe(localOf(one))
  })

  test('scores outlast the tests, and are forgotten by age', async () => {
    const one = await added()
    const [early, late] = [monitorMessage(one.id, later(-5000)), monitorMessage(one.id, later(-1000))]
    await monitors().accept([early, late])
    await finish(store(), early.id, scored(9))
    await finish(store(), late.id, { status: 'failed', reason: 'No message.' })
    const again = await store().messages.report(early.token, early.id)
    await store().messages.replaceReport(early.id, { revision: again?.revision ?? 0, ...scored(4) })
    for (const { token } of [early, late]) await store().mailTests.delete(token)
    const [old, young] = [{ at: later(-5000), score: 4 }, { at: later(-1000) }]
    const scores = (since: Date, limit = 10) => monitors().scores(one.id, since, limit)
    expect(await scores(later(-5000))).toStrictEqual([young, old])
    expect(await scores(later(-4999))).toStrictEqual([young])
    expect(await scores(later(-5000), 1)).toStrictEqual([young])
    expect(await monitors().forgetScores(later(-1000), 100)).toBe(1)
    expect(await scores(later(-5000))).toStrictEqual([young])
    expect(await monitors().forgetScores(later(-999), 100)).toBe(1)
  })

  test('the account is told what came to its address, also when the monitor is deleted', async () => {
    const one = await added()
    const to = { localPart: localOf(one), rcptTo: `${localOf(one)}@in.example.com` }
    const bounds = { account: 6000, anonymous: 1900, nobody: 2000 }
    await store().mailLog.add([logLine({ ...to, outcome: 'monitor_full' })], [], bounds)
    await monitors().delete(one.accountId, one.id, said('monitor.deleted', { at: THEN }))
    await store().mailLog.add([logLine({ ...to, lastAt: later(9) })], [], bounds)
    expect(await store().mailLog.list({ accountId: one.accountId, limit: 10 })).toMatchObject([
      { outcome: 'deleted_recipient', accountId: one.accountId },
      { outcome: 'monitor_full', accountId: one.accountId },
    ])
  })

  test('an expired test leaves no address of its own', async () => {
    const one = await added()
    const message = monitorMessage(one.id, store.now(), { expiresAt: store.now() })
    await monitors().accept([message])
    await store().mailTests.delete(message.token)
    const to = { localPart: `${localOf(one)}+${message.token}`, rcptTo: 'x@in.example.com' }
    const bounds = { account: 6000, anonymous: 1900, nobody: 2000 }
    await store().mailLog.add(
      [logLine({ ...to, network: '198.51.100.77/32', client: '198.51.100.77' })],
      [],
      bounds,
    )
    expect(await store().mailLog.list({ client: '198.51.100.77', limit: 10 })).toMatchObject([
      { outcome: 'unknown_recipient' },
    ])
  })
}
