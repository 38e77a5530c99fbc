import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type KeyFile, KeyUnusable } from '../../../src/services/secrets/key-ring.ts'
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
const keysOver = (sealed: SealedStore, keyFile: KeyFile) => createKeys({ sealed, keyFile, random, clock })
const vaultOver = (sealed: SealedStore, keyFile: KeyFile) => createVault({ sealed, keyFile, random })

/** A begun store with so many secrets, and what they are. */
async function filled(count: number) {
  const { sealed } = opened.store
  const keyFile = fileInMemory()
  await keysOver(sealed, keyFile).begin()
  const vault = vaultOver(sealed, keyFile)
  const kept = new Map<string, string>()
  for (let at = 0; at < count; at += 1) {
    const outcome = await vault.keep('webhook', `whk_${at}`, secretOf(`secret ${at}`))
    if (outcome === 'no_space') throw new Error(outcome)
    kept.set(outcome.id, `secret ${at}`)
  }
  const revealed = async () => {
    // As after a start: nothing is remembered.
    const fresh = vaultOver(sealed, keyFile)
    const found = await Promise.all(
      [...kept.keys()].map(
        async (id) => [id, Buffer.from((await fresh.reveal(id)) ?? []).toString()] as const,
      ),
    )
    return new Map(found)
  }
  return { sealed, keyFile, vault, kept, revealed, keys: keysOver(sealed, keyFile) }
}

describe('the first start', () => {
  test('makes a key once', async () => {
    const keyFile = fileInMemory()
    const keys = keysOver(opened.store.sealed, keyFile)
    expect(await keys.begin()).toEqual({ made: true, interrupted: false })
    const [key] = keyFile.keys ?? []
    expect(await opened.store.sealed.keyInUse()).toBe(key?.id as string)
    expect(await keys.begin()).toEqual({ made: false, interrupted: false })
    expect(keyFile.keys).toEqual([key as SecretKey])
  })

  test('a lost key is no matter while nothing is sealed, and a refusal when something is', async () => {
    const { sealed, keyFile, vault, keys } = await filled(0)
    keyFile.keys = undefined
    expect(await keys.begin()).toMatchObject({ made: true })
    await vault.keep('totp', 'usr_1', secretOf('a'))
    const rightKeys = keyFile.keys as SecretKey[] | undefined
    keyFile.keys = undefined
    await expect(keys.begin()).rejects.toThrow(
      'The key file /keys/secrets.key is missing, and 1 stored secret needs it',
    )
    expect(keyFile.keys).toBeUndefined()
    keyFile.keys = [newKey(random, later(1))]
    await expect(keys.begin()).rejects.toThrow('does not hold the key')
    await expect(keys.rotate()).rejects.toBeInstanceOf(KeyUnusable)
    if (rightKeys) keyFile.keys = rightKeys
    expect(await keys.begin()).toEqual({ made: false, interrupted: false })
    expect(await sealed.sealedByOthers('')).toHaveLength(1)
  })
})

test('what cannot be opened any more is named and discarded, and nothing else', async () => {
  const { sealed, keyFile, kept, keys } = await filled(3)
  const [damaged] = await sealed.sealedByOthers('')
  if (!damaged) throw new Error('three were kept')
  expect(await keys.lost()).toEqual([])
  expect(await keys.discard()).toBe(0)
  await sealed.put({ ...damaged, value: new Uint8Array(40) })
  expect(await keys.lost()).toEqual([damaged.id])
  expect(await keys.discard()).toBe(1)
  expect(await keys.rotate()).toMatchObject({ kind: 'rotated', secrets: 2 })
  keyFile.keys = undefined
  expect((await keys.lost()).toSorted()).toEqual(
    [...kept.keys()].filter((id) => id !== damaged.id).toSorted(),
  )
  expect(await keys.discard()).toBe(2)
  expect(await keys.begin()).toEqual({ made: true, interrupted: false })
})

