import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { MailTest } from '../../src/core/mail-test.ts'
import { createIntake, type IntakeDeps } from '../../src/services/intake/intake.ts'
import type { Recipient } from '../../src/services/intake/recipient.ts'
import { createReadiness, type Space, type SpaceBounds } from '../../src/services/readiness.ts'
import { account, DAY, later, mailTest, random } from '../support/builders.ts'
import { testClock } from '../support/clock.ts'
import { envelope } from '../support/envelope.ts'
import { type TestStore, testStore } from '../support/store.ts'

const BOUNDS = {
  messagesPerTest: 3,
  bytesPerTest: 1000,
  roleBytes: 1000,
  roleMessageBytes: 500,
  roleMessagesPerHour: 2,
  roleMessagesPerNetwork: 2,
}

let own: TestStore
let known: MailTest
let clock: ReturnType<typeof testClock>
let announced: string[]
let errors: string[]

beforeEach(async () => {
  clock = testClock()
  own = await testStore({ clock })
  known = mailTest()
  await own.store.mailTests.allocate({ test: known })
  announced = []
  errors = []
})
afterEach(() => own.done())

function intake(
  { free, bounds, ...changes }: Partial<IntakeDeps> & Partial<Space> = {},
  space: Partial<SpaceBounds> = {},
) {
  const log = {
    info() {},
    warn() {},
    error: (_facts: unknown, sentence: string) => void errors.push(sentence),
  }
  return createIntake({
    store: own.store,
    announcer: { announce: ({ token, change }) => void announced.push(`${change} ${token}`) },
    clock,
    random,
    mailDomain: 'in.example.com',
    bounds: bounds ?? BOUNDS,
    readiness: createReadiness({
      store: own.store,
      space: { free: free ?? (async () => 1_000_000) },
      bounds: { minFree: 100, least: 1, ...space },
      clock,
      log,
    }),
    log,
    ...changes,
  })
}

const toTest = (test: MailTest): Recipient => ({ kind: 'test', token: test.token })
const bytes = (count: number) => new Uint8Array(count)
const asEnvelope = () => envelope({ receivedAt: clock.now() })

describe('who lives at an address', () => {
  test.each([
    ['as it is', (local: string) => `${local}@in.example.com`],
    ['in capitals', (local: string) => `${local}@IN.Example.COM`.toUpperCase()],
    ['with a suffix', (local: string) => `${local}+news@in.example.com`],
    ['with an empty suffix', (local: string) => `${local}+@in.example.com`],
    ['quoted', (local: string) => `"${local}"@in.example.com`],
    ['quoted with a needless backslash', (local: string) => `"\\${local}"@in.example.com`],
  ])('a test, %s', async (_name, address) => {
    expect(await intake().recipient(address(known.localPart))).toEqual({ ok: true, value: toTest(known) })
  })

  test.each([
    ['postmaster@in.example.com', 'postmaster'],
    ['POSTMASTER', 'postmaster'],
    ['Abuse+case7@in.example.com', 'abuse'],
  ] as const)('%s is %s', async (address, role) => {
    expect(await intake().recipient(address)).toEqual({ ok: true, value: { kind: 'role', role, from: '' } })
  })

  test.each([
    'nobody@in.example.com',
    'abuse',
    '+x@in.example.com',
    'postmaster@elsewhere.example',
    'toString@in.example.com',
    '@in.example.com',
    '',
  ])('nobody: "%s"', async (address) => {
    expect(await intake().recipient(address)).toEqual({ ok: false, refusal: { kind: 'unknown_recipient' } })
  })

  test('a mail domain that is not ASCII is found by either spelling', async () => {
    const wide = intake({ mailDomain: 'test.bücher.example' })
    for (const domain of ['test.bücher.example', 'TEST.xn--bcher-kva.example']) {
      expect((await wide.recipient(`${known.localPart}@${domain}`)).ok).toBe(true)
      expect(wide.isOurs(`x@${domain}`)).toBe(true)
    }
    expect(wide.isOurs('x@test.bucher.example')).toBe(false)
    expect(wide.isOurs('x@te%73t.bücher.example')).toBe(false)
    expect(intake().isOurs('x@in.ex%61mple.com')).toBe(false)
  })

  test('nobody after the expiry', async () => {
    clock.set(later(30 * DAY))
    const found = await intake().recipient(`${known.localPart}@in.example.com`)
    expect(found).toEqual({ ok: false, refusal: { kind: 'unknown_recipient' } })
  })

  test('a test that holds as much as it may', async () => {
    const door = intake()
    const address = `${known.localPart}@in.example.com`
    await door.accept([toTest(known)], asEnvelope, bytes(600))
    expect((await door.recipient(address, 400)).ok).toBe(true)
    expect(await door.recipient(address, 401)).toEqual({ ok: false, refusal: { kind: 'mailbox_full' } })
    await door.accept([toTest(known)], asEnvelope, bytes(1))
    await door.accept([toTest(known)], asEnvelope, bytes(1))
    expect(await door.recipient(address)).toEqual({ ok: false, refusal: { kind: 'mailbox_full' } })
  })
})

