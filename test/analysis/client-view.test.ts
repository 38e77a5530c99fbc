import { expect, test } from 'bun:test'
import { viewClient } from '../../src/analysis/client/client-view.ts'

const DEMO = 'demo.example'

test.each([
  ['a public address', '8.8.8.8', 'a@b.example', undefined, { kind: 'public', address: '8.8.8.8' }],
  [
    'a documentation address',
    '192.0.2.10',
    'a@b.example',
    undefined,
    { kind: 'public', address: '192.0.2.10' },
  ],
  [
    'IPv6, put in its one spelling',
    '2001:0DB8::0025',
    '',
    undefined,
    { kind: 'public', address: '2001:db8::25' },
  ],
  ['mapped IPv4', '::ffff:192.0.2.10', '', undefined, { kind: 'public', address: '192.0.2.10' }],
  ['private', '10.1.2.3', 'a@b.example', undefined, { kind: 'hidden', address: '10.1.2.3' }],
  ['CGNAT', '100.64.0.1', 'a@b.example', undefined, { kind: 'hidden', address: '100.64.0.1' }],
  ['link-local', 'fe80::1', 'a@b.example', undefined, { kind: 'hidden', address: 'fe80::1' }],
  ['ULA', 'fd00::1', 'a@b.example', undefined, { kind: 'hidden', address: 'fd00::1' }],
  ['loopback', '127.0.0.1', 'a@b.example', undefined, { kind: 'hidden', address: '127.0.0.1' }],
  [
    'loopback in evaluation, another sender',
    '127.0.0.1',
    'a@b.example',
    DEMO,
    { kind: 'hidden', address: '127.0.0.1' },
  ],
  ['loopback in evaluation, null sender', '127.0.0.1', '', DEMO, { kind: 'hidden', address: '127.0.0.1' }],
  [
    'the demo domain without evaluation',
    '127.0.0.1',
    'a@demo.example',
    undefined,
    { kind: 'hidden', address: '127.0.0.1' },
  ],
  [
    'the demo domain from outside',
    '192.0.2.10',
    'a@demo.example',
    DEMO,
    { kind: 'public', address: '192.0.2.10' },
  ],
  [
    'the demo domain from a private network',
    '10.0.0.1',
    'a@demo.example',
    DEMO,
    { kind: 'hidden', address: '10.0.0.1' },
  ],
  ['a sample', '127.0.0.1', 'a@Demo.Example', DEMO, { kind: 'demo', address: '127.0.0.1' }],
  ['a sample over IPv6', '::1', 'a@bad.demo.example', DEMO, { kind: 'demo', address: '::1' }],
  [
    'a name that only ends alike',
    '127.0.0.1',
    'a@notdemo.example',
    DEMO,
    { kind: 'hidden', address: '127.0.0.1' },
  ],
  ['a sender without a domain', '127.0.0.1', 'demo.example', DEMO, { kind: 'hidden', address: '127.0.0.1' }],
  ['no address', undefined, 'a@b.example', DEMO, { kind: 'unknown' }],
  ['what is no address', 'localhost', 'a@b.example', DEMO, { kind: 'unknown' }],
])('%s', (_name, clientAddress, mailFrom, demo, expected) => {
  const session = { mailFrom, ...(clientAddress !== undefined && { clientAddress }) }
  expect(viewClient(session, demo)).toEqual(expected as ReturnType<typeof viewClient>)
})
