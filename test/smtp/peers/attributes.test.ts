import { describe, expect, test } from 'bun:test'
import { readAttributes } from '../../../src/smtp/peers/attributes.ts'

const read = (line: string) => {
  const attributes = readAttributes('XFORWARD', line)
  return 'unreadable' in attributes ? attributes : Object.fromEntries(attributes)
}

describe('attributes', () => {
  test('are read in any case, the last of a name counts', () => {
    expect(read('XFORWARD name=a.example ADDR=192.0.2.1  Helo=b.example PORT=4711 PROTO=ESMTP')).toEqual({
      NAME: 'a.example',
      ADDR: '192.0.2.1',
      HELO: 'b.example',
      PORT: '4711',
      PROTO: 'ESMTP',
    })
    expect(read('xforward HELO=a HELO=b')).toEqual({ HELO: 'b' })
  })

  test.each([
    ['ADDR=IPV6:2001:DB8:0::1', { ADDR: '2001:db8::1' }],
    ['ADDR=2001:db8::1', { ADDR: '2001:db8::1' }],
    ['ADDR=::ffff:192.0.2.1', { ADDR: '192.0.2.1' }],
    ['ADDR=10.0.0.1', { ADDR: '10.0.0.1' }],
    ['HELO=+5B192.0.2.1+5D', { HELO: '[192.0.2.1]' }],
    ['HELO=[192.0.2.1]', { HELO: '[192.0.2.1]' }],
    ['HELO=a+b', { HELO: 'a+b' }],
    ['HELO=b+C3+BCcher.example', { HELO: 'bücher.example' }],
    ['HELO=a=b', { HELO: 'a=b' }],
    [
      'NAME=[UNAVAILABLE] ADDR=[unavailable] HELO=[TempUnavail]',
      { NAME: undefined, ADDR: undefined, HELO: undefined },
    ],
    ['HELO=+5BUNAVAILABLE+5D', { HELO: undefined }],
    ['HELO=', { HELO: undefined }],
    ['SOURCE=local', { SOURCE: 'LOCAL' }],
    ['IDENT=4Bxyz', { IDENT: '4Bxyz' }],
  ])('%s', (words, attributes) => {
    expect(read(`XFORWARD ${words}`)).toEqual(attributes)
  })

  test.each([
    '',
    'ADDR',
    '=192.0.2.1',
    'ADDR=192.0.2.256',
    'ADDR=somewhere',
    'ADDR=unix:/run/x',
    'ADDR=192.0.2.1+00',
    'ADDR=[192.0.2.1]',
    'HELO=a+0D+0Ab',
    'HELO=a+00',
    'HELO=a+20b',
    'HELO=+FF',
    'HELO=\u0000',
    `HELO=${'x'.repeat(256)}`,
    'PORT=65536',
    'PORT=-1',
    'SOURCE=ELSEWHERE',
    'LOGIN=somebody',
    'SHELL=sh',
    'HELO=a.example nothing',
  ])('%j is refused as a whole', (words) => {
    const first = words === '' ? '' : 'HELO=b.example '
    expect(read(`XFORWARD ${first}${words}`)).toHaveProperty('unreadable')
  })

  test('of XCLIENT are others', () => {
    const attributes = readAttributes('XCLIENT', 'XCLIENT LOGIN=a DESTADDR=192.0.2.9 DESTPORT=25')
    expect('unreadable' in attributes).toBe(false)
    expect(readAttributes('XCLIENT', 'XCLIENT SOURCE=LOCAL')).toHaveProperty('unreadable')
  })
})
