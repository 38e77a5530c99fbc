import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Target } from '../../../../src/core/watching/destination.ts'
import { createAddressees } from '../../../../src/services/destinations/addressees.ts'
import { createEmailSend } from '../../../../src/services/destinations/channels/email.ts'
import type { Outgoing } from '../../../../src/services/outgoing/outgoing.ts'
import type { Delivery } from '../../../../src/services/outgoing/relay.ts'
import { THEN } from '../../../support/builders.ts'
import { entry, madeAccount, madePerson } from '../../../support/people.ts'
import { type TestStore, testStore } from '../../../support/store.ts'
import { alert, BASE_URL, sendingOf } from './scene.ts'

let opened: TestStore
beforeAll(async () => {
  opened = await testStore()
})
afterAll(() => opened.done())

const ACCEPTED: Delivery = { kind: 'accepted', says: '250 2.0.0 Ok' }

/** A relay that answers as it is told, and what it was handed. */
function relay(answers: Record<string, Delivery> = {}) {
  const mails: { to: string; facts: unknown; key: unknown }[] = []
  const send: Outgoing['send'] = async (_name, to, facts, key) => {
    mails.push({ to: to.address, facts, key })
    return answers[to.address] ?? ACCEPTED
  }
  const email = createEmailSend({
    outgoing: { send },
    addressees: createAddressees(opened),
    relay: 'relay.example.net:587',
    baseUrl: BASE_URL,
  })
  return { email, mails, answers }
}

const to = (address: string, changes: { anyone?: true } = {}): Target => ({
  kind: 'email',
  to: address,
  ...changes,
})

/** An account with people of whom one confirmed their address. */
async function people() {
  const { account, owner } = await madeAccount(opened.store)
  const confirmed = await madePerson(opened.store, { confirmedAt: THEN })
  const membership = {
    accountId: account.id,
    personId: confirmed.id,
    role: 'member' as const,
    createdAt: THEN,
  }
  await opened.store.memberships.add(membership, entry('member.joined'))
  return { accountId: account.id, owner, confirmed }
}

describe('whom mail of an account goes to', () => {
  test('somebody of it who confirmed the address, by whatever case it was typed in', async () => {
    const { accountId, confirmed } = await people()
    const { email, mails } = relay()
    const sent = await email(sendingOf(to(confirmed.email.toUpperCase()), alert(), { accountId }))
    expect(sent).toMatchObject({ outcome: 'delivered', says: 'The relay took the message.' })
    expect(mails).toEqual([
      {
        to: confirmed.email,
        facts: {
          title: 'DKIM failed and 1 more: Newsletter',
          lines: [
            'The check DKIM failed: The message has no DKIM signature.',
            'The score is 6.1; at least 8.0 is expected.',
            'Not as expected since 23 Nov 2026, 08:00 UTC.',
            'Open the report of the last message: the check says what to fix.',
          ],
          channel: 'Operations',
          link: 'https://mailgauge.example.org/monitors/mon_1',
          label: 'Open the monitor',
        },
        key: 'msg_0123456789abcdef',
      },
    ])
  })

  test('nobody else: no stranger, nobody who did not confirm, nobody who left, no administrators', async () => {
    const { accountId, owner, confirmed } = await people()
    const { email, mails } = relay()
    for (const address of ['stranger@example.net', owner.email, 'administrators']) {
      const sent = await email(sendingOf(to(address), alert(), { accountId }))
      expect(sent.outcome).toBe('refused')
    }
    await opened.store.memberships.remove(accountId, confirmed.id, entry('member.removed'))
    expect(await email(sendingOf(to(confirmed.email), alert(), { accountId }))).toMatchObject({
      outcome: 'refused',
      says: expect.stringContaining('of nobody in this account'),
    })
    expect(mails).toEqual([])
  })

  test('anybody where the operator said so', async () => {
    const { accountId } = await people()
    const { email, mails } = relay()
    const sent = await email(sendingOf(to('stranger@example.net', { anyone: true }), alert(), { accountId }))
    expect(sent.outcome).toBe('delivered')
    expect(mails.map((mail) => mail.to)).toEqual(['stranger@example.net'])
  })
})

describe('administrators', () => {
  const instance = (email: ReturnType<typeof relay>['email']) => {
    const { accountId: _none, ...destination } = sendingOf(to('administrators')).destination
    return email({ ...sendingOf(to('administrators')), destination })
  }

  test('each gets it once, also where another one has to be tried again', async () => {
    const ann = await madePerson(opened.store, { isInstanceAdmin: true })
    const bob = await madePerson(opened.store, { isInstanceAdmin: true })
    const { email, mails, answers } = relay({
      [bob.email]: { kind: 'recipient_refused', says: '450 4.2.0 later' },
    })
    expect(await instance(email)).toMatchObject({
      outcome: 'refused',
      says: expect.stringMatching(
        /^relay\.example\.net:587 refused the recipient: 450 4\.2\.0 later\. .* The relay took the message\.$/,
      ),
    })
    answers[bob.email] = ACCEPTED
    expect(await instance(email)).toMatchObject({
      outcome: 'delivered',
      says: 'The relay took the message for 2 addresses.',
    })
    expect(mails.map((mail) => mail.to).toSorted()).toEqual([ann.email, bob.email, bob.email].toSorted())
    // A replay has the same webhook-id.
    expect(await instance(email)).toMatchObject({ outcome: 'delivered' })
    expect(mails).toHaveLength(5)
  })
})

describe('what is said when the relay does not take it', () => {
  test('people of accounts are told nothing about the relay', async () => {
    const { accountId, confirmed } = await people()
    const { email } = relay({ [confirmed.email]: { kind: 'sign_in_refused', says: '535 5.7.8 no' } })
    const sent = await email(sendingOf(to(confirmed.email), alert(), { accountId }))
    expect(sent.outcome).toBe('unreached')
    expect(JSON.stringify(sent)).not.toMatch(/relay\.example|535/)
  })

  test('without a relay it is said how to have one', async () => {
    const email = createEmailSend({ addressees: createAddressees(opened), relay: '', baseUrl: BASE_URL })
    expect(await email(sendingOf(to('bob@example.org')))).toMatchObject({
      outcome: 'unreached',
      says: expect.stringContaining('relay.host'),
    })
  })

  test('a link that leads elsewhere is left out', async () => {
    const { accountId, confirmed } = await people()
    const { email, mails } = relay()
    const payload = { ...alert(), data: { ...alert().data, link: 'https://old.example.org/monitors/mon_1' } }
    await email(sendingOf(to(confirmed.email), payload, { accountId }))
    expect(mails[0]?.facts).not.toHaveProperty('link')
  })
})
