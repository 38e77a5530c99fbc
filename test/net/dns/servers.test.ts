import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseServer } from '../../../src/net/dns/server-address.ts'
import { systemServers } from '../../../src/net/dns/system.ts'

describe('the address of a DNS server', () => {
  test.each([
    ['192.0.2.53', { address: '192.0.2.53', port: 53, family: 4, loopback: false }],
    ['127.0.0.1:5353', { address: '127.0.0.1', port: 5353, family: 4, loopback: true }],
    ['127.0.0.53', { address: '127.0.0.53', port: 53, family: 4, loopback: true }],
    ['::1', { address: '::1', port: 53, family: 6, loopback: true }],
    ['2001:DB8::53', { address: '2001:db8::53', port: 53, family: 6, loopback: false }],
    ['[2001:db8::53]:5353', { address: '2001:db8::53', port: 5353, family: 6, loopback: false }],
    ['[::1]', { address: '::1', port: 53, family: 6, loopback: true }],
    ['fe80::1%eth0', { address: 'fe80::1%eth0', port: 53, family: 6, loopback: false }],
  ] as const)('%s', (text, server) => {
    expect(parseServer(text)).toEqual(server)
  })

  test.each([
    '',
    'dns.example',
    'localhost:53',
    '192.0.2.53:',
    '192.0.2.53:0',
    '192.0.2.53:65536',
    '[::1]:x',
    '[::1',
    '192.0.2.1%eth0',
    'fe80::1%',
    '1.2.3.4:5:6',
  ])('"%s" is none', (text) => {
    expect(parseServer(text)).toBeUndefined()
  })
})

describe("the system's servers", () => {
  const folder = mkdtempSync(join(tmpdir(), 'resolv-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each([
    ['as they are', 'nameserver 192.0.2.1\nnameserver 2001:db8::1\n', ['192.0.2.1', '2001:db8::1']],
    [
      'among other lines',
      '# nameserver 192.0.2.9\n; nameserver 192.0.2.8\nsearch example\n\tnameserver\t192.0.2.1 # x\noptions edns0\r\n',
      ['192.0.2.1'],
    ],
    ['no more than three', 'nameserver 192.0.2.1\n'.repeat(9), ['192.0.2.1', '192.0.2.1', '192.0.2.1']],
    ['nonsense left out', 'nameserver\nnameserver dns.example\nnameserver 192.0.2.1', ['192.0.2.1']],
    ['none', 'search example\n', ['127.0.0.1']],
    ['an empty file', '', ['127.0.0.1']],
  ])('%s', (name, text, servers) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    expect(systemServers(path)).toEqual(servers)
  })

  test('no file', () => {
    expect(systemServers(join(folder, 'no', 'file'))).toEqual(['127.0.0.1'])
  })
})
