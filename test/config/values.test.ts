import { expect, test } from 'bun:test'
import {
  formatListen,
  isLoopback,
  parseBlock,
  parseListen,
  parseServer,
  parseServiceUrl,
  parseSocket,
} from '../../src/config/addresses.ts'
import { closest } from '../../src/config/suggest.ts'
import { parseDuration, parseSize } from '../../src/config/units.ts'

test.each([
  [':25', { port: 25 }, false],
  ['0.0.0.0:25', { host: '0.0.0.0', port: 25 }, false],
  ['[::]:25', { host: '::', port: 25 }, false],
  ['[::1]:0', { host: '::1', port: 0 }, true],
  ['127.0.0.1:8080', { host: '127.0.0.1', port: 8080 }, true],
  ['127.8.9.10:1', { host: '127.8.9.10', port: 1 }, true],
  ['localhost:2525', { host: 'localhost', port: 2525 }, true],
  ['Mail.Example.com:25', { host: 'mail.example.com', port: 25 }, false],
  ['127.0.0.1.example.com:25', { host: '127.0.0.1.example.com', port: 25 }, false],
] as const)('%s is an address to listen on', (text, address, loopback) => {
  expect(parseListen(text)).toEqual(address)
  expect(isLoopback(address)).toBe(loopback)
  expect(parseListen(formatListen(address))).toEqual(address)
})

test.each([
  '',
  '25',
  ':',
  ':65536',
  '::1:25',
  '[::1]',
  '[127.0.0.1]:25',
  '999.1.1.1:25',
  'a b:25',
  '-a:25',
  'a:25:26',
  '*:25',
  ':-1',
])('%p is none', (text) => {
  expect(parseListen(text)).toBeUndefined()
})

test.each([
  ['9.9.9.9', { host: '9.9.9.9', port: 53 }],
  ['127.0.0.1:5353', { host: '127.0.0.1', port: 5353 }],
  ['2620:FE::fe', { host: '2620:fe::fe', port: 53 }],
  ['[::1]:53', { host: '::1', port: 53 }],
  ['dns.example.com', undefined],
  ['9.9.9.9:0', undefined],
])('%s as a DNS server', (text, server) => {
  expect(parseServer(text)).toEqual(server)
})

test.each([
  ['127.0.0.1:783', { host: '127.0.0.1', port: 783 }],
  ['[::1]:783', { host: '::1', port: 783 }],
  ['localhost:783', { host: 'localhost', port: 783 }],
  ['/run/spamd.sock', { path: '/run/spamd.sock' }],
  ['127.0.0.1', undefined],
  ['127.0.0.1:0', undefined],
  [':783', undefined],
  ['run/spamd.sock', undefined],
])('%s as a socket', (text, address) => {
  expect(parseSocket(text)).toEqual(address)
})

test.each([
  ['http://127.0.0.1:11333', { url: 'http://127.0.0.1:11333/' }],
  ['https://rspamd.example.org/scan', { url: 'https://rspamd.example.org/scan' }],
  ['http://[::1]:11333/', { url: 'http://[::1]:11333/' }],
  ['/run/rspamd/worker.sock', { path: '/run/rspamd/worker.sock' }],
  ['127.0.0.1:11333', undefined],
  ['localhost:11333', undefined],
  ['http:127.0.0.1', undefined],
  ['http://user:password@127.0.0.1/', undefined],
  ['http://127.0.0.1/?a=b', undefined],
  ['http://127.0.0.1/#a', undefined],
  ['ftp://127.0.0.1/', undefined],
  ['http://127.0.0.1:99999/', undefined],
  ['http://', undefined],
])('%s as the address of a service', (text, address) => {
  expect(parseServiceUrl(text)).toEqual(address)
})

test.each([
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['192.0.2.1', '192.0.2.1/32'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['::1', '::1/128'],
  ['10.0.0.0/', undefined],
  ['10.0.0.0/8/8', undefined],
  ['10.0.0.0/33', undefined],
  ['fe80::1%eth0', undefined],
] as const)('%s as a block of addresses', (text, block) => {
  expect(parseBlock(text)).toEqual(block)
})

test.each([
  ['25MB', 26_214_400],
  ['25 MiB', 26_214_400],
  ['1.5kb', 1536],
  ['7B', 7],
  ['25', undefined],
  ['25 M B', undefined],
  ['-1MB', undefined],
  ['1e3MB', undefined],
  ['9999999999TB', undefined],
])('%s as a size', (text, bytes) => {
  expect(parseSize(text)).toBe(bytes)
})

test.each([
  ['15s', 15_000],
  ['500ms', 500],
  ['1.5 hours', 5_400_000],
  ['30 days', 2_592_000_000],
  ['1 Week', 604_800_000],
  ['15', undefined],
  ['15 fortnights', undefined],
  ['', undefined],
])('%p as a duration', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

test.each([
  ['smpt', 'smtp'],
  ['SMTP', 'smtp'],
  ['https', 'http'],
  ['abcdefgh', undefined],
  ['x', undefined],
  ['a'.repeat(100_000), undefined],
])('%.20s is close to %s', (written, meant) => {
  expect(closest(written, ['http', 'smtp', 'store'])).toBe(meant)
})
