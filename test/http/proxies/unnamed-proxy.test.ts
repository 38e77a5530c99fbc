import { expect, test } from 'bun:test'
import { createUnnamedProxyWarning } from '../../../src/http/proxies/unnamed-proxy.ts'
import { recordingLog } from '../../support/world.ts'

const FORWARDED = { 'x-forwarded-for': '203.0.113.9' }

function warnings(trusted: string[], requests: [peer: string, headers: Record<string, string>][]) {
  const log = recordingLog()
  const warn = createUnnamedProxyWarning(log, () => trusted)
  for (const [peer, headers] of requests) warn(peer, new Headers(headers))
  expect(log.lines.every(({ level }) => level === 'warn')).toBe(true)
  return log.lines
}

test('one warning for each peer beside us that says for whom it asks, with the line to add', () => {
  const told = warnings(
    ['10.1.0.0/16', '192.0.2.1/32'],
    [
      ['127.0.0.1', {}],
      ['127.0.0.1', FORWARDED],
      ['127.0.0.1', FORWARDED],
      ['::ffff:127.0.0.1', FORWARDED],
      ['172.18.0.2', { forwarded: 'for=203.0.113.9' }],
      ['10.1.2.3', FORWARDED],
      ['10.2.2.3', FORWARDED],
    ],
  )
  expect(told.map(({ facts }) => facts['config'])).toEqual([
    'trusted_proxies = ["10.1.0.0/16", "192.0.2.1", "127.0.0.1"]',
    'trusted_proxies = ["10.1.0.0/16", "192.0.2.1", "172.18.0.2"]',
    'trusted_proxies = ["10.1.0.0/16", "192.0.2.1", "10.2.2.3"]',
  ])
  expect(told.map(({ facts }) => facts['header'])).toEqual([
    'X-Forwarded-For',
    'Forwarded',
    'X-Forwarded-For',
  ])
  expect(told[0]?.sentence).toContain('all visitors behind it count as one')
  expect(JSON.stringify(told)).not.toContain('203.0.113.9')
})

test('IPv6: a network is one peer, and loopback names itself', () => {
  const told = warnings(
    [],
    [
      ['::1', FORWARDED],
      ['fd00:1::1', FORWARDED],
      ['fd00:1::2', FORWARDED],
    ],
  )
  expect(told.map(({ facts }) => facts['config'])).toEqual([
    'trusted_proxies = ["::1"]',
    'trusted_proxies = ["fd00:1::1"]',
  ])
})

test('strangers are ignored without a word, and so is a peer without an address', () => {
  expect(
    warnings(
      [],
      [
        ['203.0.113.7', FORWARDED],
        ['2001:db8::1', FORWARDED],
        ['', FORWARDED],
      ],
    ),
  ).toEqual([])
})

test('a whole network of peers does not fill the log', () => {
  const many = Array.from({ length: 500 }, (_, i): [string, Record<string, string>] => [
    `10.0.${i >> 8}.${i & 255}`,
    FORWARDED,
  ])
  expect(warnings([], many)).toHaveLength(20)
})