describe('a message', () => {
  test('is stored once for each test, and told after that', async () => {
    const other = mailTest()
    await own.store.mailTests.allocate({ test: other })
    const seen: string[] = []
    const answer = await intake().accept(
      [toTest(known), toTest(other)],
      (recipient, id) => {
        seen.push(`${recipient.kind === 'test' && recipient.token} ${id}`)
        return asEnvelope()
      },
      bytes(10),
    )
    const { ids, reply } = answer.ok ? answer.value : { ids: [], reply: '' }
    expect(seen).toEqual([`${known.token} ${reply}`, `${other.token} ${reply}`])
    expect(ids).not.toContain(reply)
    expect((await own.store.messages.ofTest(other.token)).map(({ id }) => id)).toEqual([ids[1] ?? ''])
    expect(announced).toEqual([`received ${known.token}`, `received ${other.token}`])
  })

  test('for a test and the postmaster is kept for both', async () => {
    await intake().accept(
      [toTest(known), { kind: 'role', role: 'postmaster', from: 'a' }],
      asEnvelope,
      bytes(10),
    )
    expect(await own.store.messages.ofTest(known.token)).toHaveLength(1)
    expect(await own.store.roleMail.list()).toHaveLength(1)
  })

  test('that one test cannot take is stored for none', async () => {
    const full = mailTest()
    await own.store.mailTests.allocate({ test: full })
    const door = intake()
    await door.accept([toTest(full)], asEnvelope, bytes(950))
    const answer = await door.accept([toTest(known), toTest(full)], asEnvelope, bytes(100))
    expect(answer).toEqual({ ok: false, refusal: { kind: 'mailbox_full' } })
    expect(await own.store.messages.ofTest(known.token)).toEqual([])
    expect(announced).toHaveLength(1)
  })

  test('that the operator cannot take is stored for no test', async () => {
    const door = intake()
    const role: Recipient = { kind: 'role', role: 'postmaster', from: 'a' }
    const answer = await door.accept([toTest(known), role], asEnvelope, bytes(501))
    expect(answer).toEqual({ ok: false, refusal: { kind: 'message_too_big', limit: 500 } })
    expect(await own.store.messages.ofTest(known.token)).toEqual([])
    expect(announced).toEqual([])
  })

  test('that a test cannot take may be stored for the operator, never the other way around', async () => {
    const door = intake()
    await door.accept([toTest(known)], asEnvelope, bytes(950))
    const role: Recipient = { kind: 'role', role: 'postmaster', from: 'a' }
    const answer = await door.accept([toTest(known), role], asEnvelope, bytes(100))
    expect(answer).toEqual({ ok: false, refusal: { kind: 'mailbox_full' } })
    expect(await own.store.roleMail.list()).toHaveLength(1)
    expect(await own.store.messages.ofTest(known.token)).toHaveLength(1)
  })

  test('is stored whatever its listeners do', async () => {
    const announcer = {
      announce() {
        throw new Error('gone')
      },
    }
    const answer = await intake({ announcer }).accept([toTest(known)], asEnvelope, bytes(1))
    expect(answer.ok).toBe(true)
    expect(errors).toHaveLength(1)
  })
})

describe('mail to the operator', () => {
  const role: Recipient = { kind: 'role', role: 'abuse', from: 'a' }

  test('is limited per hour', async () => {
    const door = intake()
    for (let i = 0; i < 2; i++) expect((await door.accept([role], asEnvelope, bytes(1))).ok).toBe(true)
    clock.advance(1_800_000)
    expect(await door.recipient('abuse@in.example.com')).toEqual({
      ok: false,
      refusal: { kind: 'rate_limited', retryAfterSeconds: 1800 },
    })
    expect((await door.accept([role], asEnvelope, bytes(1))).ok).toBe(false)
    clock.advance(1_800_000)
    expect((await door.accept([role], asEnvelope, bytes(1))).ok).toBe(true)
  })

  test('is limited for each network, so that one leaves room for another', async () => {
    const door = intake({ bounds: { ...BOUNDS, roleMessagesPerHour: 3, roleMessagesPerNetwork: 2 } })
    const from = async (network: string) =>
      (await door.accept([{ ...role, from: network }], asEnvelope, bytes(1))).ok
    expect([await from('a'), await from('a'), await from('a')]).toEqual([true, true, false])
    expect((await door.recipient('postmaster', 0, 'a')).ok).toBe(false)
    expect((await door.recipient('postmaster', 0, 'b')).ok).toBe(true)
    expect([await from('b'), await from('c')]).toEqual([true, false])
    clock.advance(3_600_000)
    expect(await from('a')).toBe(true)
  })

  test('is limited in size, each and in all', async () => {
    const door = intake({ bounds: { ...BOUNDS, roleMessagesPerHour: 10, roleMessagesPerNetwork: 10 } })
    const big = { ok: false, refusal: { kind: 'message_too_big', limit: 500 } } as const
    expect(await door.recipient('postmaster', 501)).toEqual(big)
    expect(await door.accept([role], asEnvelope, bytes(501))).toEqual(big)
    for (let i = 0; i < 2; i++) await door.accept([role], asEnvelope, bytes(500))
    expect(await door.accept([role], asEnvelope, bytes(1))).toEqual({
      ok: false,
      refusal: { kind: 'mailbox_full' },
    })
  })
})

