import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ROLES, type Role } from '../../../src/core/access/role.ts'
import { createOutgoing } from '../../../src/services/outgoing/outgoing.ts'
import type { Delivery, OutgoingMail } from '../../../src/services/outgoing/relay.ts'
import { THE_OPERATOR } from '../../../src/services/people/doer.ts'
import type { InvitationRequest, Newcomer } from '../../../src/services/people/invitations/told.ts'
import { DAY, later } from '../../support/builders.ts'
import { madePerson } from '../../support/people.ts'
import { type TestStore, testStore } from '../../support/store.ts'
import { household, logOf, peopleServices } from './household.ts'

let opened: TestStore
beforeAll(async () => {
  opened = await testStore()
})
afterAll(() => opened.done())

const store = () => opened.store
const rank = (role: Role) => ROLES.indexOf(role)
const tokenIn = (link = '') => link.slice(link.lastIndexOf('/') + 1)

/** Mail that was handed to a relay which answers so. */
function mailbox(delivery: Delivery = { kind: 'accepted', says: '250 ok' }) {
  const sent: OutgoingMail[] = []
  const relay = {
    send: async (mail: OutgoingMail) => {
      sent.push(mail)
      return delivery
    },
  }
  const sender = { siteName: 'Mailgauge', baseUrl: 'https://mailgauge.example.com' }
  return { sent, outgoing: createOutgoing({ relay, sender }) }
}

/** An account, and an open invitation to it. */
async function invited(request: Partial<InvitationRequest> = {}, deps = {}) {
  const home = await household(store())
  const services = peopleServices(store(), deps)
  const made = await services.invitations.invite(home.owner.doer, home.account.id, {
    role: 'member',
    by: 'link',
    ...request,
  })
  if (made.kind !== 'invited') throw new Error(made.kind)
  return { home, ...services, made, token: tokenIn(made.link) }
}

const newcomer = (changes: Partial<Newcomer> = {}): Newcomer => ({
  email: `new-${crypto.randomUUID()}@example.org`,
  name: 'New',
  password: 'correct horse',
  ...changes,
})

describe('inviting', () => {
  test.each(ROLES)('%s invites up to their own role', async (own) => {
    const home = await household(store())
    const { invitations } = peopleServices(store())
    for (const role of ROLES) {
      const made = await invitations.invite(home[own].doer, home.account.id, { role, by: 'link' })
      const may = rank(own) >= rank('admin') && rank(role) <= rank(own)
      expect([role, made.kind === 'invited']).toEqual([role, may])
    }
  })

  test('the link is made once: the store holds a hash, the log no token', async () => {
    const { home, made, token, invitations } = await invited({ email: 'Bob@example.org' })
    expect(made.link).toMatch(/^https:\/\/mailgauge\.example\.com\/join\/[\w-]{43}$/)
    const open = await invitations.list(home.owner.doer, home.account.id)
    expect(open.ok && open.value).toMatchObject([{ email: 'Bob@example.org', mailed: false, role: 'member' }])
    const kept = JSON.stringify([open, await logOf(store(), home.account)])
    expect(kept).not.toContain(token)
    expect((await logOf(store(), home.account))[0]).toMatchObject({
      action: 'invitation.created',
      target: 'Bob@example.org',
      details: { role: 'member', by: 'link' },
    })
  })

  test.each(['no address', 'bob@example.org, eve@example.org', 'bób@example.org', 'bob@', 'a'.repeat(300)])(
    '%j is no address to invite',
    async (email) => {
      const home = await household(store())
      const { invitations } = peopleServices(store(), { outgoing: mailbox().outgoing })
      for (const by of ['link', 'mail'] as const) {
        const made = await invitations.invite(home.owner.doer, home.account.id, { role: 'viewer', by, email })
        expect(made.kind).toBe('bad_email')
      }
    },
  )

  test('a domain of other letters is kept in ASCII', async () => {
    const { made } = await invited({ email: ' bob@ex\u00e4mple.org ' })
    expect(made.invitation.email).toBe('bob@xn--exmple-cua.org')
  })

  test('not somebody who is in the account, in whatever case their address is written', async () => {
    const home = await household(store())
    const email = home.viewer.person.email.toUpperCase()
    const made = await peopleServices(store()).invitations.invite(home.owner.doer, home.account.id, {
      role: 'viewer',
      by: 'link',
      email,
    })
    expect(made).toEqual({ kind: 'is_member' })
  })

  test('by mail needs a relay, and the link is then shown to nobody', async () => {
    const { sent, outgoing } = mailbox()
    expect(
      await peopleServices(store()).invitations.invite(THE_OPERATOR, crypto.randomUUID(), {
        role: 'viewer',
        by: 'mail',
        email: 'bob@example.org',
      }),
    ).toEqual({ kind: 'no_relay' })
    const { made } = await invited({ by: 'mail', email: 'bob@example.org' }, { outgoing })
    expect(made).toEqual({ kind: 'invited', invitation: expect.objectContaining({ mailed: true }) })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ to: { address: 'bob@example.org' } })
    expect(sent[0]?.text).toMatch(/https:\/\/mailgauge\.example\.com\/join\/[\w-]{43}\r\n/)
  })

  test('a link that could not be sent is replaced by one to pass on, which proves no address', async () => {
    const { sent, outgoing } = mailbox({ kind: 'timeout', during: 'message' })
    const { made, invitations, token } = await invited({ by: 'mail', email: 'bob@example.org' }, { outgoing })
    expect(made).toMatchObject({ invitation: { mailed: false }, delivery: { kind: 'timeout' } })
    const mailed = tokenIn(/https:\S+/.exec(sent[0]?.text ?? '')?.[0])
    expect(await invitations.open(mailed)).toEqual({ kind: 'unknown' })
    const joined = await invitations.join(token, newcomer({ email: 'bob@example.org' }))
    expect(joined).toMatchObject({ kind: 'joined' })
    expect(joined.kind === 'joined' && joined.person.confirmedAt).toBeUndefined()
  })

  test('mail by one account is bounded, and so are open invitations', async () => {
    const { outgoing } = mailbox()
    const { home, invitations } = await invited({}, { outgoing })
    const kinds: string[] = []
    for (let at = 0; at < 31; at += 1) {
      const email = `bob${at}@example.org`
      const made = await invitations.invite(home.owner.doer, home.account.id, {
        role: 'viewer',
        by: 'mail',
        email,
      })
      kinds.push(made.kind)
    }
    expect(kinds).toEqual([...Array(30).fill('invited'), 'too_much_mail'])
    let last = ''
    for (let at = 0; at < 75; at += 1) {
      last = (await invitations.invite(home.owner.doer, home.account.id, { role: 'viewer', by: 'link' })).kind
    }
    expect(last).toBe('too_many_open')
  })
})

