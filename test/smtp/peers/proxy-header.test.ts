import { describe, expect, test } from 'bun:test'
import { crc32c } from '../../../src/smtp/peers/crc32c.ts'
import { readProxyHeader } from '../../../src/smtp/peers/proxy-header.ts'
import { chance } from '../../support/chance.ts'
import { binaryHeader, v4, v6 } from './headers.ts'

const read = (text: string) => readProxyHeader(Buffer.from(text, 'latin1'))
const client = (address: string, port = 4711) => ({ address, port })

describe('a PROXY line', () => {
  test.each([
    ['PROXY TCP4 192.0.2.7 198.51.100.1 4711 25\r\n', '192.0.2.7'],
    ['PROXY TCP6 2001:DB8::7 2001:db8::1 4711 25\r\n', '2001:db8::7'],
    ['PROXY TCP6 ::ffff:192.0.2.7 ::1 4711 25\r\n', '192.0.2.7'],
    ['PROXY TCP4 10.1.2.3 10.0.0.1 4711 25\r\n', '10.1.2.3'],
  ])('%j names its client', (line, address) => {
    const header = { kind: 'header', length: line.length, client: client(address) } as const
    expect(read(line)).toEqual(header)
    expect(read(`${line}EHLO a.example\r\n`)).toEqual(header)
  })

  test.each([
    'PROXY UNKNOWN\r\n',
    'PROXY UNKNOWN 192.0.2.7 198.51.100.1 1 2\r\n',
    'PROXY UNKNOWN \0 whatever\r\n',
  ])('%j names none', (line) => {
    expect(read(line)).toEqual({ kind: 'header', length: line.length })
  })

  test.each([
    'PROXY TCP4 192.0.2.7 198.51.100.1 4711 25\n',
    'PROXY  TCP4 192.0.2.7 198.51.100.1 4711 25\r\n',
    'PROXY TCP4 192.0.2.7 198.51.100.1 4711\r\n',
    'PROXY TCP4 192.0.2.07 198.51.100.1 4711 25\r\n',
    'PROXY TCP4 192.0.2.256 198.51.100.1 4711 25\r\n',
    'PROXY TCP4 192.0.2.7 somewhere 4711 25\r\n',
    'PROXY TCP4 2001:db8::7 198.51.100.1 4711 25\r\n',
    'PROXY TCP6 192.0.2.7 198.51.100.1 4711 25\r\n',
    'PROXY TCP6 fe80::1%eth0 2001:db8::1 4711 25\r\n',
    'PROXY TCP4 192.0.2.7 198.51.100.1 65536 25\r\n',
    'PROXY TCP4 192.0.2.7 198.51.100.1 04711 25\r\n',
    'PROXY TCP4 192.0.2.7\0 198.51.100.1 4711 25\r\n',
    'PROXY UDP4 192.0.2.7 198.51.100.1 4711 25\r\n',
    'PROXY\r\n',
    'PROXY UNKNOWNS\r\n',
    'proxy TCP4 192.0.2.7 198.51.100.1 4711 25\r\n',
    'EHLO mail.example.org\r\n',
    'POST / HTTP/1.1\r\n',
    `PROXY UNKNOWN ${'x'.repeat(92)}\r\n`,
  ])('%j is none', (line) => {
    expect(read(line).kind).toBe('bad')
  })

  test('it is waited for octet by octet, and no longer than it may be', () => {
    const line = 'PROXY TCP4 192.0.2.7 198.51.100.1 4711 25\r\n'
    for (let length = 0; length < line.length; length += 1)
      expect(read(line.slice(0, length))).toEqual({ kind: 'more' })
    expect(read(`PROXY UNKNOWN ${'x'.repeat(92)}`)).toEqual({ kind: 'more' })
    expect(read(`PROXY UNKNOWN ${'x'.repeat(93)}`).kind).toBe('bad')
  })
})

