import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { unpackPiece } from '../../../../src/core/aggregate/piece.ts'
import { newEntry } from '../../../../src/core/domains/verification.ts'
import type { NewAggregate } from '../../../../src/store/aggregates.ts'
import { incomingOf } from '../../../../src/store/keeping/dmarc/incoming.ts'
import { openReader, openWriter } from '../../../../src/store/sqlite/connection.ts'
import { openStore } from '../../../../src/store/sqlite/open.ts'
import { createWrites } from '../../../../src/store/sqlite/writes.ts'
import type { Store } from '../../../../src/store/store.ts'
import { account, later, THEN } from '../../../support/builders.ts'
import { entry as said } from '../../../support/people.ts'
import { temporaryDirectory } from '../../../support/store.ts'
import { until } from '../../../support/until.ts'
import { ACCOUNT, FIRST_DAY, report } from './scene.ts'

const WINDOW = { from: FIRST_DAY, to: FIRST_DAY }

async function verified(store: Store): Promise<void> {
  const entry = said('domain.added', { accountId: ACCOUNT })
  await store.accounts.create(account({ id: ACCOUNT, name: 'account' }), entry)
  const own = newEntry({ id: 'dom', accountId: ACCOUNT, domain: 'a.test', token: 't', createdAt: THEN })
  await store.domains.add(own, { verified: 9, unverified: 9 }, entry)
  const entries = { verified: entry, unverified: entry }
  await store.domains.looked('dom', { state: 'found', at: later(0) }, { verified: 9, later: 0, entries })
}

function newReport(reportId: string): NewAggregate {
  const recipe = { policyDomain: 'a.test', reporter: 'r', reportId, day: FIRST_DAY, variant: 0 }
  const { head, pieces } = report({ ...recipe, pieces: [12] })
  return {
    aggregate: { head, pieces },
    accountId: ACCOUNT,
    fileId: `file_${reportId}`,
    uid: `dmr_${reportId}`,
    receivedAt: new Date(0),
    authenticated: true,
  }
}

const messagesOf = ({ pieces }: NewAggregate['aggregate']): number =>
  pieces.flatMap((piece) => unpackPiece(piece).records).reduce((sum, { count }) => sum + count, 0)

/** Gives the messages of all. */
async function putMany(store: Store, count: number, first = 0): Promise<number> {
  const all = Array.from({ length: count }, (_, at) => newReport(String(first + at)))
  const kept = await Promise.all(all.map((one) => store.aggregates.put(one)))
  expect(kept.map(({ outcome }) => outcome)).toEqual(all.map(() => 'stored'))
  return all.reduce((sum, { aggregate }) => sum + messagesOf(aggregate), 0)
}

function uncounted(directory: string): number {
  // By the library that the store has: locks of another one in the same process would not hold.
  const { driver } = openReader(join(directory, 'mailgauge.db'))
  const [waiting] = driver.prepare<[], [number]>('SELECT count(*) FROM dmarc_uncounted').raw().get() ?? []
  driver.close()
  return waiting ?? 0
}

describe('what was put', () => {
  test('is counted before anything is told of it, by every query alike', async () => {
    const { directory, remove } = temporaryDirectory()
    const store = await openStore({ directory, migrate: true })
    await verified(store)
    let messages = 0
    for (let turn = 0; turn < 3; turn += 1) {
      messages += await putMany(store, 300, turn * 300)
      const asked = await Promise.all([
        store.aggregates.summary('dom', WINDOW).then((one) => one.messages),
        store.aggregates
          .sources('dom', WINDOW, { groupBy: 'ip', sort: 'messages', limit: 50, offset: 0 })
          .then(({ sources }) => sources.reduce((sum, one) => sum + one.messages, 0)),
        store.aggregates.reports('dom', WINDOW, { limit: 1, offset: 0 }).then(({ total }) => total),
      ])
      expect(asked).toEqual([messages, messages, (turn + 1) * 300])
    }
    const { records } = await store.aggregates.records('dom', WINDOW, { limit: 20_000 })
    expect(records.reduce((sum, { record }) => sum + record.count, 0)).toBe(messages)
    await store.close()
    remove()
  })

  test('waits where the program ends, and is counted when it is asked for', async () => {
    const { directory, remove } = temporaryDirectory()
    const first = await openStore({ directory, migrate: true })
    await verified(first)
    await first.close()
    const connection = openWriter(join(directory, 'mailgauge.db'))
    const { aggregate, ...rest } = newReport('one')
    const incoming = incomingOf({ aggregate, ...rest })
    const calls = aggregate.pieces.map((bytes, piece) => ({ incoming, piece, bytes }))
    createWrites(connection).dmarc.put(calls, 0)
    connection.driver.close()
    expect(uncounted(directory)).toBe(1)
    const second = await openStore({ directory, migrate: false })
    expect(await second.aggregates.summary('dom', WINDOW)).toMatchObject({
      messages: messagesOf(aggregate),
      reports: 1,
    })
    expect(uncounted(directory)).toBe(0)
    await second.close()
    remove()
  })

  test('is counted by itself when no more comes, and at the next start of the service', async () => {
    const { directory, remove } = temporaryDirectory()
    const first = await openStore({ directory, migrate: true })
    await verified(first)
    await putMany(first, 50)
    await until(() => uncounted(directory) === 0)
    await putMany(first, 50, 50)
    await first.close()
    const second = await openStore({ directory, migrate: true })
    await until(() => uncounted(directory) === 0)
    await second.close()
    remove()
  })
})
