import { describe, expect, test } from 'bun:test'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { isWantOfSpace, roomHint } from '../../../src/store/sqlite/want-of-space.ts'
import { account, mailTest, newMessage, ROOMY } from '../../support/builders.ts'
import { maySmallDisk, smallDisk } from '../../support/small-disk.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { until } from '../../support/until.ts'

test.each([
  ['SQLITE_FULL', true],
  ['SQLITE_IOERR_WRITE', true],
  ['SQLITE_IOERR_SHMSIZE', true],
  ['EDQUOT', true],
  ['SQLITE_BUSY', false],
  ['SQLITE_CORRUPT', false],
  [undefined, false],
])('%p is want of space: %p', (code, expected) => {
  expect(isWantOfSpace(Object.assign(new Error('x'), { code }))).toBe(expected)
  expect(isWantOfSpace(code)).toBe(false)
})

test('a full disk alone is answered with where to make room', () => {
  const failing = (code: string) => Object.assign(new Error('x'), { code })
  expect(roomHint(failing('SQLITE_FULL'))).toStartWith(' Make room on the disk')
  expect(roomHint(failing('SQLITE_IOERR_FSYNC'))).toBe('')
})

describe.if(maySmallDisk)('a store on a full disk', () => {
  test('refuses what it cannot keep as a value, keeps what it has, and says when it takes writes again', async () => {
    const { directory, remove } = temporaryDirectory()
    const disk = smallDisk(directory, 16)
    const store = await openStore({ directory: disk.at, migrate: true })
    const one = mailTest()
    await store.mailTests.allocate({ test: one })
    const message = () => newMessage(one.token, { raw: crypto.getRandomValues(new Uint8Array(3_000_000)) })
    const kept = message()
    expect(await store.messages.accept([kept], ROOMY)).toBe('stored')
    disk.fill()
    // The log has some room of its own left over.
    const answers = [1, 2, 3, 4].map(() => store.messages.accept([message()], ROOMY))
    expect(await Promise.all(answers)).toContain('no_space')
    expect(await store.trouble()).toBe('unwritable')
    expect(await store.roleMail.accept({ ...message(), role: 'abuse' }, { bytes: 1e9 })).toBe('no_space')
    expect(await store.messages.raw(kept.id)).toEqual(kept.raw)
    disk.free()
    await until(async () => (await store.trouble()) === undefined)
    expect(await store.messages.accept([newMessage(one.token)], ROOMY)).toBe('stored')
    await store.close()
    disk.remove()
    remove()
  }, 300_000)

  test('cannot be made on one, and leaves nothing behind', async () => {
    const { directory, remove } = temporaryDirectory()
    const disk = smallDisk(directory, 4)
    disk.fill(20_000)
    await expect(openStore({ directory: disk.at, migrate: true })).rejects.toThrow(/the disk takes no write/)
    expect(existsSync(join(disk.at, 'mailgauge.db'))).toBe(false)
    expect(existsSync(join(disk.at, 'mailgauge.db.new'))).toBe(false)
    disk.remove()
    remove()
  })

  test('opens on one as long as its reserve is there', async () => {
    const { directory, remove } = temporaryDirectory()
    const disk = smallDisk(directory, 16)
    const first = await openStore({ directory: disk.at, migrate: true })
    const owner = account()
    await first.accounts.create(owner)
    await first.close()
    disk.fill()
    const store = await openStore({ directory: disk.at, migrate: true })
    expect(await store.accounts.list()).toEqual([owner])
    expect(existsSync(join(disk.at, 'mailgauge.reserve'))).toBe(false)
    disk.free()
    await store.close()
    expect(existsSync(join(disk.at, 'mailgauge.reserve'))).toBe(true)

    rmSync(join(disk.at, 'mailgauge.reserve'))
    disk.fill()
    await expect(openStore({ directory: disk.at, migrate: true })).rejects.toThrow(/cannot be opened/)
    disk.remove()
    remove()
  })
})
