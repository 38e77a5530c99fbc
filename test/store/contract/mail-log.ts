import { expect, test } from 'bun:test'
import type { MailLogBounds, NewMailLogLine } from '../../../src/store/mail-log.ts'
import { account, DAY, later, mailTest } from '../../support/builders.ts'
import type { TheStore } from '../contract.ts'

const BOUNDS: MailLogBounds = { account: 6000, anonymous: 1900, nobody: 2000 }

let address = 0
const newNetwork = () => `203.0.${Math.floor(++address / 256)}.${address % 256}/32`

export function logLine(changes: Partial<NewMailLogLine> = {}): NewMailLogLine {
  const network = changes.network ?? newNetwork()
  return {
    firstAt: later(0),
    lastAt: later(0),
    count: 1,
    outcome: 'unknown_recipient',
    network,
    client: network.split('/')[0] ?? '',
    helo: 'mail.example.org',
    mailFrom: 'ann@example.org',
    rcptTo: 'nobody@in.example.com',
    reply: { code: 550, text: '5.1.1 No such test address, or it has expired' },
    ...changes,
  }
}

/** One store serves all tests: each looks at its own account, client or address. */
export function mailLogContract(store: TheStore): void {
  const log = () => store().mailLog
  const add = (lines: NewMailLogLine[], bounds = BOUNDS) => log().add(lines, [], bounds)

  async function ownTest(changes: Parameters<typeof mailTest>[0] = {}) {
    const owner = account()
    await store().accounts.create(owner)
    const own = mailTest({ accountId: owner.id, source: 'dashboard', ...changes })
    await store().mailTests.allocate({ test: own })
    return { owner, own, to: { localPart: own.localPart, rcptTo: `${own.localPart}@in.example.com` } }
  }

  test('an account finds the lines of its addresses, newest first, and nobody else’s', async () => {
    const { owner, own, to } = await ownTest()
    const sibling = mailTest({ accountId: owner.id })
    await store().mailTests.allocate({ test: sibling })
    const network = newNetwork()
    await add([
      logLine({ ...to, network, outcome: 'accepted', messageId: 'msg_1', size: 10, tls: 'TLSv1.3' }),
      logLine({ ...to, network, outcome: 'mailbox_full', lastAt: later(5) }),
      logLine({ network }),
    ])
    const lines = await log().list({ accountId: owner.id, limit: 10 })
    expect(lines).toMatchObject([
      {
        outcome: 'mailbox_full',
        count: 1,
        mailFrom: 'ann@example.org',
        accountId: owner.id,
        token: own.token,
      },
      { outcome: 'accepted', messageId: 'msg_1', size: 10, tls: 'TLSv1.3', rcptTo: to.rcptTo },
    ])
    expect(lines[0]).not.toHaveProperty('messageId')
    expect(JSON.stringify(lines[0])).not.toContain('null')
    expect(
      (await log().list({ client: network.split('/')[0] ?? '', limit: 10 })).map((line) => line.token),
    ).toEqual([undefined, undefined, undefined])
  })

  test('equal refusals of one client on one day are one line, in one write and over several', async () => {
    const network = newNetwork()
    const client = network.split('/')[0] ?? ''
    const one = (at: number, changes = {}) =>
      logLine({ network, firstAt: later(at), lastAt: later(at), ...changes })
    await add([one(0), one(1000, { mailFrom: 'bob@example.org', helo: 'other' })])
    await add([{ ...one(9000), firstAt: later(2000), count: 10 }])
    expect(await log().list({ client, limit: 10 })).toMatchObject([
      { count: 12, firstAt: later(0), lastAt: later(9000), helo: 'mail.example.org' },
    ])
    await add([one(0, { outcome: 'no_relay' }), one(0, { mailFrom: 'ann@example.net' }), one(DAY)])
    expect((await log().list({ client, limit: 10 })).map(({ count }) => count)).toEqual([1, 12, 1, 1])
  })

  test('accepted mail is never counted together', async () => {
    const { owner, to } = await ownTest()
    const network = newNetwork()
    await add([1, 2, 3].map(() => logLine({ ...to, network, outcome: 'accepted' })))
    expect(await log().list({ accountId: owner.id, limit: 10 })).toHaveLength(3)
  })

  test('of a sender whose mail was for no account the domain is kept', async () => {
    const network = newNetwork()
    const anonymous = mailTest()
    await store().mailTests.allocate({ test: anonymous })
    await add([
      logLine({ network }),
      logLine({ network, outcome: 'mailbox_full', localPart: anonymous.localPart }),
      logLine({ network, outcome: 'no_relay', mailFrom: '' }),
    ])
    const lines = await log().list({ client: network.split('/')[0] ?? '', limit: 10 })
    expect(lines.map(({ mailFrom }) => mailFrom).toSorted()).toEqual(['', '@example.org', '@example.org'])
  })

  test('mail to an address that expired or was deleted is told to its account, also when the test is gone', async () => {
    const { owner, own, to } = await ownTest({ expiresAt: later(DAY) })
    const before = logLine({ ...to, lastAt: later(DAY - 1) })
    await add([before, logLine({ ...to, lastAt: later(DAY) })])
    await store().mailTests.delete(own.token)
    await add([logLine({ ...to, lastAt: later(DAY + 1) }), logLine({ ...to, lastAt: later(DAY - 2) })])
    const lines = await log().list({ accountId: owner.id, limit: 10 })
    expect(lines).toMatchObject([
      { outcome: 'expired_recipient', expiresAt: later(DAY), lastAt: later(DAY + 1) },
      { outcome: 'expired_recipient', expiresAt: later(DAY) },
      { outcome: 'unknown_recipient' },
      { outcome: 'deleted_recipient', expiresAt: later(DAY) },
    ])
    for (const line of lines) expect(line).not.toHaveProperty('token')
  })

  test('who listens to a test is told of its refused mail', async () => {
    const { own, to } = await ownTest()
    const refused = logLine({ ...to, outcome: 'mailbox_full' })
    expect(await add([refused, logLine({ ...to, outcome: 'out_of_space' }), logLine()])).toEqual([own.token])
    expect(await add([logLine({ ...to, outcome: 'accepted' })])).toEqual([])
    expect(await log().lastRefusal(own.localPart)).toMatchObject({ outcome: 'out_of_space' })
    expect(await log().lastRefusal('nobodyhere22')).toBeUndefined()
  })

  test('is filtered and paged by the time of the last of each line', async () => {
    const { owner, to } = await ownTest()
    const other = { ...to, rcptTo: `${to.localPart}+News@in.example.com` }
    const at = (ms: number) => ({ firstAt: later(ms), lastAt: later(ms) })
    await add([
      logLine({ ...to, ...at(1), outcome: 'accepted', network: '198.51.100.1/32', client: '198.51.100.1' }),
      logLine({
        ...to,
        ...at(2),
        outcome: 'mailbox_full',
        network: '198.51.100.2/32',
        client: '198.51.100.2',
      }),
      logLine({ ...other, ...at(3), outcome: 'message_too_big', mailFrom: 'eve@evil.example' }),
    ])
    const found = async (query: object) =>
      (await log().list({ accountId: owner.id, limit: 10, ...query })).map(({ outcome }) => outcome)
    expect(await found({})).toEqual(['message_too_big', 'mailbox_full', 'accepted'])
    expect(await found({ outcome: 'accepted' })).toEqual(['accepted'])
    expect(await found({ outcome: 'refused' })).toEqual(['message_too_big', 'mailbox_full'])
    expect(await found({ outcome: 'mailbox_full' })).toEqual(['mailbox_full'])
    expect(await found({ address: '+news@' })).toEqual(['message_too_big'])
    expect(await found({ address: 'EVE@' })).toEqual(['message_too_big'])
    expect(await found({ address: "%' or 1=1" })).toEqual([])
    expect(await found({ client: '198.51.100.' })).toEqual(['mailbox_full', 'accepted'])
    const [first] = await log().list({ accountId: owner.id, limit: 1 })
    const before = { at: first!.lastAt, id: first!.id }
    expect(await found({ before, limit: 1 })).toEqual(['mailbox_full'])
    // Whoever sees the instance finds no sender of an account's mail by it.
    const asked = await log().list({ address: 'eve@evil', limit: 10 })
    expect(asked.filter(({ accountId }) => accountId === owner.id)).toEqual([])
  })

  test('a deleted account takes its lines and addresses along', async () => {
    const { owner, own, to } = await ownTest()
    await add([logLine({ ...to, outcome: 'mailbox_full' })])
    await log().add([], [{ localPart: own.localPart, at: later(0), lines: 3 }], BOUNDS)
    const gone = mailTest({ accountId: owner.id, source: 'dashboard' })
    await store().mailTests.allocate({ test: gone })
    await store().mailTests.delete(gone.token)
    const entry = { at: later(0), actor: { kind: 'operator' }, action: 'account.deleted' } as const
    await store().accounts.delete(owner.id, entry)
    const all = async () =>
      (await log().list({ limit: 100_000 })).filter(({ accountId }) => accountId === owner.id)
    expect(await all()).toEqual([])
    while ((await store().accounts.deleteRest(10)) > 0);
    expect(await log().leftOut(later(-DAY), owner.id)).toBe(0)
    await add([logLine({ localPart: gone.localPart }), logLine({ localPart: own.localPart })])
    expect(await all()).toEqual([])
  })

  test('what is old goes, some at a time, and addresses of tests that are gone for long', async () => {
    const { owner, own, to } = await ownTest({ expiresAt: later(-19 * DAY) })
    const at = later(-20 * DAY)
    await add(
      ['mailbox_full', 'no_relay', 'out_of_space'].map((outcome) =>
        logLine({ ...to, lastAt: at, outcome: outcome as 'no_relay' }),
      ),
    )
    await store().mailTests.delete(own.token)
    await add([logLine({ ...to, lastAt: later(-18 * DAY) })])
    const left = async () => (await log().list({ accountId: owner.id, limit: 10 })).length
    expect(await log().deleteBefore(later(-19 * DAY), later(-20 * DAY), 2)).toBe(2)
    expect(await left()).toBe(2)
    expect(await log().deleteBefore(later(-19 * DAY), later(-18 * DAY), 10)).toBe(2)
    expect(await left()).toBe(1)
    await add([logLine({ ...to, lastAt: later(-17 * DAY) })])
    expect(await left()).toBe(1)
  })

  test('lines that there was no room for are counted, for the account where it is known', async () => {
    const { owner, own } = await ownTest()
    const before = await log().leftOut(later(0))
    await log().add(
      [],
      [
        { localPart: own.localPart, at: later(0), lines: 400 },
        { localPart: own.localPart, at: later(DAY), lines: 12 },
        { at: later(0), lines: 5 },
      ],
      BOUNDS,
    )
    expect(await log().leftOut(later(0), owner.id)).toBe(412)
    expect(await log().leftOut(later(DAY), owner.id)).toBe(12)
    expect(await log().leftOut(later(0))).toBe(before + 417)
  })
}
