import { describe, expect, test } from 'bun:test'
import {
  type AddressClass,
  classifyAddress,
  clientNetwork,
  formatAddress,
  inNetwork,
  isGlobalAddress,
  isPublicAddress,
  listName,
  normaliseAddress,
  normaliseIpv6,
  parseAddress,
  reverseName,
} from '../../src/net/ip.ts'

describe('reading an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['2001:DB8::1', '2001:db8::1'],
    ['2001:db8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8:0000:0000:0001:0000:0000:0001', '2001:db8::1:0:0:1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:db8::1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['::2:3:4:5:6:7:8', '0:2:3:4:5:6:7:8'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ])('%s is %s', (text, canonical) => {
    expect(normaliseAddress(text)).toBe(canonical)
  })

  test.each([
    '',
    ' ',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '1.2.3.04',
    '01.2.3.4',
    '1.2.3.4 ',
    '1.2.3.-4',
    '1.2.3.4/32',
    '0x1.2.3.4',
    '1..3.4',
    '[::1]',
    'fe80::1%eth0',
    ':',
    ':::',
    '1::2::3',
    ':1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4::5:6:7:8',
    '1:2:3:4:5:6:7:8::',
    '1:',
    ':1',
    '12345::',
    'g::',
    '::1.2.3',
    '::1.2.3.256',
    '1.2.3.4::',
    '::1.2.3.4:5',
    '1:2:3:4:5:6:7:1.2.3.4',
    'example.org',
    '٢.2.3.4',
    `${'0'.repeat(100)}::1`,
  ])('"%s" is no address', (text) => {
    expect(parseAddress(text)).toBeUndefined()
  })

  test('every text that is written is read back as the same octets', () => {
    for (let seed = 0; seed < 2000; seed++) {
      const bytes = Uint8Array.from({ length: 16 }, (_, i) =>
        (seed >> (i >> 1)) & 1 ? (seed * 37 + i) & 0xff : 0,
      )
      if (bytes.subarray(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255') continue
      expect(parseAddress(formatAddress({ version: 6, bytes }))).toEqual({ version: 6, bytes })
    }
  })

  test('an AAAA record that holds a mapped address stays IPv6', () => {
    expect(normaliseIpv6('::ffff:192.0.2.1')).toBe('::ffff:192.0.2.1')
    expect(normaliseIpv6('2001:DB8::0')).toBe('2001:db8::')
    expect(normaliseIpv6('192.0.2.1')).toBeUndefined()
  })
})

describe('what an address is for', () => {
  test.each<[string, AddressClass, boolean]>([
    ['8.8.8.8', 'public', true],
    ['9.255.255.255', 'public', true],
    ['11.0.0.0', 'public', true],
    ['192.0.2.10', 'public', false],
    ['198.51.100.10', 'public', false],
    ['203.0.113.10', 'public', false],
    ['10.0.0.1', 'private', false],
    ['172.15.255.255', 'public', true],
    ['172.16.0.1', 'private', false],
    ['172.31.255.255', 'private', false],
    ['172.32.0.0', 'public', true],
    ['192.168.1.1', 'private', false],
    ['100.63.255.255', 'public', true],
    ['100.64.0.1', 'cgnat', false],
    ['100.127.255.255', 'cgnat', false],
    ['100.128.0.0', 'public', true],
    ['127.0.0.1', 'loopback', false],
    ['127.255.255.254', 'loopback', false],
    ['169.254.169.254', 'link-local', false],
    ['0.0.0.0', 'other-special', false],
    ['192.0.0.1', 'other-special', false],
    ['198.18.0.1', 'other-special', false],
    ['198.19.255.255', 'other-special', false],
    ['224.0.0.1', 'other-special', false],
    ['240.0.0.1', 'other-special', false],
    ['255.255.255.255', 'other-special', false],
    ['2a00:1450:4001::1', 'public', true],
    ['2001:4860:4860::8888', 'public', true],
    ['2001:db8::1', 'public', false],
    ['3fff::1', 'public', false],
    ['2001::1', 'other-special', false],
    ['2002:7f00:1::1', 'public', false],
    ['64:ff9b::7f00:1', 'other-special', false],
    ['::', 'other-special', false],
    ['::127.0.0.1', 'other-special', false],
    ['::1', 'loopback', false],
    ['::ffff:127.0.0.1', 'loopback', false],
    ['::ffff:10.0.0.1', 'private', false],
    ['::ffff:8.8.8.8', 'public', true],
    ['fe80::1', 'link-local', false],
    ['febf::1', 'link-local', false],
    ['fc00::1', 'ula', false],
    ['fd12:3456::1', 'ula', false],
    ['ff02::1', 'other-special', false],
    ['4000::1', 'public', false],
  ])('%s is %s', (address, is, global) => {
    expect(classifyAddress(address)).toBe(is)
    expect(isPublicAddress(address)).toBe(is === 'public')
    expect(isGlobalAddress(address)).toBe(global)
  })

  test('what is no address is nothing', () => {
    expect(classifyAddress('localhost')).toBeUndefined()
    expect(isPublicAddress('localhost')).toBe(false)
    expect(isGlobalAddress('localhost')).toBe(false)
  })
})