describe('a header in binary form', () => {
  test('names its client over IPv4 and IPv6', () => {
    const overV4 = binaryHeader()
    expect(readProxyHeader(overV4)).toEqual({ kind: 'header', length: 28, client: client('192.0.2.7') })
    const source = '20010db8000000000000000000000007'
    const overV6 = binaryHeader({ family: 0x21, addresses: v6(source, 65_535) })
    expect(readProxyHeader(overV6)).toEqual({
      kind: 'header',
      length: 52,
      client: client('2001:db8::7', 65_535),
    })
    const mapped = binaryHeader({ family: 0x21, addresses: v6('00000000000000000000ffffc0000207') })
    expect(readProxyHeader(mapped)).toMatchObject({ client: client('192.0.2.7') })
  })

  test.each([
    ['LOCAL', binaryHeader({ command: 0x20, family: 0, addresses: Buffer.alloc(0) })],
    ['LOCAL with addresses, which are passed over', binaryHeader({ command: 0x20 })],
    ['LOCAL of any family', binaryHeader({ command: 0x20, family: 0xff })],
    ['an unknown client', binaryHeader({ family: 0, addresses: Buffer.alloc(5, 9) })],
    ['a socket of the file system', binaryHeader({ family: 0x31, addresses: Buffer.alloc(216, 0x61) })],
    ['datagrams', binaryHeader({ family: 0x12 })],
  ])('%s names none', (_, header) => {
    expect(readProxyHeader(header)).toEqual({ kind: 'header', length: header.length })
  })

  test('its further fields are passed over, and the checksum is verified', () => {
    const fields = [
      [0x01, Buffer.from('smtp')],
      [0x04, Buffer.alloc(0)],
      [0xea, Buffer.alloc(300)],
    ] as const
    for (const more of [{}, { checksumOffBy: 0 }]) {
      const header = binaryHeader({ fields, ...more })
      expect(readProxyHeader(header)).toMatchObject({ length: header.length, client: client('192.0.2.7') })
    }
    expect(readProxyHeader(binaryHeader({ fields, checksumOffBy: 1 }))).toEqual({
      kind: 'bad',
      why: 'its PROXY header has a wrong checksum',
    })
    const local = { command: 0x20, family: 0, addresses: Buffer.alloc(0) }
    expect(readProxyHeader(binaryHeader({ ...local, checksumOffBy: 0 })).kind).toBe('header')
    expect(readProxyHeader(binaryHeader({ ...local, checksumOffBy: 1 })).kind).toBe('bad')
    expect(readProxyHeader(binaryHeader({ fields: [[0x03, Buffer.alloc(3)]] })).kind).toBe('bad')
  })

  test.each([
    ['another version', binaryHeader({ command: 0x11 })],
    ['another command', binaryHeader({ command: 0x22 })],
    ['another family', binaryHeader({ family: 0x41 })],
    ['another transport', binaryHeader({ family: 0x13 })],
    ['addresses cut short', binaryHeader({ addresses: v4('192.0.2.7').subarray(0, 11) })],
    [
      'a field cut short',
      binaryHeader({ addresses: Buffer.concat([v4('192.0.2.7'), Buffer.from([1, 0, 9, 1])]) }),
    ],
    ['too long', binaryHeader({ length: 65_535 })],
    ['a broken signature', Buffer.from('\r\n\r\n\0\r\nQUIX\n', 'latin1')],
  ])('%s is none', (_, header) => {
    expect(readProxyHeader(header).kind).toBe('bad')
  })

  test('it is waited for octet by octet', () => {
    const header = binaryHeader({ fields: [[0x02, Buffer.from('mx.example')]], checksumOffBy: 0 })
    for (let length = 0; length < header.length; length += 1)
      expect(readProxyHeader(header.subarray(0, length))).toEqual({ kind: 'more' })
    expect(readProxyHeader(Buffer.concat([header, Buffer.from('EHLO')]))).toMatchObject({
      length: header.length,
    })
  })
})

test('the checksum is CRC32C (RFC 9260 B)', () => {
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283)
})

test('whatever comes, a header ends within its octets and an address is canonical', () => {
  const random = chance(15)
  const below = (most: number) => Math.floor(random() * most)
  const seeds = [
    binaryHeader({ fields: [[0x20, Buffer.alloc(40, 7)]], checksumOffBy: 0 }),
    binaryHeader({ family: 0x21, addresses: v6('20010db8000000000000000000000007') }),
    binaryHeader({ family: 0x31, addresses: Buffer.alloc(216) }),
    Buffer.from('PROXY TCP6 2001:db8::7 2001:db8::1 4711 25\r\n'),
  ]
  for (let round = 0; round < 20_000; round += 1) {
    const bytes = Buffer.from(seeds[round % seeds.length] ?? '')
    for (let flips = below(6); flips >= 0; flips -= 1) bytes[below(bytes.length)] = below(256)
    const given = bytes.subarray(0, below(bytes.length + 1))
    const header = readProxyHeader(given)
    if (header.kind !== 'header') continue
    expect(header.length).toBeLessThanOrEqual(given.length)
    // What was read stays so, however much follows.
    expect(readProxyHeader(Buffer.concat([given, Buffer.from('EHLO a\r\n')]))).toEqual(header)
    if (header.client) expect(header.client.address).toMatch(/^[0-9a-f:.]{2,45}$/)
  }
})
