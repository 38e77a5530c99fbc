import { expect, test } from 'bun:test'
import type { Envelope } from '../../../src/core/message.ts'
import { tellReceived } from '../../../src/services/intake/received-lines.ts'
import type { Recipient } from '../../../src/services/intake/recipient.ts'
import { testIdOf } from '../../../src/services/test-id.ts'
import { envelope } from '../../support/envelope.ts'
import { recordingLog } from '../../support/world.ts'

const TOKEN = 'abcdefghijklmnopqrstuvwxyz'
const OF_TEST: Recipient = { kind: 'test', token: TOKEN }

function factsOf(changes: Partial<Envelope>, recipient: Recipient = OF_TEST) {
  const log = recordingLog()
  const session = envelope({ helo: 'mail.example.org', mailFrom: 'ann@example.org', tls: 'none', ...changes })
  tellReceived(log, [{ id: 'msg_1', recipient, envelope: session, raw: new Uint8Array(42) }], 'msg_2')
  expect(log.lines).toHaveLength(1)
  expect(JSON.stringify(log.lines)).not.toContain(TOKEN)
  return log.lines[0]?.facts
}

test('a test is named by an id that opens nothing, the same each time', () => {
  const facts = factsOf({})
  expect(facts).toMatchObject({
    recipient: 'test',
    test: testIdOf(TOKEN),
    message: 'msg_1',
    reply: 'msg_2',
    bytes: 42,
  })
  expect(testIdOf(TOKEN)).toBe('test_71c480df93d6ae2f')
})

test('of a monitor its id is told, and the test that was made', () => {
  const facts = factsOf({}, { kind: 'monitor', monitorId: 'mon_1', accountId: 'acc_1', token: TOKEN })
  expect(facts).toMatchObject({ recipient: 'monitor', monitor: 'mon_1', test: testIdOf(TOKEN) })
  expect(JSON.stringify(facts)).not.toContain(TOKEN)
})

test.each([
  [{ kind: 'role', role: 'abuse', from: '' }, 'abuse'],
  [{ kind: 'reports', domainId: 'dom_1', from: '' }, 'reports'],
] as const)('%o is %s', (recipient, named) => {
  const facts = factsOf({}, recipient)
  expect(facts).toMatchObject({ recipient: named })
  expect(facts?.['test']).toBeUndefined()
})

test.each([
  ['', '<>'],
  ['ann@Example.ORG', 'example.org'],
  ['"a@b"@example.org', 'example.org'],
  ['ann@bücher.example', 'xn--bcher-kva.example'],
  ['postmaster', undefined],
  [`a@${'x'.repeat(10_000)}`, 'x'.repeat(255)],
])('of the sender %p the domain is told', (mailFrom, domain) => {
  expect(factsOf({ mailFrom })?.['mailFromDomain']).toBe(domain)
})

test('a long HELO is cut; TLS is told by its version', () => {
  const tls = { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' } as Envelope['tls']
  expect(factsOf({ helo: 'x'.repeat(10_000), tls })).toMatchObject({ helo: 'x'.repeat(255), tls: 'TLSv1.3' })
})

test('what a file says of its way is not told: it may be made up', () => {
  const facts = factsOf({ transport: 'file', clientAddress: '192.0.2.1' })
  expect(Object.keys(facts ?? {})).toEqual(['message', 'recipient', 'test', 'transport', 'bytes'])
})

test('a host that it came through is named, with what it told of the client', () => {
  const through = { kind: 'relay', peer: '10.0.0.5', told: 'XCLIENT' } as const
  expect(factsOf({ through, tls: 'unknown' })).toMatchObject({
    through: 'relay',
    peer: '10.0.0.5',
    told: 'XCLIENT',
    tls: 'unknown',
  })
  expect(factsOf({ through: { kind: 'relay' } })?.['told']).toBe('nothing')
})