describe('networks', () => {
  test.each([
    ['192.0.2.255', '192.0.2.0/24', true],
    ['192.0.3.0', '192.0.2.0/24', false],
    ['192.0.2.129', '192.0.2.128/25', true],
    ['192.0.2.127', '192.0.2.128/25', false],
    ['1.2.3.4', '0.0.0.0/0', true],
    ['192.0.2.1', '192.0.2.1/32', true],
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.2', '192.0.2.1', false],
    ['192.0.2.77', '192.0.2.1/24', true],
    ['::ffff:192.0.2.1', '192.0.2.0/24', true],
    ['192.0.2.1', '::ffff:192.0.2.0/120', true],
    ['192.0.3.1', '::ffff:192.0.2.0/120', false],
    ['192.0.2.1', '::ffff:0:0/95', false],
    ['2001:db8:2::1', '2001:db8::/47', false],
    ['2001:db8:1::1', '2001:db8::/47', true],
    ['2001:db8::1', '::/0', true],
    ['192.0.2.1', '::/0', false],
    ['2001:db8::1', '0.0.0.0/0', false],
    ['192.0.2.1', '192.0.2.0/33', false],
    ['192.0.2.1', '192.0.2.0/024', false],
    ['192.0.2.1', '192.0.2.0/', false],
    ['192.0.2.1', '192.0.2.0/-1', false],
    ['2001:db8::1', '2001:db8::/129', false],
    ['nonsense', '0.0.0.0/0', false],
    ['192.0.2.1', 'nonsense', false],
  ])('%s in %s: %p', (address, network, inside) => {
    expect(inNetwork(address, network)).toBe(inside)
  })

  test.each([
    ['192.0.2.1', '192.0.2.1/32'],
    ['::ffff:192.0.2.1', '192.0.2.1/32'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
    ['', undefined],
  ])('%s counts as the client %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network as string)
  })
})

describe('names made of addresses', () => {
  const nibbles = '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2'

  test('the reverse name', () => {
    expect(reverseName('192.0.2.10')).toBe('10.2.0.192.in-addr.arpa')
    expect(reverseName('::ffff:192.0.2.10')).toBe('10.2.0.192.in-addr.arpa')
    expect(reverseName('2001:DB8::1')).toBe(`${nibbles}.ip6.arpa`)
    expect(reverseName('no')).toBeUndefined()
  })

  test('the name to ask a list (RFC 5782)', () => {
    expect(listName('192.0.2.99', 'bad.example.com')).toBe('99.2.0.192.bad.example.com')
    expect(listName('2001:db8::1', 'bad.example.com')).toBe(`${nibbles}.bad.example.com`)
    expect(listName('no', 'bad.example.com')).toBeUndefined()
  })
})
