import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { DomainEntry } from '../../../src/core/sender-domain.ts'
import { createSourceMarks } from '../../../src/services/answers/marks.ts'
import type { SessionActor } from '../../../src/services/people/sessions.ts'
import { testClock } from '../../support/clock.ts'
import { madePerson } from '../../support/people.ts'
import { type TestStore, testStore } from '../../support/store.ts'
import { domainIn } from '../aggregates/ingesting/making.ts'

const KEY = 'sender:sendgrid'

let own: TestStore
let clock: ReturnType<typeof testClock>
let domain: DomainEntry
let person: { id: string }

beforeEach(async () => {
  clock = testClock()
  own = await testStore({ clock })
  domain = await domainIn(own, clock)
  person = await madePerson(own.store, { name: 'Ann' })
})
afterEach(() => own.done())

const marks = () => createSourceMarks({ store: own.store, clock })
const admin = (changes: Partial<SessionActor> = {}): SessionActor => ({
  kind: 'session',
  accountId: domain.accountId,
  role: 'admin',
  personId: person.id,
  ...changes,
})

test('an admin marks and names a source, and the log tells who did', async () => {
  const by = marks()
  expect(await by.change(admin(), domain.id, { key: KEY, mark: 'mine', name: '  Newsletter ' })).toEqual({
    ok: true,
    value: 'changed',
  })
  const kept = [{ key: KEY, mark: 'mine', name: 'Newsletter', at: clock.now(), by: 'Ann' }]
  expect(await by.list(admin({ role: 'viewer' }), domain.id)).toEqual({ ok: true, value: kept } as never)
  await by.change(admin(), domain.id, { key: KEY, mark: null })
  const log = await own.store.audit.list({ accountId: domain.accountId, limit: 2 })
  expect(log).toMatchObject([
    { action: 'dmarc.source_marked', target: 'example.org', details: { source: KEY, mark: 'taken back' } },
    {
      actor: { kind: 'person', id: person.id, name: 'Ann' },
      details: { source: KEY, mark: 'mine', name: 'Newsletter' },
    },
  ])
})

test('what is kept of the account is told to be old when something changed, and then alone', async () => {
  const told: string[] = []
  const by = createSourceMarks({ store: own.store, clock, changed: (accountId) => told.push(accountId) })
  await by.change(admin({ role: 'viewer' }), domain.id, { key: KEY, mark: 'mine' })
  expect(told).toEqual([])
  for (const _ of [1, 2]) await by.change(admin(), domain.id, { key: KEY, mark: 'mine' })
  expect(told).toEqual([domain.accountId])
})

test('who may not, and whose it is not, changes nothing', async () => {
  const by = marks()
  const change = { key: KEY, mark: 'mine' } as const
  for (const role of ['viewer', 'member'] as const) {
    expect(await by.change(admin({ role }), domain.id, change)).toEqual({
      ok: false,
      refusal: { kind: 'missing_role', role: 'admin' },
    })
  }
  const stranger = admin({ accountId: 'acc_other', role: 'owner' })
  const notFound = { ok: false, refusal: { kind: 'not_found', what: 'domain' } } as const
  expect(await by.change(stranger, domain.id, change)).toEqual(notFound)
  expect(await by.list(stranger, domain.id)).toEqual(notFound)
  expect(await own.store.sourceMarks.of(domain.id)).toEqual([])
})

test.each([
  ['x'.repeat(81), false],
  ['a\nb', false],
  ['a\u202eb', false],
  ['a\u0000b', false],
  ['😀'.repeat(80), true],
  ['نشرة إخبارية', true],
  ['=HYPERLINK("x")', true],
])('of a name such as %p: %p', async (name, isTaken) => {
  const { ok } = await marks().change(admin(), domain.id, { key: KEY, name })
  expect(ok).toBe(isTaken)
  expect(await own.store.sourceMarks.of(domain.id)).toHaveLength(isTaken ? 1 : 0)
})

test.each(['', 'sendgrid', 'sender:', 'ip:1 2', `domain:${'x'.repeat(300)}`, 'domain:a\u0000'])(
  'there is no source with the key %p',
  async (key) => {
    const told = await marks().change(admin(), domain.id, { key, mark: 'mine' })
    expect(told).toMatchObject({ ok: false, refusal: { kind: 'not_found' } })
  },
)

test('a flood of changes is held up', async () => {
  const by = marks()
  let held = 0
  for (let i = 0; i < 600; i += 1) {
    const told = await by.change(admin(), domain.id, { key: KEY, mark: i % 2 ? 'mine' : 'not_mine' })
    if (!told.ok) held += 1
  }
  expect(held).toBe(100)
})
