import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { backupName, readBackupName } from '../../src/core/files/backup.ts'
import { OPERATOR } from '../../src/services/access/by.ts'
import { createBackupSchedule } from '../../src/services/backups/schedule.ts'
import { backupsInMemory, scheduledAt } from '../support/backups.ts'
import { type TestStore, testStore } from '../support/store.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-11-23T03:00:00Z')

let kept: TestStore
let now = START
const clock = { now: () => new Date(now) }
beforeEach(async () => {
  now = START
  kept = await testStore()
})
afterEach(() => kept.done())

const opened = (more: Partial<Parameters<typeof backupsInMemory>[0]> = {}) =>
  backupsInMemory({ store: kept.store, clock, everyMs: DAY_MS, ...more })
const actions = async () => (await kept.store.audit.list({ limit: 10 })).map(({ action }) => action)

describe('names', () => {
  test('say what a backup is', () => {
    const name = backupName('before-migration', new Date(START), false)
    expect(name).toBe('mailgauge-before-migration-20261123T030000Z-without-secrets.tar.zst')
    expect(readBackupName(name)).toEqual({
      kind: 'before-migration',
      madeAt: new Date(START),
      secrets: false,
    })
  })

  test.each([
    'x.tar.zst',
    'mailgauge-manual-20261399T030000Z.tar.zst',
    `${scheduledAt('2026-11-23T03:00:00Z')}.part`,
  ])('%s is none of ours', (name) => expect(readBackupName(name)).toBeUndefined())
})

describe('the schedule', () => {
  test('makes one when there is none, and the next when it is old enough', async () => {
    const { backups, folder } = opened()
    const schedule = createBackupSchedule({ backups, clock })
    await schedule.run()
    await schedule.run()
    expect(folder.names()).toEqual([scheduledAt('2026-11-23T03:00:00Z')])
    now += DAY_MS
    await schedule.run()
    expect(folder.names()).toHaveLength(2)
  })

  test('goes by the files that are there, so a restart neither skips nor repeats one', async () => {
    const { backups, folder } = opened()
    folder.put(scheduledAt('2026-11-22T04:00:00Z'))
    await createBackupSchedule({ backups, clock }).run()
    expect(folder.names()).toHaveLength(1)
    now += 3_600_000
    await createBackupSchedule({ backups, clock }).run()
    expect(folder.names()).toHaveLength(2)
  })

  test('keeps as many as it is told, and those that people made', async () => {
    const { backups, folder } = opened()
    const byHand = backupName('manual', new Date('2026-01-01T00:00:00Z'), true)
    folder.put(byHand)
    const schedule = createBackupSchedule({ backups, clock })
    for (let day = 0; day < 4; day += 1) {
      await schedule.run()
      now += DAY_MS
    }
    expect(folder.names()).toEqual([
      byHand,
      scheduledAt('2026-11-25T03:00:00Z'),
      scheduledAt('2026-11-26T03:00:00Z'),
    ])
  })

  test('one that fails is told, tried again later, and deletes nothing', async () => {
    let fails = true
    const told: string[] = []
    const { backups, folder } = opened({
      write: async (name) => {
        if (fails) throw new Error('The disk is full.')
        folder.put(name)
      },
      log: { info() {}, warn() {}, error: (_, sentence) => told.push(sentence) },
    })
    folder.put(scheduledAt('2026-11-20T03:00:00Z'))
    const schedule = createBackupSchedule({ backups, clock })
    await schedule.run()
    await schedule.run()
    expect(told).toEqual(['The backup failed'])
    expect(backups.state().failed?.reason).toBe('The disk is full.')
    expect(folder.names()).toHaveLength(1)
    fails = false
    now += 15 * 60_000
    await schedule.run()
    expect(folder.names()).toHaveLength(2)
    expect(backups.state().failed).toBeUndefined()
  })

  test('a backup of the future is none to go by', async () => {
    const { backups, folder } = opened()
    folder.put(scheduledAt('2027-11-23T03:00:00Z'))
    await createBackupSchedule({ backups, clock }).run()
    expect(folder.names()).toHaveLength(2)
  })

  test('does nothing where none is wanted', async () => {
    const { backups, folder } = backupsInMemory({ store: kept.store, clock })
    await createBackupSchedule({ backups, clock }).run()
    expect(folder.names()).toEqual([])
  })
})

describe('one backup', () => {
  test('at a time', async () => {
    const gate = Promise.withResolvers<void>()
    const { backups, folder } = opened({
      write: async (name) => {
        await gate.promise
        folder.put(name)
      },
    })
    const first = backups.make({ kind: 'manual' })
    expect(backups.state().running?.kind).toBe('manual')
    expect(await backups.make({ kind: 'scheduled' })).toEqual({ kind: 'busy' })
    gate.resolve()
    expect((await first).kind).toBe('made')
    expect(backups.state()).toEqual({})
  })

  test('of the same second gets a name of its own', async () => {
    const { backups, folder } = opened()
    await backups.make({ kind: 'manual' })
    await backups.make({ kind: 'manual' })
    expect(folder.names()).toHaveLength(2)
  })

  test('by somebody stands in the audit log, as its download and its deletion do', async () => {
    const { backups } = opened()
    const made = await backups.make({ kind: 'manual', by: OPERATOR })
    if (made.kind !== 'made') throw new Error(made.kind)
    const { name } = made.backup
    expect(await backups.download(name, OPERATOR)).toBeDefined()
    expect(await backups.remove(name, OPERATOR)).toBe(true)
    expect(await backups.remove(name, OPERATOR)).toBe(false)
    expect(await backups.download('../secrets.key', OPERATOR)).toBeUndefined()
    expect(await actions()).toEqual(['backup.deleted', 'backup.downloaded', 'backup.made'])
  })

  test('the latest is the newest that is known of, wherever it went', async () => {
    const { backups, folder } = opened()
    expect(await backups.latest()).toBeUndefined()
    folder.put(backupName('before-migration', new Date(START), true))
    expect(await backups.latest()).toBeUndefined()
    folder.put(scheduledAt('2026-11-22T03:00:00Z'))
    expect(await backups.latest()).toMatchObject({ madeAt: new Date('2026-11-22T03:00:00Z') })
    const noted = { madeAt: new Date(START), bytes: 1, secrets: true, place: 'standard output' }
    folder.noted = () => noted
    expect(await backups.latest()).toEqual(noted)
  })
})
