import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmodSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyFile } from '../../src/app/secrets/key-file.ts'
import { createVault } from '../../src/services/secrets/vault.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { BINARY, mailgauge, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { random } from '../support/builders.ts'

let place: ReturnType<typeof temporaryFolder>
const keyPath = () => join(place.folder, 'data', 'secrets.key')
const keysIn = () => readFileSync(keyPath(), 'utf8').match(/^\d.*$/gm) ?? []

beforeEach(() => {
  place = temporaryFolder()
  writeConfig(place.folder)
})
afterEach(() => place.remove())

/** What the service does with secrets, beside the binary or after it. */
async function withVault<T>(work: (vault: ReturnType<typeof createVault>) => Promise<T>): Promise<T> {
  const store = await openStore({ directory: join(place.folder, 'data'), migrate: false })
  try {
    return await work(createVault({ sealed: store.sealed, keyFile: createKeyFile(keyPath()), random }))
  } finally {
    await store.close()
  }
}

/** Seals so many secrets, and gives them by their ids. */
const seal = (count: number) =>
  withVault(async (vault) => {
    const kept = new Map<string, string>()
    for (let at = 0; at < count; at += 1) {
      const outcome = await vault.keep('mailbox', `mbx_${at}`, new Uint8Array(Buffer.from(`secret ${at}`)))
      if (outcome === 'no_space') throw new Error(outcome)
      kept.set(outcome.id, `secret ${at}`)
    }
    return kept
  })

const revealed = (ids: Iterable<string>) =>
  withVault(async (vault) => {
    const found = new Map<string, string>()
    for (const id of ids) found.set(id, Buffer.from((await vault.reveal(id)) ?? []).toString())
    return found
  })

const started = async () => (await serve(place.folder)).kill()

test('the first start makes a key for the service alone; later ones keep it', async () => {
  await started()
  expect((statSync(keyPath()).mode & 0o777).toString(8)).toBe('600')
  const key = readFileSync(keyPath(), 'utf8')
  await started()
  expect(readFileSync(keyPath(), 'utf8')).toBe(key)
})

test('a key that others may read is refused, with what to do', async () => {
  await started()
  chmodSync(keyPath(), 0o644)
  expect(await mailgauge(['serve'], { cwd: place.folder })).toMatchObject({
    code: 78,
    stderr: expect.stringContaining(`its mode is 0644). Run: chmod 600 ${keyPath()}`),
  })
  chmodSync(keyPath(), 0o600)
  await started()
})

test('no new key takes the place of a lost one that is needed', async () => {
  await started()
  const kept = await seal(2)
  renameSync(keyPath(), `${keyPath()}.away`)
  expect(await mailgauge(['serve'], { cwd: place.folder })).toMatchObject({
    code: 78,
    stderr: expect.stringContaining('is missing, and 2 stored secrets need it'),
  })
  expect(existsSync(keyPath())).toBe(false)
  renameSync(`${keyPath()}.away`, keyPath())
  await started()
  expect(await revealed(kept.keys())).toEqual(kept)
})

test('a rotation beside the running service', async () => {
  const running = await serve(place.folder)
  const kept = await seal(50)
  const [old] = keysIn()
  expect(await mailgauge(['secrets', 'rotate'], { cwd: place.folder })).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('50 secrets were encrypted with it'),
  })
  expect(keysIn()).toHaveLength(1)
  expect(keysIn()[0]).not.toBe(old as string)
  expect((statSync(keyPath()).mode & 0o777).toString(8)).toBe('600')
  expect(await revealed(kept.keys())).toEqual(kept)
  await running.kill()
})

const KILLS = 16

/** What changes when a rotation begins to write. */
const stamp = () =>
  [keyPath(), `${keyPath()}.new`].map((path) => statSync(path, { throwIfNoEntry: false })?.ino).join()

test('kill -9 at any moment of rotations leaves every secret readable', async () => {
  await started()
  const kept = await seal(300)
  for (let at = 0; at < KILLS; at += 1) {
    const before = stamp()
    const child = Bun.spawn([BINARY, 'secrets', 'rotate'], {
      cwd: place.folder,
      env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' },
      stdout: 'ignore',
      stderr: 'ignore',
    })
    while (stamp() === before && child.exitCode === null) await Bun.sleep(0)
    await Bun.sleep(at)
    child.kill('SIGKILL')
    await child.exited
    expect(await revealed(kept.keys())).toEqual(kept)
  }
  await started()
  expect(keysIn()).toHaveLength(1)
  expect(await revealed(kept.keys())).toEqual(kept)
}, 300_000)

test('many rotations at once are one after the other', async () => {
  await started()
  const kept = await seal(20)
  const rotations = await Promise.all(
    Array.from({ length: 4 }, () => mailgauge(['secrets', 'rotate'], { cwd: place.folder })),
  )
  expect(rotations.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual([0, 0, 0, 0])
  expect(keysIn()).toHaveLength(1)
  expect(await revealed(kept.keys())).toEqual(kept)
}, 120_000)
