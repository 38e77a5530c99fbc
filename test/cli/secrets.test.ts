import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyFile } from '../../src/app/secrets/key-file.ts'
import { createKeys } from '../../src/services/secrets/rotation.ts'
import { createVault } from '../../src/services/secrets/vault.ts'
import { lockSecrets } from '../../src/store/sqlite/lock.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { random } from '../support/builders.ts'
import { workplace } from './running.ts'

let place: ReturnType<typeof workplace>
let data: string
beforeEach(() => {
  place = workplace()
  data = join(place.folder, 'data')
  writeFileSync(join(place.folder, 'mailgauge.toml'), '[smtp]\ndomain = "in.example.com"\n')
})
afterEach(() => place.remove())

/** What a service does, over the store of the commands. */
async function withVault<T>(work: (vault: ReturnType<typeof createVault>) => Promise<T>): Promise<T> {
  const store = await openStore({ directory: data, migrate: true })
  const shared = { sealed: store.sealed, keyFile: createKeyFile(join(data, 'secrets.key')), random }
  try {
    await createKeys({ ...shared, clock: { now: () => new Date() } }).begin()
    return await work(createVault(shared))
  } finally {
    await store.close()
  }
}

test('a rotation says what it did, and every secret is still there', async () => {
  const secret = new Uint8Array([1, 2, 3])
  const kept = await withVault((vault) => vault.keep('totp', 'usr_1', secret))
  if (kept === 'no_space') throw new Error(kept)
  const before = readFileSync(join(data, 'secrets.key'), 'utf8')
  const { code, stderr } = await place.run('secrets rotate')
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(
      /^The key [0-9a-f]{16} is in use: 1 secret was encrypted with it, and the old key is gone\.\nBack up/,
    ),
  })
  const after = readFileSync(join(data, 'secrets.key'), 'utf8')
  expect(after).not.toBe(before)
  expect(stderr).toContain(/ ([0-9a-f]{16}) /.exec(after)?.[1] as string)
  expect(await withVault((vault) => vault.reveal(kept.id))).toEqual(secret)
})

test('without data, and without a key, it says so', async () => {
  expect(await place.run('secrets rotate')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no Mailgauge database'),
  })
  await place.run('key create')
  expect(await place.run('secrets rotate')).toMatchObject({
    code: 1,
    stderr: `There is no key file ${join(data, 'secrets.key')}. mailgauge serve makes it.\n`,
  })
})

test('two at once take turns', async () => {
  await withVault(async () => {})
  const lock = lockSecrets(data)
  expect(lock).toBeDefined()
  expect(lockSecrets(data)).toBeUndefined()
  const waiting = place.run('secrets rotate')
  await Bun.sleep(250)
  lock?.release()
  expect((await waiting).code).toBe(0)
})

test('secrets whose key is lost are deleted when that is asked for', async () => {
  await withVault((vault) => vault.keep('totp', 'usr_1', new Uint8Array([1])))
  expect(await place.run('secrets discard')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('there is nothing to delete'),
  })
  rmSync(join(data, 'secrets.key'))
  await expect(withVault(async () => {})).rejects.toThrow('mailgauge secrets discard')
  expect(await place.run('secrets discard')).toEqual({
    code: 1,
    stdout: '',
    stderr: '1 secret cannot be opened. To delete them: mailgauge secrets discard --yes\n',
  })
  expect(await place.run('secrets discard --yes')).toMatchObject({ code: 0, stderr: '1 secret deleted.\n' })
  await withVault(async () => {})
})
