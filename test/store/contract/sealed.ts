import { expect, test } from 'bun:test'
import type { SealedSecret } from '../../../src/core/sealed.ts'
import type { TheStore } from '../contract.ts'

const value = (text: string) => new Uint8Array(Buffer.from(text))

function secret(keyId: string, changes: Partial<SealedSecret> = {}): SealedSecret {
  const id = `sec_${crypto.randomUUID()}`
  return { id, purpose: 'totp', ownerId: `usr_${id}`, keyId, value: value(`sealed ${id}`), ...changes }
}

/** One store serves all tests: they run in this order and leave nothing sealed. */
export function sealedContract(store: TheStore): void {
  const sealed = () => store().sealed

  test('without a key in use nothing is stored; the first one begun is in use', async () => {
    expect(await sealed().keyInUse()).toBeUndefined()
    expect(await sealed().put(secret('k1'))).toBe('other_key')
    expect([await sealed().begin('k1'), await sealed().begin('k2')]).toEqual(['begun', 'begun'])
    expect(await sealed().keyInUse()).toBe('k1')
    expect(await sealed().put(secret('k2'))).toBe('other_key')
  })

  test('a secret is found by its id and by its owner, replaced and deleted', async () => {
    const one = secret('k1', { purpose: 'webhook', ownerId: 'whk_1' })
    const two = secret('k1', { purpose: 'webhook', ownerId: 'whk_1' })
    const other = secret('k1', { purpose: 'mailbox', ownerId: 'whk_1' })
    for (const each of [one, two, other]) expect(await sealed().put(each)).toBe('stored')
    expect(await sealed().byId(one.id)).toEqual(one)
    expect(await sealed().byId('sec_none')).toBeUndefined()
    const byId = (a: SealedSecret, b: SealedSecret) => (a.id < b.id ? -1 : 1)
    expect(await sealed().of('webhook', 'whk_1')).toEqual([one, two].toSorted(byId))
    expect(await sealed().put({ ...one, value: value('anew') })).toBe('stored')
    expect((await sealed().byId(one.id))?.value).toEqual(value('anew'))
    for (const { id } of [one, two, other]) expect(await sealed().delete(id)).toBe(true)
    expect(await sealed().delete(one.id)).toBe(false)
    expect(await sealed().of('webhook', 'whk_1')).toEqual([])
  })

  test('a rotation takes all or nothing, and from then on the old key stores nothing', async () => {
    const [one, two] = [secret('k1'), secret('k1')]
    for (const each of [one, two]) await sealed().put(each)
    const anew = ({ id, value: read }: SealedSecret) => ({ id, read, value: value(`anew ${id}`) })
    expect(await sealed().rotate('k2', [anew(one)])).toBe('changed')
    const changed = { ...anew(two), read: value('something else') }
    expect(await sealed().rotate('k2', [anew(one), changed])).toBe('changed')
    expect(await sealed().keyInUse()).toBe('k1')
    expect(await sealed().byId(one.id)).toEqual(one)

    const gone = { id: 'sec_deleted_meanwhile', read: value('a'), value: value('b') }
    expect(await sealed().rotate('k2', [anew(one), anew(two), gone])).toBe('rotated')
    expect(await sealed().keyInUse()).toBe('k2')
    expect(await sealed().byId(two.id)).toEqual({ ...two, keyId: 'k2', value: value(`anew ${two.id}`) })
    expect(await sealed().byId(gone.id)).toBeUndefined()
    expect(await sealed().sealedByOthers('k2')).toEqual([])
    expect((await sealed().sealedByOthers('k1')).map(({ id }) => id)).toEqual([one.id, two.id].toSorted())
    expect(await sealed().put(secret('k1'))).toBe('other_key')
    expect(await sealed().rotate('k2', [])).toBe('rotated')
    for (const { id } of [one, two]) await sealed().delete(id)
  })
}