describe('accepting', () => {
  test('makes a member once, whoever opened the link before', async () => {
    const { home, invitations, token } = await invited({ role: 'admin' })
    const bob = await madePerson(store())
    for (let at = 0; at < 3; at += 1) expect(await invitations.open(token)).toMatchObject({ kind: 'open' })
    expect(await invitations.accept(token, bob)).toMatchObject({ kind: 'accepted', role: 'admin' })
    expect(await store().memberships.roleOf(home.account.id, bob.id)).toBe('admin')
    expect(await invitations.accept(token, bob)).toEqual({ kind: 'unknown' })
    expect(await invitations.accept(token, await madePerson(store()))).toEqual({ kind: 'unknown' })
    expect((await logOf(store(), home.account))[0]).toMatchObject({
      action: 'member.joined',
      actor: { kind: 'person', id: bob.id },
      details: { role: 'admin' },
    })
  })

  test('of many at once one is let in', async () => {
    const { home, invitations, token } = await invited()
    const people = await Promise.all(Array.from({ length: 8 }, () => madePerson(store())))
    const before = (await store().memberships.ofAccount(home.account.id)).length
    const outcomes = await Promise.all([
      ...people.map((person) => invitations.accept(token, person)),
      ...Array.from({ length: 4 }, () => invitations.join(token, newcomer())),
    ])
    expect(outcomes.filter(({ kind }) => kind === 'accepted' || kind === 'joined')).toHaveLength(1)
    expect(await store().memberships.ofAccount(home.account.id)).toHaveLength(before + 1)
  })

  test('nobody is made a person by an invitation that somebody else used', async () => {
    const { invitations, token } = await invited()
    const all = Array.from({ length: 6 }, () => newcomer())
    await Promise.all(all.map((one) => invitations.join(token, one)))
    const made = await Promise.all(all.map(({ email }) => store().people.byEmail(email)))
    expect(made.filter(Boolean)).toHaveLength(1)
  })

  test('an address is compared as people are: whatever its case', async () => {
    const { invitations, token } = await invited({ email: 'Carla@example.org' })
    const wrong = await madePerson(store())
    expect(await invitations.accept(token, wrong)).toEqual({
      kind: 'for_another',
      email: 'Carla@example.org',
    })
    expect(await invitations.join(token, newcomer({ email: 'carla@example.com' }))).toMatchObject({
      kind: 'for_another',
    })
    const carla = await madePerson(store(), { email: 'cARLA@example.org' })
    expect(await invitations.accept(token, carla)).toMatchObject({ kind: 'accepted' })
  })

  test('a look-alike address is none', async () => {
    const { invitations, token } = await invited({ email: 'carl@example.net' })
    // A Cyrillic a.
    expect(await invitations.join(token, newcomer({ email: 'c\u0430rl@example.net' }))).toEqual({
      kind: 'bad_email',
    })
  })

  test('who is in the account already leaves it for others', async () => {
    const { home, invitations, token } = await invited()
    expect(await invitations.accept(token, home.viewer.person)).toMatchObject({ kind: 'is_member' })
    expect(await store().memberships.roleOf(home.account.id, home.viewer.person.id)).toBe('viewer')
    expect(await invitations.open(token)).toMatchObject({ kind: 'open' })
  })

  test('a newcomer signs in by a password of theirs; a mailed invitation confirms the address', async () => {
    const { sent, outgoing } = mailbox()
    const { home, invitations } = await invited(
      { by: 'mail', email: 'dora@example.org', role: 'viewer' },
      { outgoing },
    )
    const token = tokenIn(/https:\S+/.exec(sent[0]?.text ?? '')?.[0])
    const weak = await invitations.join(token, newcomer({ email: 'dora@example.org', password: 'short' }))
    expect(weak).toEqual({ kind: 'bad_password', reason: 'It is too short.' })
    const joined = await invitations.join(token, newcomer({ email: 'dora@example.org' }))
    expect(joined).toMatchObject({ kind: 'joined', role: 'viewer' })
    const kept = await store().people.byEmail('dora@example.org')
    expect(kept).toMatchObject({
      confirmedAt: expect.any(Date),
      isInstanceAdmin: false,
      credentials: { passwordHash: 'hash of correct horse' },
    })
    expect(await store().memberships.roleOf(home.account.id, kept?.id ?? '')).toBe('viewer')
  })

  test('an address that is taken leaves the invitation as it was', async () => {
    const { invitations, token } = await invited()
    const there = await madePerson(store())
    const email = there.email.toUpperCase()
    expect(await invitations.join(token, newcomer({ email }))).toEqual({ kind: 'email_taken' })
    expect(await invitations.open(token)).toMatchObject({ kind: 'open' })
  })

  test('where nobody may become a person, only people accept', async () => {
    const { invitations, token } = await invited({}, { newcomers: false })
    expect(await invitations.join(token, newcomer())).toEqual({ kind: 'no_newcomers' })
    expect(await invitations.accept(token, await madePerson(store()))).toMatchObject({ kind: 'accepted' })
  })
})

