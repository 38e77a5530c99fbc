import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import Sqlite from '#sqlite'
import { fromRendered } from '../../../src/core/check.ts'
import { mailTest, newMessage, ROOMY, report } from '../../support/builders.ts'
import { finish } from '../../support/claiming.ts'
import { testStore } from '../../support/store.ts'

const { store, directory, done } = await testStore()
const driver = new Sqlite(join(directory, 'mailgauge.db'))
afterAll(async () => {
  driver.close()
  await done()
})

interface Row {
  report: string
  packed: Buffer | null
  revision: number
}

async function scored() {
  const one = mailTest()
  await store.mailTests.allocate({ test: one })
  const message = newMessage(one.token)
  await store.messages.accept([message], ROOMY)
  await finish(store, message.id, { status: 'scored', report: report(), evidence: {}, content: 'x' })
  return { token: one.token, id: message.id }
}

const rowOf = (id: string) =>
  driver
    .prepare<[string], Row>(
      'SELECT report, packed, revision FROM reports WHERE message_seq = (SELECT seq FROM messages WHERE id = ?)',
    )
    .get(id)

/** As a version before packing wrote it. */
function asWrittenBefore(id: string, text: string): void {
  driver
    .prepare<[string, string]>(
      "UPDATE reports SET report = ?, packed = NULL, packing = 'plain' WHERE message_seq = (SELECT seq FROM messages WHERE id = ?)",
    )
    .run(text, id)
}

test('a report is kept packed', async () => {
  const { id, token } = await scored()
  const row = rowOf(id)
  expect(row?.report).toBe('')
  expect(row?.packed?.byteLength).toBeLessThan(JSON.stringify(report()).length)
  expect((await store.messages.report(token, id))?.report).toEqual(report())
})

test('one of an earlier version is read from its text, its checks as they were told', async () => {
  const { id, token } = await scored()
  const told = {
    name: 'spf',
    status: 'failed',
    score: -1,
    detail: { summary: 'No.', advice: 'Do.', findings: 'spf-none,spf-void', result: 'none' },
    quotes: { explanation: 'why' },
  } as const
  asWrittenBefore(id, JSON.stringify({ ...report(), checks: [{ ...told, fixes: [] }] }))
  expect(await store.messages.report(token, id)).toMatchObject({
    report: { ...report(), checks: [fromRendered(told)] },
    revision: 0,
  })
})

test('one of an earlier version is packed when it is written anew, and not before', async () => {
  const { id, token } = await scored()
  const before = JSON.stringify(report())
  asWrittenBefore(id, before)
  await store.messages.report(token, id)
  expect(rowOf(id)).toMatchObject({ report: before, packed: null, revision: 0 })
  const next = { revision: 0, report: report({ score: 3 }), evidence: {}, content: 'x' }
  expect(await store.messages.replaceReport(id, next)).toBe('replaced')
  expect(rowOf(id)).toMatchObject({ report: '', packed: expect.anything(), revision: 1 })
  expect((await store.messages.report(token, id))?.report?.score).toBe(3)
})