describe('room', () => {
  const refusal = { ok: false, refusal: { kind: 'out_of_space' } } as const

  test('the disk keeps what shall stay free', async () => {
    let free = 150
    const door = intake({ free: async () => free })
    expect((await door.room(50)).ok).toBe(true)
    expect(await door.room(51)).toEqual(refusal)
    expect(await door.accept([toTest(known)], asEnvelope, bytes(51))).toEqual(refusal)
    free = 1000
    expect(await door.room(51)).toEqual(refusal)
    clock.advance(1000)
    expect((await door.room(51)).ok).toBe(true)
  })

  test('what was accepted since the disk was looked at counts', async () => {
    const door = intake({ free: async () => 200 })
    expect((await door.accept([toTest(known)], asEnvelope, bytes(60))).ok).toBe(true)
    expect(await door.room(41)).toEqual(refusal)
    expect((await door.room(40)).ok).toBe(true)
  })

  test('asking for room takes none', async () => {
    const door = intake({ free: async () => 200 })
    for (let i = 0; i < 10; i++) expect((await door.room(90)).ok).toBe(true)
  })

  test('the store takes no more than it may', async () => {
    const storeBytes = (await own.store.bytes()) + 1000
    const door = intake({}, { storeBytes })
    expect((await door.room(1000)).ok).toBe(true)
    expect(await door.room(1001)).toEqual(refusal)
  })

  test('a disk that cannot be asked takes no mail, and is asked again', async () => {
    let broken = true
    const free = async () => {
      if (broken) throw new Error('no such device')
      return 1000
    }
    const door = intake({ free })
    expect(await door.room(1)).toEqual({ ok: false, refusal: { kind: 'mail_not_taken' } })
    broken = false
    clock.advance(1000)
    expect((await door.room(1)).ok).toBe(true)
  })
})

describe('the shares of tests without an account', () => {
  const address = (test: MailTest) => `${test.localPart}@in.example.com`
  const withShares = (bytesOfAll: number, bytesPerClient = bytesOfAll) =>
    intake({ bounds: { ...BOUNDS, anonymous: { bytes: bytesOfAll, bytesPerClient } } })

  test('a full share refuses them before and after the message, and accounts go on', async () => {
    const owner = account()
    await own.store.accounts.create(owner)
    const mine = mailTest({ accountId: owner.id })
    await own.store.mailTests.allocate({ test: mine })
    const full = { ok: false, refusal: { kind: 'anonymous_share_full' } } as const
    const door = withShares(1000)
    expect(await door.recipient(address(known))).toEqual(full)
    expect(await door.accept([toTest(known)], asEnvelope, bytes(1))).toEqual(full)
    expect((await door.recipient(address(mine))).ok).toBe(true)
    expect((await door.accept([toTest(mine)], asEnvelope, bytes(1))).ok).toBe(true)
    expect((await door.recipient('postmaster')).ok).toBe(true)
  })

  test('the share of one client refuses its tests alone', async () => {
    const [one, two] = [mailTest(), mailTest()]
    await own.store.mailTests.allocate({ test: one, client: '192.0.2.1/32' })
    await own.store.mailTests.allocate({ test: two, client: '192.0.2.2/32' })
    const door = withShares(1e9, 100_000)
    expect((await door.accept([toTest(one)], asEnvelope, bytes(1))).ok).toBe(true)
    const full = { ok: false, refusal: { kind: 'client_share_full' } } as const
    expect(await door.recipient(address(one))).toEqual(full)
    expect(await door.accept([toTest(one)], asEnvelope, bytes(1))).toEqual(full)
    expect((await door.recipient(address(two))).ok).toBe(true)
  })

  test('what a message says it will be counts', async () => {
    const door = withShares(100_000)
    expect((await door.recipient(address(known), 900)).ok).toBe(true)
    const { store } = own
    await store.mailTests.delete(known.token)
    const roomy = intake({
      bounds: { ...BOUNDS, bytesPerTest: 1e6, anonymous: { bytes: 100_000, bytesPerClient: 100_000 } },
    })
    const other = mailTest()
    await store.mailTests.allocate({ test: other })
    expect((await roomy.recipient(address(other), 30_000)).ok).toBe(true)
    expect((await roomy.recipient(address(other), 40_000)).ok).toBe(false)
  })
})

test('a disk that takes no write is a want of space, for tests and for the operator', async () => {
  const { store } = own
  const messages = { ...store.messages, accept: async () => 'no_space' as const }
  const roleMail = { ...store.roleMail, accept: async () => 'no_space' as const }
  const door = intake({ store: { ...store, messages, roleMail } })
  const refusal = { ok: false, refusal: { kind: 'out_of_space' } } as const
  expect(await door.accept([toTest(known)], asEnvelope, bytes(1))).toEqual(refusal)
  expect(await door.accept([{ kind: 'role', role: 'abuse', from: '' }], asEnvelope, bytes(1))).toEqual(
    refusal,
  )
})
