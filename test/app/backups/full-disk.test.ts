import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { envelope } from '../../support/envelope.ts'
import { maySmallDisk, smallDisk } from '../../support/small-disk.ts'
import { backupPlace } from './place.ts'

const MB = 1024 * 1024

describe.if(maySmallDisk)('a disk that is full', () => {
  let place: ReturnType<typeof backupPlace>
  let disk: ReturnType<typeof smallDisk>
  beforeAll(async () => {
    place = backupPlace()
    disk = smallDisk(place.folder, 4)
    const store = await place.open()
    const raw = new Uint8Array(randomBytes(8 * MB))
    await store.roleMail.accept(
      { id: 'large', role: 'abuse', envelope: envelope(), raw },
      { bytes: 100 * MB },
    )
    await store.close()
  })
  afterAll(() => {
    disk.remove()
    place.remove()
  })

  test('takes no backup, says so, and has nothing of it', async () => {
    const file = join(disk.at, 'x.tar.zst')
    await expect(place.backup('disk/x.tar.zst')).rejects.toThrow(
      `The backup could not be written to ${file}: the disk is full.`,
    )
    expect(readdirSync(disk.at)).toEqual([])
  })

  test('takes no restored data, says so, and has nothing of it', async () => {
    await place.backup('x.tar.zst')
    const restored = await place.restore('x.tar.zst', { folder: join(disk.at, 'to') })
    expect(restored).toMatchObject({ refused: expect.stringContaining('There is too little room') })
    expect(readdirSync(join(disk.at, 'to'))).toEqual([])
  })
})
