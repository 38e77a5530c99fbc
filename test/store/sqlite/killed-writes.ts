import { expect } from 'bun:test'
import type { AuditAction } from '../../../src/core/access/audit.ts'
import { newEntry } from '../../../src/core/domains/verification.ts'
import type { Job } from '../../../src/store/sqlite/batch.ts'
import type { Store } from '../../../src/store/store.ts'
import { account, apiKey, later, mailTest, THEN } from '../../support/builders.ts'
import { entry, identity, invitation, passkey, person, session } from '../../support/people.ts'
import { killedMonitors } from './killed-monitors.ts'

/** What a process is killed in, and what holds once it was done. */
export interface Killed {
  name: Job['name']
  args: readonly unknown[]
  done(store: Store): Promise<void>
}

const hash = (byte: number) => new Uint8Array(32).fill(byte)
const named = (id: string) => person({ id, email: `${id}@example.org`, name: id })
const [owner, member, joining, registered] = ['per_owner', 'per_member', 'per_joining', 'per_registered'].map(
  named,
) as [ReturnType<typeof named>, ReturnType<typeof named>, ReturnType<typeof named>, ReturnType<typeof named>]
const home = account({ id: 'acc_home', name: 'home' })
const other = account({ id: 'acc_other', name: 'other' })
const theirs = account({ id: 'acc_theirs', name: 'theirs' })
const said = (action: AuditAction) => entry(action, { personId: member.id })
const credentials = async (store: Store) => (await store.people.byId(member.id))?.credentials
const [key, linked] = [passkey(member.id, { id: 'passkey' }), identity(member.id, { subject: 'subject' })]
const links = { createdAt: THEN, expiresAt: later(1000) }
const changeOfAddress = { purpose: 'confirmation', personId: member.id, ...links } as const
const own = session(member.id, { id: 'ses_own', accountId: home.id })
const again = session(member.id, { id: 'ses_again', accountId: home.id })
const secret = apiKey(home.id, { id: 'key_1' })

const domain = newEntry({
  id: 'domain',
  accountId: home.id,
  domain: 'example.org',
  token: 'token',
  createdAt: THEN,
})
const verdicts = { verified: said('domain.verified'), unverified: said('domain.unverified') }
const found = { verified: 1, later: 0, entries: verdicts }

/** What is there before the first is killed. */
export async function prepare(store: Store): Promise<void> {
  await store.sealed.begin('k1')
  await store.people.create({ person: member, passwordHash: 'a hash' }, said('person.created'))
  await store.oneTimeLinks.put(hash(1), { purpose: 'setup', ...links })
  await store.oneTimeLinks.put(hash(2), { purpose: 'reset', personId: member.id, ...links })
  await store.oneTimeLinks.put(hash(16), { purpose: 'confirmation', email: registered.email, ...links })
  await store.oneTimeLinks.put(hash(18), changeOfAddress)
  await store.sessions.begin(own, hash(3))
  await store.sealed.put({ id: 'sec_1', purpose: 'totp', ownerId: member.id, keyId: 'k1', value: hash(9) })
}

