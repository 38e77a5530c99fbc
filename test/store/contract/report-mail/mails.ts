import { afterEach, expect, test } from 'bun:test'
import { THEN } from '../../../support/builders.ts'
import { envelope } from '../../../support/envelope.ts'
import { entry as said } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'
import { file, LEASE, making, ROOM } from './making.ts'

export function reportMailContract(store: TheStore): void {
  const { mail, domain, newMail, accepted, claimed, remove } = making(store)

  // What waits is everybody's: each test leaves nothing behind.
  afterEach(async () => {
    await store.pass(2 * LEASE)
    for (let due = 1; due > 0; ) {
      const all = await mail().claim('sweeper/1', LEASE, 1000)
      for (const one of all) await mail().finish(one, { files: [], authentication: 'failed' })
      due = all.length
    }
  })

  test('an address is found by its token, of whoever it is', async () => {
    const one = await domain()
    const { id: domainId, accountId, token } = one
    expect(await mail().address(token)).toEqual({ domainId, accountId, domain: one.domain, verified: false })
    expect(await mail().address('a'.repeat(26))).toBeUndefined()
    await remove(one)
    expect(await mail().address(token)).toBeUndefined()
    const other = await domain()
    const entry = said('account.deleted', { accountId: other.accountId })
    await store().accounts.delete(other.accountId, entry)
    expect(await mail().address(other.token)).toBeUndefined()
    expect(await mail().accept(newMail(other), ROOM)).toBe('unknown_domain')
    expect(await mail().accept(newMail(one), ROOM)).toBe('unknown_domain')
  })

  test('mail is kept as it came until it is finished, and then gone', async () => {
    const one = await domain()
    const raw = new Uint8Array(200_000).map((_, at) => (at * 7919) % 251)
    const sent = envelope({ mailFrom: 'noreply@example.net', receivedAt: store.now() })
    const id = await accepted(one, { raw, envelope: sent })
    expect((await mail().bytes()).waiting).toBeGreaterThan(0)
    const claim = await claimed(id)
    expect(claim).toMatchObject({
      accountId: one.accountId,
      domainId: one.id,
      domain: one.domain,
      verified: false,
      stoppedTries: 0,
      onlyAuthentication: false,
    })
    expect(await mail().raw(id)).toEqual({ raw, envelope: sent })
    const result = { files: [file(`${id}.0`)], authentication: 'passed', from: 'example.net' } as const
    expect(await mail().finish(claim, result)).toBe('finished')
    expect(await mail().finish(claim, result)).toBe('lost')
    expect(await mail().raw(id)).toBeUndefined()
    expect((await mail().bytes()).waiting).toBe(0)
    expect(await mail().counts(one.id)).toEqual({ stored: 1 })
  })

  test('no more waits than may, in all and for one domain', async () => {
    const [one, two] = [await domain(), await domain()]
    const raw = crypto.getRandomValues(new Uint8Array(50_000))
    const bounds = { waitingBytes: 130_000, waitingBytesPerDomain: 60_000 }
    expect(await mail().accept(newMail(one, { raw }), bounds)).toBe('stored')
    expect(await mail().accept(newMail(one, { raw }), bounds)).toBe('full')
    expect(await mail().accept(newMail(two, { raw }), bounds)).toBe('stored')
    expect(await mail().accept(newMail(await domain(), { raw }), bounds)).toBe('full')
  })

  test('domains take turns, however much one of them has waiting', async () => {
    const [busy, quiet] = [await domain(), await domain()]
    const many = []
    for (let made = 0; made < 10; made += 1) many.push(await accepted(busy))
    const [first, second] = await mail().claim('here/1', LEASE, 2)
    expect([first?.id, second?.id]).toEqual(many.slice(0, 2))
    const late = await accepted(quiet)
    const later = await accepted(quiet)
    const next = (await mail().claim('here/1', LEASE, 4)).map(({ id }) => id)
    expect(next).toHaveLength(4)
    expect(next).toContain(late)
    expect(next).toContain(later)
  })

  test('a claim holds for its lease; who lost it changes nothing', async () => {
    const id = await accepted(await domain())
    const before = await claimed(id)
    expect(await mail().claim('here/1', LEASE, 10)).toEqual([])
    await store.pass(LEASE)
    const after = await claimed(id, 'here/2')
    expect(after.number).toBeGreaterThan(before.number)
    expect(after.lostTries).toBe(1)
    expect(await mail().finish(before, { files: [], authentication: 'failed' })).toBe('lost')
    await mail().giveBack(before, { dueAt: store.now(), stopped: true })
    expect(await mail().claim('here/1', LEASE, 10)).toEqual([])
    expect(await mail().finish(after, { files: [], authentication: 'failed' })).toBe('finished')
  })

  test('what earlier starts of a host had claimed when they were killed is due at once', async () => {
    const id = await accepted(await domain())
    await claimed(id, 'here/1')
    expect(await mail().takeBack('here', 'here/1')).toBe(0)
    expect(await mail().takeBack('here', 'here/2')).toBe(1)
    expect((await claimed(id, 'here/2')).lostTries).toBe(0)
  })

  test('what another host has claimed stays with it', async () => {
    const id = await accepted(await domain())
    const there = await claimed(id, 'there/1')
    for (const host of ['here', 'ther', 'there/1']) {
      expect(await mail().takeBack(host, `${host}/2`)).toBe(0)
    }
    expect(await mail().claim('here/1', LEASE, 10)).toEqual([])
    expect(await mail().finish(there, { files: [], authentication: 'failed' })).toBe('finished')
  })

  test('what is given back is due when it was said, and tells why', async () => {
    const id = await accepted(await domain())
    const dueAt = new Date(store.now().getTime() + 5_000)
    await mail().giveBack(await claimed(id), { dueAt, stopped: true })
    expect(await mail().claim('here/1', LEASE, 10)).toEqual([])
    await store.pass(5_000)
    const again = await claimed(id)
    expect([again.stoppedTries, again.lostTries]).toEqual([1, 0])
    await mail().giveBack(again, { dueAt: store.now(), stopped: false })
    const third = await claimed(id)
    expect([third.stoppedTries, third.lostTries]).toEqual([1, 1])
  })

  test('mail whose authentication is undecided is asked about again', async () => {
    const one = await domain()
    const id = await accepted(one)
    const againAt = new Date(store.now().getTime() + 60_000)
    const undecided = { files: [file(`${id}.0`)], authentication: 'undecided', againAt } as const
    expect(await mail().finish(await claimed(id), undecided)).toBe('finished')
    expect(await mail().claim('here/1', LEASE, 10)).toEqual([])
    expect((await mail().files(one.id, { limit: 9 })).map(({ authentication }) => authentication)).toEqual([
      'undecided',
    ])
    await store.pass(60_000)
    const again = await claimed(id)
    expect(again.onlyAuthentication).toBe(true)
    const { attachment: _kept, ...same } = file(`${id}.0`)
    await mail().finish(again, { files: [same], authentication: 'passed', from: 'example.net' })
    expect(await mail().files(one.id, { limit: 9 })).toMatchObject([
      { id: `${id}.0`, authentication: 'passed', from: 'example.net', downloadable: true },
    ])
  })

  test('what came for a domain that is gone goes, piece by piece', async () => {
    const one = await domain()
    for (let made = 0; made < 3; made += 1) {
      const id = await accepted(one)
      const files = [file(`${id}.0`)]
      await mail().finish(await claimed(id), { files, authentication: 'failed' })
    }
    const left = await accepted(one)
    const held = (await mail().bytes()).files
    await remove(one)
    expect(await mail().files(one.id, { limit: 9 })).toHaveLength(3)
    while ((await mail().tidy(THEN, 2)) > 0);
    expect(await mail().raw(left)).toBeUndefined()
    expect(await mail().files(one.id, { limit: 9 })).toEqual([])
    expect(await mail().counts(one.id)).toEqual({})
    expect((await mail().bytes()).files).toBeLessThan(held)
    expect(await mail().tidy(THEN, 2)).toBe(0)
  })

  test('mail of a domain that went while it waited is not handed out, nor are its files kept', async () => {
    const one = await domain()
    const [waiting, running] = [await accepted(one), await accepted(one)]
    const claim = await claimed(running)
    await remove(one)
    expect(await mail().claim('here/1', LEASE, 10)).toEqual([])
    expect(await mail().raw(waiting)).toBeUndefined()
    const result = { files: [file(`${running}.0`)], authentication: 'failed' } as const
    expect(await mail().finish(claim, result)).toBe('finished')
    expect(await mail().files(one.id, { limit: 9 })).toEqual([])
    expect((await mail().bytes()).waiting).toBe(0)
    while ((await mail().tidy(THEN, 10)) > 0);
  })
}
