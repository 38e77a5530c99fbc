import { expect, test } from 'bun:test'
import { together } from '../../../src/app/aggregates/together.ts'
import {
  ReadingLost,
  type ReadReports,
  type ReportReading,
} from '../../../src/services/aggregates/importing.ts'

const fileOf = (name: string, size = 10): ReportReading => ({
  kind: 'file',
  name,
  bytes: new Uint8Array(size),
})
const nameOf = (reading: ReportReading) => (reading.kind === 'file' ? reading.name : 'mail')
const readOf = (reading: ReportReading): ReadReports => ({
  attachments: [{ name: nameOf(reading), size: 1, files: [] }],
})

function world(hostile?: string, lost = false) {
  const batches: number[] = []
  const alone: string[] = []
  const reader = together(
    {
      async read(reading) {
        alone.push(nameOf(reading))
        return nameOf(reading) === hostile ? { stopped: 'it looped' } : readOf(reading)
      },
    },
    async (readings) => {
      batches.push(readings.length)
      await Bun.sleep(1)
      if (lost) throw new ReadingLost('killed')
      if (readings.some((one) => nameOf(one) === hostile)) return { stopped: 'it looped' }
      return readings.map(readOf)
    },
    2,
  )
  const read = async (readings: readonly ReportReading[]) =>
    (await Promise.all(readings.map((one) => reader.read(one)))).map((read) =>
      'stopped' in read ? read.stopped : read.attachments[0]?.name,
    )
  return { batches, alone, read }
}

const NAMES = Array.from({ length: 60 }, (_, at) => String(at))

test('files that wait are read together, each with its own answer', async () => {
  const { batches, alone, read } = world()
  expect(await read(NAMES.map((name) => fileOf(name)))).toEqual(NAMES)
  expect(batches.length).toBeLessThan(6)
  expect(alone.length).toBeLessThan(3)
})

test('one that is too much for its process keeps none of the others from being read', async () => {
  const { read } = world('7')
  expect(await read(NAMES.map((name) => fileOf(name)))).toEqual(
    NAMES.map((name) => (name === '7' ? 'it looped' : name)),
  )
})

test('what is lost is read one by one, and large files go by themselves', async () => {
  expect(await world(undefined, true).read(NAMES.map((name) => fileOf(name)))).toEqual(NAMES)
  const { batches, alone, read } = world()
  await read([fileOf('a', 400_000), fileOf('b', 400_000), fileOf('c', 400_000)])
  expect([batches, alone.toSorted()]).toEqual([[], ['a', 'b', 'c']])
})
