import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { CHECK_WORDS } from '../../src/analysis/telling/check-words.ts'
import { openFile } from '../../src/app/file-message.ts'
import { holderOf } from '../../src/services/access/actor.ts'
import { createIntake } from '../../src/services/intake/intake.ts'
import { createUploads } from '../../src/services/intake/uploads.ts'
import { createMailTests, type MailTests } from '../../src/services/mail-tests/mail-tests.ts'
import { createReadiness } from '../../src/services/readiness.ts'
import { RULES, random } from '../support/builders.ts'
import { waiting } from '../support/claiming.ts'
import { readinessUnderTest } from '../support/readiness.ts'
import { openWorld, type World } from '../support/world.ts'

const CLIENT = '192.0.2.1/32'
let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const bytesOf = (text: string) => new TextEncoder().encode(text)
const MAIL = bytesOf('From: a@example.org\nSubject: x\n\nbody\n')

function scene(
  given: { maxBytes?: number; free?: number; bytesPerTest?: number; mailTests?: MailTests } = {},
) {
  const { store, announcer, log } = world
  const { mailTests = world.mailTests } = given
  const clock = { now: () => world.now() }
  const heard: string[] = []
  const intake = createIntake({
    store,
    announcer: {
      announce: ({ change, token }) => {
        heard.push(change)
        announcer.announce({ token, change })
      },
    },
    clock,
    random,
    mailDomain: 'in.example.com',
    bounds: {
      messagesPerTest: 20,
      bytesPerTest: given.bytesPerTest ?? 1e8,
      roleBytes: 1,
      roleMessageBytes: 1,
      roleMessagesPerHour: 1,
      roleMessagesPerNetwork: 1,
    },
    readiness: createReadiness({
      store,
      space: { free: async () => given.free ?? 1e12 },
      bounds: { minFree: 0, least: 1 },
      clock,
      log,
    }),
    log,
  })
  const uploads = createUploads({
    mailTests,
    intake,
    open: openFile,
    clock,
    maxBytes: given.maxBytes ?? 1000,
  })
  return { uploads, heard }
}

async function tests(): Promise<number> {
  const queued = await waiting(world.store)
  return queued.length
}

describe('a message file', () => {
  test('makes a test that its token opens, and waits for its analysis with nothing known of its way', async () => {
    const { uploads, heard } = scene()
    const made = await uploads.upload(CLIENT, MAIL)
    if (!made.ok) throw new Error(made.refusal.kind)
    const { token, source, expiresAt, createdAt } = made.value
    expect(source).toBe('upload')
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(7 * 86_400_000)
    const [queued] = await waiting(world.store)
    expect(queued).toMatchObject({ token })
    expect(queued?.accountId).toBeUndefined()
    expect(await world.store.messages.envelope(queued?.id ?? '')).toMatchObject({
      transport: 'file',
      tls: 'unknown',
      transcript: [],
    })
    const raw = await world.store.messages.raw(queued?.id ?? '')
    expect(new TextDecoder().decode(raw)).toBe('From: a@example.org\r\nSubject: x\r\n\r\nbody\r\n')
    expect(heard).toEqual(['received'])
    expect((await world.mailTests.read(holderOf(token), token)).ok).toBe(true)
    expect((await world.mailTests.delete(holderOf(token), token)).ok).toBe(true)
    expect((await world.mailTests.read(holderOf(token), token)).ok).toBe(false)
  })

  test('may be as large as a message, and no larger', async () => {
    const { uploads } = scene({ maxBytes: MAIL.length })
    expect((await uploads.upload(CLIENT, MAIL)).ok).toBe(true)
    expect(await uploads.upload(CLIENT, bytesOf(`${new TextDecoder().decode(MAIL)}x`))).toEqual({
      ok: false,
      refusal: { kind: 'message_too_big', limit: MAIL.length },
    })
  })

  test('that is none makes no test, and is told why', async () => {
    const { uploads } = scene()
    const said = async (file: Uint8Array) => {
      const made = await uploads.upload(CLIENT, file)
      return !made.ok && made.refusal.kind === 'bad_request' ? made.refusal.reason : ''
    }
    expect(await said(new Uint8Array())).toContain('empty')
    expect(await said(bytesOf('hello\nFrom: a@example.org\n'))).toContain('header field')
    expect(await said(bytesOf('%PDF-1.7\nFrom: x\n'))).toContain('header field')
    expect(await said(bytesOf(' folded\nhello\n'))).toContain('header field')
    expect(await said(Buffer.from('d0cf11e0a1b11ae10000', 'hex'))).toContain('.msg')
    expect(await said(new Uint8Array(900))).toContain('header field')
    expect(await tests()).toBe(0)
  })

  test('may begin as files of mail programs do', async () => {
    const { uploads } = scene()
    const text = new TextDecoder().decode(MAIL)
    for (const start of [
      '\ufeff',
      'From a@example.org Fri Nov 20 12:00:00 2026\n',
      'X-Long : y\n',
      '\n \r\n',
      ' folded\n',
    ]) {
      expect((await uploads.upload(CLIENT, bytesOf(`${start}${text}`))).ok).toBe(true)
    }
  })

  test('is not taken where there is no room, and leaves no test behind', async () => {
    const full = scene({ free: 1 })
    expect(await full.uploads.upload(CLIENT, MAIL)).toMatchObject({ refusal: { kind: 'out_of_space' } })
    const narrow = scene({ bytesPerTest: 10 })
    expect(await narrow.uploads.upload(CLIENT, MAIL)).toMatchObject({ refusal: { kind: 'mailbox_full' } })
    expect(await tests()).toBe(0)
    expect(await world.store.mailTests.deleteExpired(100)).toBe(0)
  })

  test('counts among the tests that one network may make', async () => {
    const { store, announcer } = world
    const mailTests = createMailTests({
      checkWords: CHECK_WORDS,
      store,
      announcer,
      random,
      clock: { now: () => world.now() },
      gate: { isGated: async () => false },
      readiness: readinessUnderTest().readiness,
      rules: RULES,
      mailDomain: 'in.example.com',
      lifetimeDays: 30,
      anonymous: { enabled: true, lifetimeDays: 7, testsPerHour: 2 },
    })
    const { uploads } = scene({ mailTests })
    await mailTests.allocateAnonymous(CLIENT)
    expect((await uploads.upload(CLIENT, MAIL)).ok).toBe(true)
    expect(await uploads.upload(CLIENT, MAIL)).toMatchObject({
      refusal: { kind: 'too_many_anonymous_tests' },
    })
    expect((await uploads.upload('198.51.100.1/32', MAIL)).ok).toBe(true)
  })
})
