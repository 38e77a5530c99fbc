import { expect, test } from 'bun:test'
import type { MailNote } from '../../../src/core/mail-log.ts'
import { createRecording } from '../../../src/services/mail-log/recording.ts'
import { createWaitingNotes } from '../../../src/services/mail-log/waiting-notes.ts'
import { later } from '../../support/builders.ts'
import { testStore } from '../../support/store.ts'

const log = { info() {}, warn() {}, error() {} }
const announcer = { announce() {} }

const note = (changes: Partial<MailNote> = {}): MailNote => ({
  at: later(0),
  outcome: 'unknown_recipient',
  client: '192.0.2.1',
  network: '192.0.2.1/32',
  rcptTo: 'nobody@in.example.com',
  mailFrom: 'ann@example.org',
  ...changes,
})

test('what was not written yet is written at the end, equal refusals as one line', async () => {
  const { store, done } = await testStore()
  const recording = createRecording({
    store,
    announcer,
    log,
    mailDomain: 'in.example.com',
    everyMs: 3_600_000,
  })
  for (let i = 0; i < 5; i++) recording.record(note({ at: later(i) }))
  recording.record(note({ rcptTo: 'Bob@Elsewhere.Example', outcome: 'no_relay' }))
  recording.record(note({ rcptTo: '"Quoted"+suffix@IN.example.com' }))
  recording.record(note({ rcptTo: 'postmaster', outcome: 'accepted' }))
  expect(await store.mailLog.list({ limit: 10 })).toEqual([])
  await recording.close()
  const lines = await store.mailLog.list({ limit: 10 })
  expect(lines.map(({ count, rcptTo }) => [rcptTo, count]).toSorted()).toEqual([
    ['"Quoted"+suffix@IN.example.com', 1],
    ['@elsewhere.example', 1],
    ['nobody@in.example.com', 5],
    ['postmaster', 1],
  ])
  expect(lines.find(({ count }) => count === 5)).toMatchObject({ firstAt: later(0), lastAt: later(4) })
  await done()
})

test('one that cannot be written at the end holds nothing up', async () => {
  const { store, done } = await testStore()
  const add = () => Promise.reject(new Error('no space'))
  const broken = { mailLog: { ...store.mailLog, add } }
  const recording = createRecording({ store: broken, announcer, log, mailDomain: 'in.example.com' })
  recording.record(note())
  await recording.close()
  await done()
})

test('one client takes half of what is left, others have room, and what is lost is counted', () => {
  const waiting = createWaitingNotes(100, 100)
  const from = (client: number, count: number) => {
    for (let i = 0; i < count; i++)
      waiting.add(note({ network: `198.51.100.${client}/32`, rcptTo: `g${i}@in.example.com` }))
  }
  from(1, 1000)
  from(2, 1000)
  for (let client = 3; client < 20; client++) from(client, 1)
  for (let i = 0; i < 10; i++) waiting.add(note({ outcome: 'accepted', network: '203.0.113.1/32' }))
  const { notes, lost } = waiting.take()
  const held = (network: string) => notes.filter((one) => one.note.network === network).length
  expect([held('198.51.100.1/32'), held('198.51.100.2/32'), held('203.0.113.1/32')]).toEqual([50, 25, 10])
  for (let client = 3; client < 20; client++) expect(held(`198.51.100.${client}/32`)).toBe(1)
  expect(lost).toEqual([{ at: later(0), count: 1925 }])
  expect(waiting.size).toBe(0)
})

test('of addresses that exist, what is lost is counted for each, of at most a hundred', () => {
  const waiting = createWaitingNotes(10, 10)
  for (let i = 0; i < 300; i++) {
    waiting.add(
      note({ outcome: 'mailbox_full', rcptTo: `own${i % 150}@in.example.com`, mailFrom: `a@d${i}.example` }),
    )
  }
  const { notes, lost } = waiting.take()
  expect(lost.length).toBeLessThanOrEqual(101)
  expect(notes.length + lost.reduce((sum, { count }) => sum + count, 0)).toBe(300)
})