describe('what no longer works', () => {
  test('an expired one says so, and lets nobody in', async () => {
    const { invitations, token, home } = await invited()
    const at = (ms: number) => peopleServices(store(), { clock: { now: () => later(ms) } }).invitations
    expect(await at(7 * DAY - 1).open(token)).toMatchObject({ kind: 'open' })
    const late = at(7 * DAY)
    expect(await late.open(token)).toEqual({ kind: 'expired', account: home.account })
    expect(await late.accept(token, await madePerson(store()))).toMatchObject({ kind: 'expired' })
    expect(await late.join(token, newcomer())).toMatchObject({ kind: 'expired' })
    expect(await invitations.open(token)).toMatchObject({ kind: 'open' })
  })

  test('a revoked one is unknown; revoking again finds none', async () => {
    const { home, invitations, made, token } = await invited()
    const { id } = made.invitation
    const revoke = (role: Role) => invitations.revoke(home[role].doer, home.account.id, id)
    expect(await revoke('member')).toMatchObject({ kind: 'refused' })
    expect(await revoke('admin')).toEqual({ kind: 'revoked' })
    expect(await revoke('admin')).toEqual({ kind: 'unknown_invitation' })
    expect(await invitations.accept(token, await madePerson(store()))).toEqual({ kind: 'unknown' })
  })

  test('an admin does not revoke an invitation of an owner-to-be, nor one of another account', async () => {
    const { home, invitations, made } = await invited({ role: 'owner' })
    const { id } = made.invitation
    expect(await invitations.revoke(home.admin.doer, home.account.id, id)).toEqual({
      kind: 'beyond_own_role',
    })
    const other = await household(store())
    expect(await invitations.revoke(other.owner.doer, other.account.id, id)).toEqual({
      kind: 'unknown_invitation',
    })
    expect(await invitations.revoke(other.owner.doer, home.account.id, id)).toMatchObject({ kind: 'refused' })
  })

  test('one whose inviter may no longer give that role', async () => {
    const home = await household(store())
    const { invitations } = peopleServices(store())
    const made = await invitations.invite(home.admin.doer, home.account.id, { role: 'admin', by: 'link' })
    const token = tokenIn(made.kind === 'invited' ? made.link : '')
    await store().memberships.setRole(home.account.id, home.admin.person.id, 'member', {
      at: later(0),
      actor: { kind: 'operator' },
      action: 'member.role_changed',
    })
    expect(await invitations.accept(token, await madePerson(store()))).toEqual({ kind: 'unknown' })
  })

  test('one whose account is gone', async () => {
    const { home, invitations, token } = await invited()
    await store().accounts.delete(home.account.id, {
      at: later(0),
      actor: { kind: 'operator' },
      action: 'account.deleted',
    })
    expect(await invitations.open(token)).toEqual({ kind: 'unknown' })
    expect(await invitations.accept(token, await madePerson(store()))).toEqual({ kind: 'unknown' })
    expect(await invitations.join(token, newcomer())).toEqual({ kind: 'unknown' })
  })

  test.each(['', 'short', 'a'.repeat(44), `${'a'.repeat(42)}%`])('%j is no token', async (token) => {
    expect(await peopleServices(store()).invitations.open(token)).toEqual({ kind: 'unknown' })
  })
})
