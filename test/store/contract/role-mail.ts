import { expect, test } from 'bun:test'
import { messageIdFrom } from '../../../src/core/mail-test.ts'
import type { RoleMessage } from '../../../src/store/role-mail.ts'
import { later, random } from '../../support/builders.ts'
import { envelope } from '../../support/envelope.ts'
import type { TheStore } from '../contract.ts'

const roleMessage = (size: number, receivedAt: Date): RoleMessage => ({
  id: messageIdFrom(random),
  role: 'postmaster',
  envelope: envelope({ receivedAt }),
  raw: new Uint8Array(size).fill(65),
})

export function roleMailContract(store: TheStore): void {
  test('is kept within its bound, listed newest first, and deleted by age', async () => {
    const bounds = { bytes: 1000 }
    const [one, two] = [roleMessage(600, later(0)), roleMessage(400, later(10))]
    expect(await store().roleMail.accept(one, bounds)).toBe('stored')
    expect(await store().roleMail.accept(roleMessage(401, later(0)), bounds)).toBe('full')
    expect(await store().roleMail.accept({ ...two, role: 'abuse' }, bounds)).toBe('stored')
    expect(await store().roleMail.accept(roleMessage(1, later(0)), bounds)).toBe('full')
    expect(await store().roleMail.list()).toEqual([
      { id: two.id, role: 'abuse', envelope: two.envelope },
      { id: one.id, role: 'postmaster', envelope: one.envelope },
    ])
    expect(Buffer.from((await store().roleMail.raw(one.id))!).toString()).toBe('A'.repeat(600))
    expect(await store().roleMail.deleteBefore(later(10))).toBe(1)
    expect((await store().roleMail.list()).map((message) => message.id)).toEqual([two.id])
    expect(await store().roleMail.raw(one.id)).toBeUndefined()
    expect(await store().roleMail.deleteBefore(later(11))).toBe(1)
  })
}
