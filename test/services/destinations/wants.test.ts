import { expect, test } from 'bun:test'
import { EVENT_TYPES, type StoredEvent } from '../../../src/core/event.ts'
import type { Destination, DestinationFilter } from '../../../src/core/watching/destination.ts'
import { typesFor, usualTypes } from '../../../src/services/destinations/event-types.ts'
import { wants } from '../../../src/services/destinations/spreading/wants.ts'
import { later, THEN } from '../../support/builders.ts'
import { destination } from '../../support/destinations.ts'

const event = (changes: object): StoredEvent =>
  ({
    id: 1,
    type: 'test.scored',
    accountId: 'a',
    subject: 'msg_1',
    at: later(1),
    payload: { token: 't', score: 9 },
    ...changes,
  }) as StoredEvent

const of = (filter: Partial<DestinationFilter>, changes: Partial<Destination> = {}) =>
  destination({ accountId: 'a', filter: { types: EVENT_TYPES, ...filter }, createdAt: THEN, ...changes })

const ofInstance = destination({ filter: { types: EVENT_TYPES }, createdAt: THEN })

const alert = event({ type: 'monitor.alert', subject: 'mon_1', payload: { monitor: 'mon_1' } })
const ofMonitor = event({ payload: { token: 't', score: 9, monitor: 'mon_1' } })
const changed = (monitor?: { id: string; name: string }) =>
  event({
    type: 'domain.record_changed',
    subject: monitor?.id ?? 'd1',
    payload: { domain: 'x', monitor, changes: [] },
  })
const dmarc = event({ type: 'dmarc.rate_low', subject: 'd1', payload: { domain: 'x' } })
const digest = event({ type: 'digest.weekly', subject: '2026-11-23', payload: {} })

test.each([
  ['an event of the account', of({}), event({}), true],
  ['one of another account', of({}, { accountId: 'b' }), event({}), false],
  ['one of the instance', of({}), event({ accountId: undefined, type: 'instance.trouble' }), false],
  ['what the instance tells, to its own', ofInstance, event({ accountId: undefined }), true],
  ["an account's, to the instance's own", ofInstance, event({}), false],
  ['a type that is not asked for', of({ types: ['test.failed'] }), event({}), false],
  ['what happened before it was there', of({}, { createdAt: later(2) }), event({}), false],
  ['one that is turned off', of({}, { disabled: { at: THEN, reason: 'person' } }), event({}), false],
  [
    'that it is disabled itself',
    of({}, { id: 'dst_1' }),
    event({ type: 'webhook.disabled', subject: 'dst_1' }),
    false,
  ],
  [
    'that another one is',
    of({}, { id: 'dst_1' }),
    event({ type: 'webhook.disabled', subject: 'dst_2' }),
    true,
  ],
  ['an alert of a monitor of the list', of({ monitorIds: ['mon_1'] }), alert, true],
  ['an alert of another monitor', of({ monitorIds: ['mon_2'] }), alert, false],
  ['an alert where a list of domains narrows down', of({ domainIds: ['d2'] }), alert, true],
  ['a test of a monitor of the list', of({ monitorIds: ['mon_1'] }), ofMonitor, true],
  ['a test of another monitor', of({ monitorIds: ['mon_2'] }), ofMonitor, false],
  ['a test of no monitor where monitors are listed', of({ monitorIds: ['mon_1'] }), event({}), false],
  ["a record of a monitor's sender", of({ monitorIds: ['mon_1'] }), changed({ id: 'mon_1', name: '' }), true],
  [
    "a record of another monitor's sender",
    of({ monitorIds: ['mon_2'] }),
    changed({ id: 'mon_1', name: '' }),
    false,
  ],
  ['a record of a domain of the list', of({ domainIds: ['d1'] }), changed(), true],
  ['a record of another domain', of({ domainIds: ['d2'] }), changed(), false],
  ['what reports say of a domain of the list', of({ domainIds: ['d1'] }), dmarc, true],
  ['what they say of another', of({ domainIds: ['d2'] }), dmarc, false],
  ['what they say where monitors are listed', of({ monitorIds: ['mon_2'] }), dmarc, true],
  ['the digest, whatever is listed', of({ domainIds: ['d2'], monitorIds: ['mon_2'] }), digest, true],
])('%s', (_name, to, what, expected) => {
  expect(wants(to, what, later(3))).toBe(expected)
})

test('one that was made by a clock that was ahead is told of what happens once that is set back', () => {
  const made = of({}, { createdAt: later(1_000_000) })
  expect(wants(made, event({}), later(3))).toBe(true)
})

test('every type is told to accounts or to the instance, and people are spared what comes with every message', () => {
  const [account, instance] = [typesFor('account'), typesFor('instance')]
  expect(new Set([...account, ...instance])).toEqual(new Set(EVENT_TYPES))
  expect(instance).toEqual(['instance.trouble', 'instance.recovered', 'webhook.disabled'])
  expect(usualTypes('account', 'webhook')).toEqual(account)
  const left = account.filter((type) => !usualTypes('account', 'slack').includes(type))
  expect(left).toEqual(['test.scored', 'test.failed', 'dmarc.report_received'])
})
