import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { KeyFile } from '../../../src/services/secrets/key-ring.ts'
import { createKeys } from '../../../src/services/secrets/rotation.ts'
import { newKey, type SecretKey } from '../../../src/services/secrets/sealing.ts'
import { createVault } from '../../../src/services/secrets/vault.ts'
import type { SealedStore } from '../../../src/store/sealed.ts'
import { later, random, THEN } from '../../support/builders.ts'
import { type TestStore, testStore } from '../../support/store.ts'
import { fileInMemory } from './file-in-memory.ts'

let opened: TestStore
beforeEach(async () => {
  opened = await testStore()
})
afterEach(() => opened.done())

const clock = { now: () => THEN }
const secretOf = (text: string) => new Uint8Array(Buffer.from(text))
const vaultOver = (sealed: SealedStore, keyFile: KeyFile) => createVault({ sealed, keyFile, random })

describe('where hosts share the database', () => {
  const sharedKeys = (keyFile: KeyFile) =>
    createKeys({ sealed: opened.store.sealed, keyFile, random, clock, isShared: true })
  const revealedBy = async (keyFile: KeyFile, id: string) =>
    Buffer.from((await vaultOver(opened.store.sealed, keyFile).reveal(id)) ?? []).toString()

  test('a host that lacks the key in use makes none, even while nothing is sealed', async () => {
    const [one, two] = [fileInMemory(), fileInMemory()]
    await sharedKeys(one).begin()
    await expect(sharedKeys(two).begin()).rejects.toThrow(
      'There is no key file /keys/secrets.key, and the hosts',
    )
    expect(two.keys).toBeUndefined()
    two.keys = [newKey(random, later(1))]
    await expect(sharedKeys(two).begin()).rejects.toThrow('/keys/secrets.key does not hold the key in use')
    await expect(sharedKeys(two).rotate()).rejects.toThrow('does not hold the key in use')
    expect(await sharedKeys(two).isElsewhere()).toBe(true)
    expect(await sharedKeys(one).isElsewhere()).toBe(false)
    expect(await opened.store.sealed.keyInUse()).toBe(one.keys?.[0]?.id as string)
  })

  test('a key is prepared, given to all, and only then taken into use', async () => {
    const [one, two] = [fileInMemory(), fileInMemory()]
    await sharedKeys(one).begin()
    two.keys = one.keys
    const outcome = await vaultOver(opened.store.sealed, one).keep('webhook', 'whk_1', secretOf('a'))
    if (outcome === 'no_space') throw new Error(outcome)
    await expect(sharedKeys(one).rotate()).rejects.toThrow('secrets rotate --prepare')
    const { keyId } = await sharedKeys(one).prepare()
    expect(await sharedKeys(one).prepare()).toEqual({ keyId })
    expect(one.keys).toHaveLength(2)
    two.keys = one.keys
    // A start leaves what was prepared to whoever prepared it.
    expect(await sharedKeys(two).begin()).toEqual({ made: false, interrupted: false })
    expect(await sharedKeys(one).rotate()).toEqual({ kind: 'rotated', keyId, secrets: 1 })
    expect(one.keys?.map(({ id }) => id)).toEqual([keyId])
    expect(await revealedBy(one, outcome.id)).toBe('a')
    expect(await revealedBy(two, outcome.id)).toBe('a')
    // What is left of the old one at the other host goes with a rotation there, and with the next preparation.
    expect(await sharedKeys(two).rotate()).toEqual({ kind: 'finished', keyId, secrets: 0 })
    expect(two.keys).toEqual(one.keys)
    const third = await sharedKeys(two).prepare()
    expect(two.keys?.map(({ id }) => id)).toEqual([keyId, third.keyId])
  })

  test('one that was cut off once the key was in use is brought to its end', async () => {
    const keyFile = fileInMemory()
    await sharedKeys(keyFile).begin()
    await sharedKeys(keyFile).prepare()
    const replace = keyFile.replace.bind(keyFile)
    keyFile.replace = () => {
      throw new Error('killed')
    }
    // Awaited by itself: `rejects` would wait for the writer's thread in a turn that never gets its answer.
    expect(await sharedKeys(keyFile).rotate().catch(String)).toBe('Error: killed')
    keyFile.replace = replace
    expect(keyFile.keys).toHaveLength(2)
    expect(await sharedKeys(keyFile).begin()).toEqual({ made: false, interrupted: false })
    expect(await sharedKeys(keyFile).rotate()).toMatchObject({ kind: 'finished' })
    expect(keyFile.keys).toHaveLength(1)
  })

  test('when every host has lost it, another one is taken with what is discarded', async () => {
    const { sealed } = opened.store
    const keyFile = fileInMemory()
    const keys = sharedKeys(keyFile)
    await keys.begin()
    for (const owner of ['whk_1', 'whk_2'])
      await vaultOver(sealed, keyFile).keep('webhook', owner, secretOf('a'))
    keyFile.keys = undefined
    expect(await keys.isElsewhere()).toBe(true)
    expect(await keys.lost()).toHaveLength(2)
    expect(await keys.discard()).toBe(2)
    expect(await sealed.keyInUse()).toBe((keyFile.keys as SecretKey[] | undefined)?.[0]?.id as string)
    expect(await keys.begin()).toEqual({ made: false, interrupted: false })
  })
})
