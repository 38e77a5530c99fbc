import { expect, test } from 'bun:test'
import { DAY, later, random, THEN } from '../../../support/builders.ts'
import { actionsOf, entry, madeAccount, madePerson, session } from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'

export function sessionContract(store: TheStore): void {
  test('a session is found by its hash, with whom it is of and where they look', async () => {
    const { sessions } = store()
    const { account: one, owner } = await madeAccount(store())
    const [first, second] = [random(32), random(32)]
    const of = entry('sign_in.succeeded', { personId: owner.id })
    const whole = session(owner.id, { accountId: one.id, seenAt: later(5) })
    await sessions.begin(session(owner.id, { stage: 'factor' }), first)
    expect(await sessions.byHash(first)).toMatchObject({ session: { stage: 'factor' }, person: owner })
    await sessions.begin(whole, second, of, first)
    expect(await sessions.byHash(first)).toBeUndefined()
    expect(await sessions.byHash(second)).toStrictEqual({
      session: whole,
      person: owner,
      role: 'owner',
      accountName: one.name,
    })
    await sessions.touch(whole.id, later(20))
    await sessions.touch(whole.id, later(10))
    const other = session(owner.id, { seenAt: later(15) })
    await sessions.begin(other, random(32))
    expect(await sessions.of(owner.id)).toStrictEqual([{ ...whole, seenAt: later(20) }, other])
    expect(await sessions.end(whole.id, 'per_other', of)).toBe('unknown_session')
    expect(await sessions.end(whole.id, owner.id, entry('sign_in.ended', { personId: owner.id }))).toBe(
      'ended',
    )
    expect(await sessions.byHash(second)).toBeUndefined()
    expect(await actionsOf(store(), owner.id)).toEqual(['sign_in.ended', 'sign_in.succeeded'])
  })

  test('a session begins on grounds that hold in that moment, or not at all', async () => {
    const { sessions } = store()
    const { owner } = await madeAccount(store())
    await store().people.setPassword(owner.id, 'a hash', {}, entry('password.set', { personId: owner.id }))
    const half = session(owner.id, { stage: 'factor' })
    const begin = (grounds: Parameters<typeof sessions.begin>[4], replaces?: Uint8Array) =>
      sessions.begin(session(owner.id), random(32), undefined, replaces, grounds)
    const hash = random(32)
    expect(await sessions.begin(half, hash)).toBe('begun')
    expect(await begin({ passwordHash: 'a hash', sessionId: half.id })).toBe('begun')
    expect(await begin({ passwordHash: 'the one before' })).toBe('over')
    expect(await begin({ sessionId: half.id }, hash)).toBe('begun')
    expect(await begin({ sessionId: half.id })).toBe('over')
    expect(await sessions.of(owner.id)).toHaveLength(2)
  })

  test('a session looks at accounts of its person; an instance admin visits others', async () => {
    const { sessions } = store()
    const [own, other] = [await madeAccount(store()), await madeAccount(store())]
    const admin = await madePerson(store(), { isInstanceAdmin: true })
    const [mine, theirs] = [session(own.owner.id), session(admin.id)]
    const [mineHash, theirsHash] = [random(32), random(32)]
    await sessions.begin(mine, mineHash)
    await sessions.begin(theirs, theirsHash)
    const visit = { until: later(1000), entry: entry('instance.visited', { accountId: own.account.id }) }
    expect(await sessions.setAccount(mine.id, own.account.id)).toBe('set')
    expect(await sessions.setAccount(mine.id, other.account.id)).toBe('not_a_member')
    expect(await sessions.setAccount(mine.id, other.account.id, visit)).toBe('not_a_member')
    expect(await sessions.setAccount('ses_none', own.account.id)).toBe('unknown_session')
    expect((await sessions.byHash(mineHash))?.session.accountId).toBe(own.account.id)
    expect(await sessions.setAccount(theirs.id, own.account.id)).toBe('not_a_member')
    expect(await sessions.setAccount(theirs.id, 'none', visit)).toBe('not_a_member')
    expect(await sessions.setAccount(theirs.id, own.account.id, visit)).toBe('set')
    const visiting = await sessions.byHash(theirsHash)
    expect(visiting).toMatchObject({ session: { visitingUntil: later(1000) }, accountName: own.account.name })
    expect(visiting).not.toHaveProperty('role')
    expect(await store().audit.list({ accountId: own.account.id, limit: 5 })).toMatchObject([visit.entry])
    expect(await sessions.setAccount(theirs.id, undefined)).toBe('set')
    expect((await sessions.byHash(theirsHash))?.session).toStrictEqual(theirs)
    await store().people.delete(admin.id, entry('person.deleted'))
  })

  test('sessions end all at once but one, and by age in pieces', async () => {
    const { sessions } = store()
    const one = await madePerson(store())
    const all = Array.from({ length: 4 }, () => session(one.id))
    for (const each of all) await sessions.begin(each, random(32))
    const endAll = (keep?: string) =>
      sessions.endAll(one.id, keep, entry('session.revoked', { personId: one.id }))
    expect(await endAll(all[1]!.id)).toBe(3)
    expect(await endAll(all[1]!.id)).toBe(0)
    expect(await endAll()).toBe(1)
    expect(await actionsOf(store(), one.id)).toEqual(['session.revoked', 'session.revoked'])
    const [expired, idle] = [random(32), random(32)]
    await sessions.begin(session(one.id, { expiresAt: later(-5 * DAY) }), expired)
    await sessions.begin(session(one.id, { seenAt: later(-5 * DAY) }), idle)
    const long = later(-4 * DAY)
    expect(await sessions.deleteExpired(long, long, 1)).toBe(1)
    expect(await sessions.deleteExpired(long, long, 10)).toBe(1)
    expect(await sessions.deleteExpired(long, long, 10)).toBe(0)
    expect(await sessions.of(one.id)).toEqual([])
  })

  test('a person has a hundred sessions at most: the one not seen for longest ends', async () => {
    const { sessions } = store()
    const { id } = await madePerson(store())
    const whole = Array.from({ length: 100 }, (_, index) => session(id, { seenAt: later(100 - index) }))
    for (const each of whole) await sessions.begin(each, random(32))
    for (let i = 0; i < 101; i += 1) await sessions.begin(session(id, { stage: 'factor' }), random(32))
    const kept = async () =>
      (await sessions.of(id)).filter(({ stage }) => stage === 'whole').map((one) => one.id)
    expect(await kept()).toEqual(whole.map((one) => one.id))
    expect(await sessions.of(id)).toHaveLength(200)
    const newest = session(id, { seenAt: later(1000) })
    await sessions.begin(newest, random(32))
    expect(await kept()).toEqual([newest, ...whole.slice(0, -1)].map((one) => one.id))
  })

  test('a link works once; another of its purpose takes its place', async () => {
    const { oneTimeLinks } = store()
    const { id } = await madePerson(store())
    const reset = { purpose: 'reset', personId: id, createdAt: THEN, expiresAt: later(1000) } as const
    const registration = { name: 'A', passwordHash: 'a hash', accountName: 'B' }
    const confirmation = {
      purpose: 'confirmation',
      email: 'New@example.org',
      registration,
      createdAt: THEN,
      expiresAt: later(1000),
    } as const
    const [first, second, third, fourth, setup] = Array.from({ length: 5 }, () => random(32))
    await oneTimeLinks.put(first!, reset)
    await oneTimeLinks.put(second!, reset)
    await oneTimeLinks.put(third!, confirmation)
    await oneTimeLinks.put(setup!, { purpose: 'setup', createdAt: THEN, expiresAt: later(1000) })
    expect(await oneTimeLinks.byHash(first!)).toBeUndefined()
    expect(await oneTimeLinks.byHash(second!)).toStrictEqual(reset)
    await oneTimeLinks.put(fourth!, { ...confirmation, email: 'new@EXAMPLE.org' })
    expect(await oneTimeLinks.byHash(third!)).toBeUndefined()
    expect(await oneTimeLinks.byHash(fourth!)).toMatchObject({ registration })
    const taken = await Promise.all(Array.from({ length: 20 }, () => oneTimeLinks.take(second!)))
    expect(taken.filter(Boolean)).toStrictEqual([reset])
    await oneTimeLinks.deleteOf('setup')
    expect(await oneTimeLinks.byHash(setup!)).toBeUndefined()
    expect(await oneTimeLinks.deleteExpired(later(1000), 100)).toBeGreaterThanOrEqual(1)
    expect(await oneTimeLinks.byHash(fourth!)).toBeUndefined()
    await oneTimeLinks.put(first!, reset)
    await oneTimeLinks.deleteOf('reset', id)
    expect(await oneTimeLinks.take(first!)).toBeUndefined()
  })

  test('of links that stay beside a new one the newest are kept', async () => {
    const { oneTimeLinks } = store()
    const hashes = Array.from({ length: 5 }, () => random(32))
    const put = (at: number, keep?: number) =>
      oneTimeLinks.put(
        hashes[at]!,
        { purpose: 'setup', createdAt: later(at), expiresAt: later(1000) },
        ...(keep === undefined ? [] : [keep]),
      )
    const there = async () => {
      const found = await Promise.all(hashes.map((hash) => oneTimeLinks.byHash(hash)))
      return found.flatMap((link, at) => (link ? [at] : []))
    }
    for (const at of [0, 1, 2]) await put(at, 2)
    expect(await there()).toEqual([0, 1, 2])
    await put(3, 2)
    expect(await there()).toEqual([1, 2, 3])
    await put(4)
    expect(await there()).toEqual([4])
    await oneTimeLinks.deleteOf('setup')
  })

  test('a ceremony is given once, and goes with its session', async () => {
    const { ceremonies, sessions } = store()
    const { id } = await madePerson(store())
    const own = session(id)
    await sessions.begin(own, random(32))
    const [first, second, third] = Array.from({ length: 3 }, () => random(32))
    const begun = { kind: 'passkey_sign_in', data: { challenge: 'abc' }, expiresAt: later(-DAY) } as const
    const adding = { ...begun, kind: 'passkey_add', personId: id, sessionId: own.id } as const
    await ceremonies.put(first!, begun)
    await ceremonies.put(second!, adding)
    await ceremonies.put(third!, begun)
    expect(await ceremonies.byHash(first!)).toStrictEqual(begun)
    expect(await ceremonies.take(first!)).toStrictEqual(begun)
    expect(await ceremonies.take(first!)).toBeUndefined()
    expect(await ceremonies.byHash(second!)).toStrictEqual(adding)
    await sessions.end(own.id, id)
    expect(await ceremonies.byHash(second!)).toBeUndefined()
    expect(await ceremonies.deleteExpired(later(-DAY), 10)).toBe(1)
    expect(await ceremonies.take(third!)).toBeUndefined()
  })

  test('the log gives its entries newest first, by what is asked, and forgets old ones in pieces', async () => {
    const { audit } = store()
    const [accountId, personId] = [crypto.randomUUID(), `per_${crypto.randomUUID()}`]
    const actor = { kind: 'person', id: personId, name: 'A name' } as const
    const entries = [
      entry('sign_in.failed', { personId, at: later(1), client: '192.0.2.1' }),
      entry('key.created', {
        accountId,
        actor,
        at: later(2),
        target: 'ci',
        details: { scopes: 'tests:read' },
      }),
      entry('key.revoked', { accountId, actor, at: later(3) }),
      entry('key.created', { accountId, at: later(3) }),
    ]
    for (const each of entries) await audit.add(each)
    const listed = async (query: Omit<Parameters<typeof audit.list>[0], 'limit'>, limit = 10) =>
      (await audit.list({ ...query, limit })).map(({ id: _id, ...each }) => each)
    expect(await listed({ accountId })).toStrictEqual([entries[3]!, entries[2]!, entries[1]!])
    expect(await listed({ personId })).toStrictEqual([entries[0]!])
    expect(await listed({ actorId: personId })).toStrictEqual([entries[2]!, entries[1]!])
    expect(await listed({ accountId, action: 'key.created' })).toStrictEqual([entries[3]!, entries[1]!])
    expect(await listed({ accountId, since: later(3) })).toStrictEqual([entries[3]!, entries[2]!])
    expect(await listed({ accountId, until: later(2) })).toStrictEqual([entries[1]!])
    const [newest] = await audit.list({ accountId, limit: 1 })
    expect(await listed({ accountId, before: newest!.id }, 1)).toStrictEqual([entries[2]!])
    expect(await listed({}, 1)).toHaveLength(1)
    const old = entry('sign_in.failed', { at: later(-100 * DAY), personId: `${personId}-old` })
    for (let i = 0; i < 3; i += 1) await audit.add(old)
    expect(await audit.deleteBefore(later(-99 * DAY), 2)).toBe(2)
    expect(await audit.deleteBefore(later(-99 * DAY), 2)).toBe(1)
    expect(await listed({ personId: `${personId}-old` })).toEqual([])
  })
}
