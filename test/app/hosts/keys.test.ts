import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '../../../src/app/parts.ts'
import { createKeyFile } from '../../../src/app/secrets/key-file.ts'
import { beginSecrets, openSecretsAdmin, openVault } from '../../../src/app/secrets/open-secrets.ts'
import type { Config } from '../../../src/config/config.ts'
import type { Log } from '../../../src/services/ports.ts'
import { lockKeys } from '../../../src/store/postgres/keys-lock.ts'
import { addressOf } from '../../../src/store/postgres/wire/address.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { hostConfig, leaveHosts } from './shared-config.ts'

const log = { info() {}, warn() {}, error() {} } as unknown as Log
const SECRET = new Uint8Array([1, 2, 3])

describe.skipIf(postgresMissing !== undefined)('the key of several hosts', () => {
  /** One server for all tests. */
  let server: TestPostgres
  let opened: TestPostgres
  let place: ReturnType<typeof temporaryDirectory>
  beforeAll(async () => {
    server = await testPostgres()
  })
  beforeEach(async () => {
    opened = await testPostgres()
    place = temporaryDirectory()
  })
  afterEach(async () => {
    await opened.done()
    place.remove()
  })
  afterAll(async () => {
    leaveHosts()
    await server.done()
  })

  function host(name: string): Config {
    const directory = join(place.directory, name)
    mkdirSync(directory)
    return hostConfig(directory, opened.url)
  }
  const begin = (config: Config) => beginSecrets(config, opened.store, log)
  const keysOf = ({ secrets }: Config) => createKeyFile(secrets.keyPath).read() ?? []
  const copy = (from: Config, to: Config) => copyFileSync(from.secrets.keyPath, to.secrets.keyPath)
  const admin = (config: Config) => openSecretsAdmin(config, opened.store, opened.store.hosts)

  async function kept(config: Config): Promise<string> {
    const outcome = await openVault(config, opened.store).keep('webhook', 'whk_1', SECRET)
    if (outcome === 'no_space') throw new Error(outcome)
    return outcome.id
  }

  test('two that begin at once on an empty database do not make two', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [host(`one${round}`), host(`two${round}`)]
      const answers = await Promise.allSettled([begin(one), begin(two)])
      const refused = answers.filter((answer) => answer.status === 'rejected')
      expect(refused).toHaveLength(1)
      expect(refused[0]?.reason).toBeInstanceOf(StartRefused)
      expect(refused[0]?.reason.message).toContain('Copy the key file of a host that has it to ')
      const [winner, loser] = answers[0]?.status === 'fulfilled' ? [one, two] : [two, one]
      expect(existsSync(loser.secrets.keyPath)).toBe(false)
      expect(await opened.store.sealed.keyInUse()).toBe(keysOf(winner)[0]?.id as string)
      copy(winner, loser)
      await begin(loser)
      expect(keysOf(loser)).toEqual(keysOf(winner))
      await opened.query('DELETE FROM sealing_key')
    }
  })

  test('a host with another key is refused, also while nothing is sealed', async () => {
    const [one, two] = [host('one'), host('two')]
    await begin(one)
    await begin(one)
    const inUse = await opened.store.sealed.keyInUse()
    await opened.query('DELETE FROM sealing_key')
    await begin(two)
    await expect(begin(one)).rejects.toThrow('does not hold the key in use')
    expect(keysOf(one)).toHaveLength(1)
    expect(keysOf(one)[0]?.id).toBe(inUse as string)
  })

  test('is worked on by one at a time', async () => {
    const address = addressOf({ url: opened.url, tls: 'disable' })
    const first = await lockKeys({ address }, 'test', 0)
    expect(first).toBeDefined()
    expect(await lockKeys({ address }, 'test', 150)).toBeUndefined()
    const waiting = lockKeys({ address }, 'test', 20_000)
    await first?.release()
    const second = await waiting
    expect(second).toBeDefined()
    // As when a host is killed.
    await opened.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 7099 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    const third = await lockKeys({ address }, 'test', 20_000)
    expect(third).toBeDefined()
    await third?.release()
    await second?.release()
  })

  test('is rotated once every host has the new one, and nobody restarts', async () => {
    const [one, two, three] = [host('one'), host('two'), host('three')]
    await begin(one)
    for (const other of [two, three]) copy(one, other)
    const vaults = [one, two, three].map((config) => openVault(config, opened.store))
    const id = await kept(one)
    for (const vault of vaults) expect(await vault.reveal(id)).toEqual(SECRET)
    const before = await opened.store.sealed.keyInUse()

    expect(await admin(one).rotate()).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('secrets rotate --prepare'),
    })
    const mx2 = { name: 'mx2', start: 'a', program: '1.0.0', keyIds: [before as string] }
    await opened.store.hosts.enter(mx2)
    const prepared = await admin(one).prepare()
    if (prepared.kind !== 'prepared') throw new Error(prepared.reason)
    expect(prepared.others).toEqual(['mx2'])
    expect(await admin(one).prepare()).toEqual(prepared)
    copy(one, two)
    // A start of a host does not take it into use.
    await begin(two)
    expect(await opened.store.sealed.keyInUse()).toBe(before as string)
    for (const vault of vaults) expect(await vault.reveal(id)).toEqual(SECRET)

    expect(await admin(one).rotate()).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(`do not have the key ${prepared.keyId}: mx2.`),
    })
    await opened.store.hosts.alive({ ...mx2, keyIds: keysOf(two).map((key) => key.id) })
    expect(await admin(one).rotate()).toEqual({
      kind: 'rotated',
      keyId: prepared.keyId,
      secrets: 1,
      isShared: true,
    })
    expect(keysOf(one)).toHaveLength(1)
    expect(await vaults[0]?.reveal(id)).toEqual(SECRET)
    expect(await vaults[1]?.reveal(id)).toEqual(SECRET)
    await expect(vaults[2]?.reveal(id)).rejects.toThrow('copy it from a host that shares the database')
    await expect(begin(three)).rejects.toThrow(prepared.keyId)
    copy(one, three)
    expect(await vaults[2]?.reveal(id)).toEqual(SECRET)
    await begin(three)

    expect(keysOf(two)).toHaveLength(2)
    await begin(two)
    expect(await admin(two).rotate()).toMatchObject({ kind: 'finished', keyId: prepared.keyId, secrets: 0 })
    expect(keysOf(two)).toEqual(keysOf(one))
    expect(await admin(two).rotate()).toMatchObject({ kind: 'refused' })
  })

  test('is not rotated past a host that ended without a word, unless it is said to be gone for good', async () => {
    const one = host('one')
    await begin(one)
    const inUse = (await opened.store.sealed.keyInUse()) as string
    const { hosts } = opened.store
    const enter = (name: string) => hosts.enter({ name, start: 'a', program: '1.0.0', keyIds: [inUse] })
    const refused = (reason: RegExp) => ({ kind: 'refused', reason: expect.stringMatching(reason) })
    await enter('mx2')
    await enter('mx3')
    const prepared = await admin(one).prepare()
    if (prepared.kind !== 'prepared') throw new Error(prepared.reason)
    expect(await admin(one).rotate(['mx7'])).toMatchObject(refused(/mx7\. None is\. Nothing was changed/))
    expect(await admin(one).rotate()).toMatchObject(refused(/: mx2, mx3\. They could open no secret/))
    expect(await admin(one).rotate(['mx2'])).toMatchObject(refused(/^These hosts run: mx2\./))
    await opened.query('UPDATE hosts SET seen_at = seen_at - 60000')
    expect(await admin(one).rotate()).toMatchObject(
      refused(/did not have the key .*: mx2 \(seen .*--without mx2,mx3\./),
    )
    expect(await admin(one).rotate(['mx2'])).toMatchObject(refused(/: mx3 \(.*--without mx3\./))
    expect(await opened.store.sealed.keyInUse()).toBe(inUse)
    expect(await admin(one).rotate(['mx2', 'mx3'])).toMatchObject({
      kind: 'rotated',
      keyId: prepared.keyId,
    })
    expect(await hosts.missing()).toEqual([])
  })

  test('what is sealed is not discarded by one that merely lacks the key', async () => {
    const [one, two] = [host('one'), host('two')]
    await begin(one)
    const id = await kept(one)
    const keyId = (await opened.store.sealed.keyInUse()) as string
    const start = { name: 'mx2', start: 'a', program: '1.0.0', keyIds: [keyId] }
    await opened.store.hosts.enter(start)
    expect(await admin(two).discard(false)).toEqual({ kind: 'counted', secrets: 1, isElsewhere: true })
    expect(await admin(two).discard(true)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('Host mx2 runs and has the key in use.'),
    })
    expect(await openVault(one, opened.store).reveal(id)).toEqual(SECRET)
    await opened.store.hosts.leave(start)
    expect(await admin(two).discard(true)).toMatchObject({ kind: 'discarded', secrets: 1 })
    expect(await opened.store.sealed.keyInUse()).toBe(keysOf(two)[0]?.id as string)
    await begin(two)
    await expect(begin(one)).rejects.toThrow('does not hold the key in use')
  })
})
