import { expect, test } from 'bun:test'
import { packPiece } from '../../../../src/core/aggregate/piece.ts'
import type { NewAggregate } from '../../../../src/store/aggregates.ts'
import { incomingOf } from '../../../../src/store/keeping/dmarc/incoming.ts'
import { dmarcWriteParts } from '../../../../src/store/sqlite/parts/dmarc.ts'
import type { WriterClient } from '../../../../src/store/sqlite/writer-client.ts'
import { ACCOUNT, FIRST_DAY, report, type Scene, scene } from './scene.ts'

const clock = { now: () => new Date(0) }

/** A writer that answers as it is told. */
const answering = (answer: (name: string, ...args: unknown[]) => unknown) =>
  ((name: string, ...args: unknown[]) =>
    Promise.try(() => answer(name, ...args))) as unknown as WriterClient['write']

function newReport(id: number, records: number): NewAggregate {
  const recipe = { policyDomain: 'a.test', reporter: 'r', reportId: `${id}`, day: FIRST_DAY, variant: 0 }
  const { head } = report({ ...recipe, pieces: [1] })
  const one = {
    count: 1,
    dkim: true,
    spf: true,
    disposition: 'none',
    headerFrom: 'a.test',
    results: 0,
  } as const
  const piece = packPiece({
    results: [{ dkim: [], spf: [], reasons: [] }],
    records: Array.from({ length: records }, (_, at) => ({ ...one, ip: `10.0.${at >> 8}.${at & 255}` })),
  })
  const aggregate = { head: { ...head, records }, pieces: [piece] }
  const [fileId, uid, receivedAt] = [`file_${id}`, `dmr_${id}`, new Date(0)]
  return { aggregate, accountId: ACCOUNT, fileId, uid, receivedAt, authenticated: true }
}

function verified(): Scene {
  const stage = scene()
  stage.domains.add('a.test')
  stage.domains.verify('a.test')
  return stage
}

function put({ run }: Scene, reports: readonly NewAggregate[]) {
  const calls = reports.map((one) => ({
    incoming: incomingOf(one),
    piece: 0,
    bytes: one.aggregate.pieces[0] ?? new Uint8Array(),
  }))
  return run(({ dmarc }) => dmarc.put(calls, 0))
}

const uncounted = ({ all }: Scene) => all('SELECT 1 FROM dmarc_uncounted').length

test('who asks waits for what was kept before, and not for a flood to end', async () => {
  const asked: unknown[] = []
  let newest = 7
  const { count } = dmarcWriteParts(
    answering((_, ...args) => {
      asked.push(args)
      // More come with every write.
      newest += 5
      return { isAll: asked.length > 2 && args[1] !== undefined, newest }
    }),
    clock,
  )
  await count(3)
  expect(asked).toEqual([
    [3, undefined],
    [3, 12],
    [3, 12],
  ])
})

test('what is newer than that is counted later', () => {
  const stage = verified()
  put(stage, [newReport(1, 2), newReport(2, 2)])
  const [{ no } = { no: 0 }] = stage.all<{ no: number }>('SELECT max(no) AS no FROM dmarc_reports')
  put(stage, [newReport(3, 2)])
  expect(stage.run(({ dmarc }) => dmarc.count(1, no))).toEqual({ isAll: true, newest: no + 1 })
  expect(uncounted(stage)).toBe(1)
  expect(stage.run(({ dmarc }) => dmarc.count(undefined, no))?.isAll).toBe(true)
  expect(uncounted(stage)).toBe(1)
  expect(stage.run(({ dmarc }) => dmarc.count())?.isAll).toBe(true)
  expect(uncounted(stage)).toBe(0)
})

test('a report that is kept is kept, though much waits and counting fails', async () => {
  const { writes, end } = dmarcWriteParts(
    answering((name) => {
      if (name === 'dmarc.count') throw new Error('the disk is full')
      return { steps: [{ outcome: 'stored', uid: 'dmr_1' }], waiting: { all: 1_000_000, full: [] } }
    }),
    clock,
  )
  expect(await writes.put(newReport(1, 1))).toEqual({ outcome: 'stored', uid: 'dmr_1' })
  end()
})