/** Each multi-step write, in an order in which each can be done. */
export const KILLED: readonly Killed[] = [
  {
    name: 'people.claim',
    args: [{ person: owner, passwordHash: 'a hash', account: home, entry: said('instance.claimed') }],
    async done(store) {
      expect(await store.memberships.roleOf(home.id, owner.id)).toBe('owner')
      expect(await store.oneTimeLinks.byHash(hash(1))).toBeUndefined()
    },
  },
  {
    name: 'people.create',
    args: [
      { person: registered, account: theirs, passwordHash: 'a hash', link: hash(16) },
      said('person.created'),
    ],
    async done(store) {
      expect(await store.memberships.roleOf(theirs.id, registered.id)).toBe('owner')
      expect(await store.oneTimeLinks.byHash(hash(16))).toBeUndefined()
    },
  },
  {
    name: 'accounts.create',
    args: [other, said('account.created'), owner.id],
    done: async (store) => expect(await store.memberships.roleOf(other.id, owner.id)).toBe('owner'),
  },
  {
    name: 'factors.enable',
    args: [member.id, { secretId: 'sec_1', lastStep: 1 }, [hash(10), hash(11)], said('totp.enabled')],
    done: async (store) => expect(await credentials(store)).toMatchObject({ recoveryCodes: 2 }),
  },
  {
    name: 'factors.useCode',
    args: [member.id, hash(10), said('recovery_code.used')],
    done: async (store) => expect(await credentials(store)).toMatchObject({ recoveryCodes: 1 }),
  },
  {
    name: 'factors.renewCodes',
    args: [member.id, [hash(12), hash(13), hash(14)], said('recovery_codes.renewed')],
    done: async (store) => expect(await credentials(store)).toMatchObject({ recoveryCodes: 3 }),
  },
  {
    name: 'factors.disable',
    args: [member.id, said('totp.disabled')],
    async done(store) {
      expect(await credentials(store)).not.toHaveProperty('totp')
      expect(await store.sealed.byId('sec_1')).toBeUndefined()
    },
  },
  {
    name: 'passkeys.add',
    args: [key, said('passkey.added')],
    done: async (store) => expect(await credentials(store)).toMatchObject({ passkeys: 1 }),
  },
  {
    name: 'identities.link',
    args: [linked, said('identity.linked')],
    done: async (store) => expect(await credentials(store)).toMatchObject({ identities: 1 }),
  },
  {
    name: 'passkeys.remove',
    args: [key.id, member.id, said('passkey.removed')],
    done: async (store) => expect(await credentials(store)).toMatchObject({ passkeys: 0 }),
  },
  {
    name: 'people.setPassword',
    args: [member.id, 'another', { link: hash(2) }, said('password.set')],
    async done(store) {
      expect(await credentials(store)).toMatchObject({ passwordHash: 'another' })
      expect(await store.sessions.of(member.id)).toEqual([])
      for (const link of [2, 18]) expect(await store.oneTimeLinks.byHash(hash(link))).toBeUndefined()
      await store.oneTimeLinks.put(hash(17), changeOfAddress)
    },
  },
  {
    name: 'invitations.create',
    args: [invitation(home.id, { id: 'inv_1' }), hash(4), said('invitation.created')],
    done: async (store) => expect(await store.invitations.of(home.id)).toHaveLength(1),
  },
  {
    name: 'invitations.accept',
    args: [hash(4), member.id, THEN, said('member.joined')],
    async done(store) {
      expect(await store.memberships.roleOf(home.id, member.id)).toBe('member')
      expect(await store.invitations.of(home.id)).toEqual([])
    },
  },
  {
    name: 'invitations.create',
    args: [invitation(home.id, { id: 'inv_2' }), hash(5), said('invitation.created')],
    done: async (store) => expect(await store.invitations.of(home.id)).toHaveLength(1),
  },
  {
    name: 'invitations.join',
    args: [hash(5), { person: joining, passwordHash: 'a hash' }, said('member.joined')],
    async done(store) {
      expect(await store.memberships.roleOf(home.id, joining.id)).toBe('member')
      expect(await store.invitations.of(home.id)).toEqual([])
    },
  },
  {
    name: 'sessions.begin',
    args: [own, hash(6), said('sign_in.succeeded')],
    done: async (store) => expect(await store.sessions.byHash(hash(6))).toMatchObject({ role: 'member' }),
  },
  {
    name: 'sessions.begin',
    args: [again, hash(7), said('sign_in.succeeded'), hash(6)],
    done: async (store) =>
      expect((await store.sessions.of(member.id)).map(({ id }) => id)).toEqual([again.id]),
  },
  {
    name: 'memberships.transfer',
    args: [home.id, owner.id, joining.id, said('account.transferred')],
    async done(store) {
      expect(await store.memberships.roleOf(home.id, owner.id)).toBe('admin')
      expect(await store.memberships.roleOf(home.id, joining.id)).toBe('owner')
    },
  },
  {
    name: 'memberships.remove',
    args: [home.id, member.id, said('member.removed')],
    async done(store) {
      expect(await store.memberships.ofPerson(member.id)).toEqual([])
      expect((await store.sessions.byHash(hash(7)))?.session).not.toHaveProperty('accountId')
    },
  },
  {
    name: 'people.confirmEmail',
    args: [
      member.id,
      { email: 'another@example.org', confirmedAt: THEN, link: hash(17) },
      said('person.changed'),
    ],
    async done(store) {
      expect((await store.people.byEmail('another@example.org'))?.id).toBe(member.id)
      expect(await store.oneTimeLinks.byHash(hash(17))).toBeUndefined()
    },
  },
  {
    name: 'people.delete',
    args: [member.id, said('person.deleted')],
    async done(store) {
      expect(await store.people.byId(member.id)).toBeUndefined()
      expect(await store.sessions.byHash(hash(7))).toBeUndefined()
    },
  },
  {
    name: 'apiKeys.create',
    args: [secret, hash(8), said('key.created')],
    done: async (store) => expect(await store.apiKeys.byId(secret.id)).toBeDefined(),
  },
  {
    name: 'apiKeys.rotate',
    args: [secret.id, 'mg_abcdefg', hash(15), said('key.rotated')],
    done: async (store) => expect(await store.apiKeys.byHash(hash(15))).toBeDefined(),
  },
  {
    name: 'mailTests.allocate',
    args: [{ test: mailTest({ accountId: home.id, token: 'a'.repeat(32), localPart: 'b' }) }],
    done: async (store) => expect(await store.mailTests.byToken('a'.repeat(32))).toBeDefined(),
  },
  {
    name: 'domains.add',
    args: [domain, { verified: 1, unverified: 1 }, said('domain.added')],
    done: async (store) => expect(await store.domains.byId(home.id, domain.id)).toEqual(domain),
  },
  {
    name: 'domains.looked',
    args: [domain.id, { state: 'found', at: later(1) }, found],
    async done(store) {
      expect((await store.domains.byId(home.id, domain.id))?.verifiedAt).toEqual(later(1))
      const events = await store.outbox.behind('a test', 100)
      expect(events.filter(({ type }) => type === 'domain.verified')).toHaveLength(1)
    },
  },
  ...killedMonitors(home.id),
  {
    name: 'digests.settle',
    args: [
      home.id,
      '2026-11-23',
      THEN,
      {
        from: '2026-11-16T00:00:00.000Z',
        to: '2026-11-23T00:00:00.000Z',
        monitors: { items: [], more: 0 },
        domains: { items: [], more: 0 },
      },
    ],
    async done(store) {
      expect(await store.digests.settle(home.id, '2026-11-23', THEN)).toBe('known')
      const events = await store.outbox.behind('a test', 100)
      expect(events.filter(({ type }) => type === 'digest.weekly')).toHaveLength(1)
    },
  },
  {
    name: 'accounts.delete',
    args: [home.id, entry('account.deleted', { accountId: home.id })],
    async done(store) {
      expect(await store.accounts.byId(home.id)).toBeUndefined()
      expect(await store.apiKeys.byId(secret.id)).toBeUndefined()
      expect(await store.mailTests.byToken('a'.repeat(32))).toBeUndefined()
    },
  },
  {
    name: 'accounts.deleteRest',
    args: [10],
    done: async (store) => expect(await store.accounts.deleteRest(10)).toBe(1),
  },
]
