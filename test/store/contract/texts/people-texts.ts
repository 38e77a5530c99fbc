import { test } from 'bun:test'
import { account, apiKey, later, random, THEN } from '../../../support/builders.ts'
import {
  addDeliveries,
  addDestination,
  attempt,
  delivery,
  destination,
} from '../../../support/destinations.ts'
import {
  identity,
  invitation,
  madePerson,
  passkey,
  person,
  entry as said,
  session,
} from '../../../support/people.ts'
import type { TheStore } from '../../contract.ts'
import { eachText, expectSame, MEGABYTE, owning } from './texts.ts'

/** As long as names may be that people give: they stand in indexes. */
const NAME = 100

/** Texts that people type, and browsers and endpoints send. */
export function peopleTextContract(store: TheStore): void {
  const { owner } = owning(store)
  const unique = () => crypto.randomUUID()

  test('names of accounts and keys', () =>
    eachText(NAME, async (text) => {
      const one = account({ name: text + unique() })
      await store().accounts.create(one)
      expectSame(await store().accounts.byName(one.name), one)
      const key = apiKey(one.id, { name: text, prefix: text })
      await store().apiKeys.create(key, random(32))
      expectSame(await store().apiKeys.list(one.id), [key])
      const other = await owner()
      await store().accounts.rename(other, text + other, said('account.renamed', { accountId: other }))
      expectSame((await store().accounts.byId(other))?.name, text + other)
    }))

  test('names and addresses of people, and what is looked for', () =>
    eachText(NAME, async (text) => {
      const one = person({ name: text, email: `${unique()}@example.org` })
      const { id: _, ...rest } = one
      await store().people.create({ person: one }, said('person.created'))
      const { credentials: _none, ...found } = (await store().people.byId(one.id)) ?? { credentials: {} }
      expectSame(found, { ...rest, id: one.id })
      await store().people.list({ limit: 10, search: text })
      await store().people.byEmail(text)
      const accountId = await owner()
      await store().memberships.add(
        { accountId, personId: one.id, role: 'viewer', createdAt: THEN },
        said('member.joined'),
      )
      await store().memberships.page(accountId, { limit: 10, search: text, after: text })
    }))

  test('what browsers, authenticators and OpenID providers send', () =>
    eachText(NAME, async (text) => {
      const { id } = await madePerson(store())
      const [hash, one] = [random(32), session(id, { agent: text, client: text })]
      await store().sessions.begin(one, hash)
      expectSame((await store().sessions.byHash(hash))?.session, one)
      const key = passkey(id, { name: text })
      await store().people.passkeys.add(key, said('passkey.added'))
      expectSame((await store().people.passkeys.byId(key.id))?.name, text)
      const linked = identity(id, { subject: text + unique() })
      await store().people.identities.link(linked, said('identity.linked'))
      expectSame(await store().people.identities.bySubject(linked.issuer, linked.subject), linked)
    }))

  test('what waits for an answer', () =>
    eachText(MEGABYTE, async (text) => {
      const [one, two] = [random(32), random(32)]
      const ceremony = { kind: 'oidc', data: { state: text }, expiresAt: later(1000) } as const
      await store().ceremonies.put(one, ceremony)
      expectSame(await store().ceremonies.take(one), ceremony)
      const registration = { name: text, passwordHash: 'a hash', accountName: text }
      const email = `${unique()}@example.org`
      const link = {
        purpose: 'confirmation',
        email,
        registration,
        createdAt: THEN,
        expiresAt: later(1000),
      } as const
      await store().oneTimeLinks.put(two, link)
      expectSame(await store().oneTimeLinks.take(two), link)
    }))

  test('invitations and the audit log', () =>
    eachText(MEGABYTE, async (text) => {
      const accountId = await owner()
      const one = invitation(accountId, { email: text })
      const made = said('invitation.created', {
        accountId,
        actor: { kind: 'key', id: 'key_1', name: text },
        target: text,
        details: { why: text },
        client: text,
      })
      await store().invitations.create(one, random(32), made)
      expectSame(
        (await store().invitations.of(accountId)).map(({ email }) => email),
        [text],
      )
      const [{ id: _, ...kept } = { id: 0 }] = await store().audit.list({ accountId, limit: 10 })
      expectSame(kept, made)
    }))

  test('destinations, and what they answer', () =>
    eachText(NAME, async (text) => {
      const accountId = await owner()
      const one = destination({ accountId, name: text + unique(), shown: text })
      const filter = { types: ['test.scored'], monitorIds: [text], domainIds: [text] } as const
      await addDestination(store(), { ...one, filter })
      expectSame(await store().destinations.list({ accountId }), [{ ...one, filter }])
      expectSame(await store().destinations.wanting({ accountId }, ['test.scored']), [{ ...one, filter }])
      const sent = delivery(one.id, { createdAt: store.now(), body: JSON.stringify({ text }) })
      await addDeliveries(store(), [sent])
      const request = { holder: 'here/1', leaseMs: 60_000, limit: 1000, places: 4000, perDestination: 1 }
      for (const claim of await store().deliveries.claim(request)) {
        const headers = { 'x-text': text }
        const tried = attempt({
          at: store.now(),
          says: text,
          request: { method: 'POST', url: text, headers },
          response: { status: 500, headers, body: text },
        })
        await store().deliveries.settle(claim, tried, { kind: 'delivered' })
        if (claim.id !== sent.id) continue
        const read = await store().deliveries.read(one.id, sent.id)
        expectSame(read?.attempts, [tried])
        expectSame(read?.delivery.body, sent.body)
      }
    }))
}