describe('the vault', () => {
  test('keeps and reveals; what is not there is not revealed; what is moved does not open', async () => {
    const { sealed, vault, kept, revealed } = await filled(3)
    expect(await revealed()).toEqual(kept)
    expect(await vault.reveal('sec_none')).toBeUndefined()
    const [one, two] = await sealed.sealedByOthers('')
    if (!one || !two) throw new Error('two were kept')
    await sealed.put({ ...one, value: two.value })
    await expect(vault.reveal(one.id)).rejects.toThrow('damaged')
  })

  test('goes on beside a rotation by another process', async () => {
    const { vault, keys, kept } = await filled(2)
    await keys.rotate()
    for (const [id, text] of kept) expect(Buffer.from((await vault.reveal(id)) ?? []).toString()).toBe(text)
    await keys.rotate()
    const outcome = await vault.keep('totp', 'usr_1', secretOf('new'))
    if (outcome === 'no_space') throw new Error(outcome)
    await keys.rotate()
    expect(await vault.reveal(outcome.id)).toEqual(secretOf('new'))
  })

  test('seals anew when the key changes between sealing and storing', async () => {
    const { sealed, keyFile, keys } = await filled(1)
    let rotations = 0
    const slow: SealedStore = {
      ...sealed,
      async put(secret) {
        rotations += 1
        if (rotations <= 2) await keys.rotate()
        return sealed.put(secret)
      },
    }
    const outcome = await vaultOver(slow, keyFile).keep('totp', 'usr_1', secretOf('late'))
    if (outcome === 'no_space') throw new Error(outcome)
    expect(await vaultOver(sealed, keyFile).reveal(outcome.id)).toEqual(secretOf('late'))
  })
})

describe('a rotation', () => {
  test('seals everything with a new key and forgets the old one', async () => {
    const { sealed, keyFile, kept, revealed, keys } = await filled(20)
    const [old] = keyFile.keys ?? []
    const rotation = await keys.rotate()
    expect(rotation).toMatchObject({ kind: 'rotated', secrets: 20 })
    expect(keyFile.keys).toHaveLength(1)
    expect(keyFile.keys?.[0]?.id).not.toBe(old?.id as string)
    expect(await sealed.sealedByOthers(keyFile.keys?.[0]?.id ?? '')).toEqual([])
    expect(await revealed()).toEqual(kept)
  })

  test('takes along what is stored while it runs', async () => {
    const { sealed, keyFile, vault, kept, revealed } = await filled(3)
    let disturbed = 0
    const busy: SealedStore = {
      ...sealed,
      async rotate(...args) {
        disturbed += 1
        if (disturbed < 4) {
          const outcome = await vault.keep('totp', `usr_${disturbed}`, secretOf(`late ${disturbed}`))
          if (outcome !== 'no_space') kept.set(outcome.id, `late ${disturbed}`)
        }
        return sealed.rotate(...args)
      },
    }
    expect(await keysOver(busy, keyFile).rotate()).toMatchObject({ kind: 'rotated', secrets: 6 })
    expect(await revealed()).toEqual(kept)
  })

  test('begins nothing where a secret cannot be opened', async () => {
    const { sealed, keyFile, keys } = await filled(2)
    const [one] = await sealed.sealedByOthers('')
    if (!one) throw new Error('two were kept')
    await sealed.put({ ...one, value: new Uint8Array(40) })
    const before = keyFile.keys
    await expect(keys.rotate()).rejects.toThrow(`The secret ${one.id} is damaged`)
    expect(keyFile.keys).toEqual(before as SecretKey[])
  })

  test('keeps both keys where the disk takes no write', async () => {
    const { sealed, keyFile, kept, revealed, keys } = await filled(2)
    const full: SealedStore = { ...sealed, rotate: async () => 'no_space' }
    expect(await keysOver(full, keyFile).rotate()).toEqual({ kind: 'no_space' })
    expect(keyFile.keys).toHaveLength(2)
    expect(await revealed()).toEqual(kept)
    expect(await keys.rotate()).toMatchObject({ kind: 'finished', secrets: 2 })
    expect(keyFile.keys).toHaveLength(1)
    expect(await revealed()).toEqual(kept)
  })
})

describe('a rotation that dies', () => {
  test('before or after any step leaves every secret readable, and is brought to its end', async () => {
    for (let at = 0; ; at += 1) {
      const { sealed, keyFile, kept, revealed, keys } = await filled(3)
      let points = 0
      const point = () => {
        points += 1
        if (points === at + 1) throw new Error('killed')
      }
      const dying: SealedStore = {
        ...sealed,
        async sealedByOthers(id) {
          point()
          return sealed.sealedByOthers(id)
        },
        async rotate(...args) {
          point()
          const outcome = await sealed.rotate(...args)
          point()
          return outcome
        },
      }
      const dyingFile: KeyFile = {
        ...keyFile,
        read: () => keyFile.read(),
        replace(replaced) {
          point()
          keyFile.replace(replaced)
          point()
        },
      }
      const rotated = await keysOver(dying, dyingFile)
        .rotate()
        .catch((cause) => cause)
      expect(await revealed()).toEqual(kept)
      if (!(rotated instanceof Error)) {
        expect(at).toBe(8)
        return
      }
      await keys.begin()
      await keys.finish()
      expect(await revealed()).toEqual(kept)
      expect(keyFile.keys).toHaveLength(1)
      expect(await sealed.sealedByOthers(keyFile.keys?.[0]?.id ?? '')).toEqual([])
      await opened.done()
      opened = await testStore()
    }
  })
})