test('of a domain of which much waits some is counted before others come', async () => {
  const counted: unknown[] = []
  const { writes, end } = dmarcWriteParts(
    answering((name, ...args) => {
      if (name === 'dmarc.count') counted.push(args[0])
      if (name === 'dmarc.count') return { isAll: true, newest: 1 }
      return { steps: [{ outcome: 'stored', uid: 'dmr_1' }], waiting: { all: 60_000, full: [4] } }
    }),
    clock,
  )
  await writes.put(newReport(1, 1))
  expect(counted).toEqual([4])
  end()
})

test('of what waits past the bound so much is counted between two writes that nobody waits long', async () => {
  const asked: string[] = []
  const { writes, end } = dmarcWriteParts(
    answering((name) => {
      asked.push(name)
      if (name === 'dmarc.count') return { isAll: false, newest: 1 }
      return { steps: [{ outcome: 'stored', uid: 'dmr_1' }], waiting: { all: 1_000_000, full: [] } }
    }),
    clock,
  )
  await writes.put(newReport(1, 1))
  await writes.put(newReport(2, 1))
  expect(asked.filter((name) => name === 'dmarc.put')).toHaveLength(2)
  expect(asked.lastIndexOf('dmarc.put')).toBeGreaterThan(3)
  expect(asked.lastIndexOf('dmarc.put')).toBeLessThan(30)
  end()
})

test('no more is kept while somebody waits for what was', async () => {
  const asked: string[] = []
  const { writes, countFirst, end } = dmarcWriteParts(
    answering((name) => {
      asked.push(name)
      if (name === 'dmarc.count') return { isAll: asked.length > 5, newest: 1 }
      return { steps: [{ outcome: 'stored', uid: 'dmr_1' }], waiting: { all: 1, full: [] } }
    }),
    clock,
  )
  await Promise.all([countFirst(3), writes.put(newReport(1, 1))])
  expect(asked).toEqual([...Array(6).fill('dmarc.count'), 'dmarc.put'])
  end()
})

test('where counting fails, reports are kept all the same', async () => {
  const { writes, countFirst, end } = dmarcWriteParts(
    answering((name) => {
      if (name === 'dmarc.count') throw new Error('the disk is full')
      return { steps: [{ outcome: 'stored', uid: 'dmr_1' }], waiting: { all: 1, full: [] } }
    }),
    clock,
  )
  const counted = countFirst(3).catch(({ message }: Error) => message)
  expect(await writes.put(newReport(1, 1))).toEqual({ outcome: 'stored', uid: 'dmr_1' })
  expect(await counted).toBe('the disk is full')
  end()
})

test('what waits is told by domain, and comes down as it is counted', () => {
  const stage = verified()
  let told = put(stage, [newReport(0, 1000)])?.waiting
  expect(told).toEqual({ all: 1004, full: [] })
  for (let id = 1; id < 250; id += 3) {
    told = put(stage, [newReport(id, 1000), newReport(id + 1, 1000), newReport(id + 2, 1000)])?.waiting
  }
  expect(told).toEqual({ all: 251_000, full: [1] })
  // The same of a writer that begins anew.
  stage.restart()
  expect(put(stage, [newReport(250, 1)])?.waiting).toEqual({ all: 251_005, full: [1] })
  stage.run(({ dmarc }) => dmarc.count())
  expect(put(stage, [newReport(251, 1)])?.waiting).toEqual({ all: 247_998, full: [] })
}, 30_000)

test('one write counts fewer small reports than records of a large one', () => {
  const stage = verified()
  put(
    stage,
    Array.from({ length: 1600 }, (_, id) => newReport(id, 1)),
  )
  expect(stage.run(({ dmarc }) => dmarc.count())?.isAll).toBe(false)
  const after = uncounted(stage)
  expect(after).toBeGreaterThanOrEqual(960)
  expect(after).toBeLessThan(1600)
})
