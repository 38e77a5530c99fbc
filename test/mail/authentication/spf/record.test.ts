import { describe, expect, test } from 'bun:test'
import { parseSpf } from '../../../../src/mail/authentication/spf/record.ts'
import { inCheapOrder, withAddress } from '../../../../src/mail/authentication/spf/repair/placing.ts'

describe('what is valid', () => {
  test.each([
    'v=spf1',
    'v=spf1  -all ',
    'V=SPF1 A MX/24//64 A:b.example/0//0 -ALL',
    'v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 ip6:::ffff:1.2.3.4 ?all',
    'v=spf1 a:%{d}.example.org exists:%{ir}.%{v}._spf.%{d2} include:%{l1r+-}._u.%{o} ptr:x.example. -all',
    'v=spf1 include=x.example ip4=192.0.2.1 a=b -all',
    'v=spf1 unknown-modifier=%{i}%%%_ unknown.2= redirect=_spf.%{d}',
    'v=spf1 exists:%{d}',
    'v=spf1 mx:a-b.c-d.xn--p1ai ptr',
    'v=spf1 a:foo:8080.example.com',
  ])('%s', (text) => {
    expect(parseSpf(text).errors).toEqual([])
  })
})

describe('what is not, and where', () => {
  test.each<[string, number, string | undefined]>([
    ['v=spf1 ipv4:192.0.2.1 -all', 8, 'ip4:192.0.2.1'],
    ['v=spf1 -ipv6:2001:DB8::1 -all', 8, '-ip6:2001:db8::1'],
    ['v=spf1 ip4:2001:db8::1 -all', 8, 'ip6:2001:db8::1'],
    ['v=spf1 a:192.0.2.1 -all', 8, 'ip4:192.0.2.1'],
    ['v=spf1 192.0.2.1 -all', 8, 'ip4:192.0.2.1'],
    ['v=spf1 ip4:192.0.2.1/33 -all', 8, undefined],
    ['v=spf1 redirect:x.example', 8, 'redirect=x.example'],
    ['v=spf1 mx -all; ', 11, '-all'],
    ['v=spf1 mx -all.', 11, '-all'],
    ['v=spf1 include:x.example, -all', 8, 'include:x.example'],
    ['v=spf1 ip4:192.0.2.01 -all', 8, undefined],
    ['v=spf1 ip4:192.0.2.1/08 -all', 8, 'ip4:192.0.2.1/8'],
    ['v=spf1 ip4: -all', 8, undefined],
    ['v=spf1 ip4 -all', 8, undefined],
    ['v=spf1 include -all', 8, undefined],
    ['v=spf1 include: -all', 8, undefined],
    ['v=spf1 include:localhost -all', 8, undefined],
    ['v=spf1 a:example.1 -all', 8, undefined],
    ['v=spf1 a:x.example/33 -all', 8, undefined],
    ['v=spf1 a:x.example//129 -all', 8, undefined],
    ['v=spf1 a:/24 -all', 8, undefined],
    ['v=spf1 exists:%{x}.example -all', 8, undefined],
    ['v=spf1 exists:%{i0}.example -all', 8, undefined],
    ['v=spf1 exists:%{i.example -all', 8, undefined],
    ['v=spf1 exists:100%.example -all', 8, undefined],
    ['v=spf1 exists:%{c}.example -all', 8, undefined],
    ['v=spf1 all:x.example', 8, undefined],
    ['v=spf1 =x.example', 8, undefined],
    ['v=spf1 9x=y -all', 8, undefined],
    ['v=spf1 - all', 8, undefined],
    ['v=spf1 redirect=a.example redirect=b.example', 27, undefined],
    ['v=spf1 exp=a.example exp=b.example -all', 22, undefined],
    ['v=spf1 mx\tip4:192.0.2.1 -all', 10, undefined],
    ['v=spf1 \u0096all', 8, '-all'],
  ])('%p', (text, at, fix) => {
    const [error] = parseSpf(text).errors
    expect(error?.at).toBe(at)
    expect(error?.fix).toBe(fix as string)
  })

  test('a correction is itself valid', () => {
    for (const text of ['ipv4:192.0.2.1', 'redirect:x.example', '-all;', 'mx:192.0.2.1/24']) {
      const fix = parseSpf(`v=spf1 ${text}`).errors[0]?.fix
      expect(parseSpf(`v=spf1 ${fix}`).errors).toEqual([])
    }
  })

  test('every faulty term is named', () => {
    const { errors } = parseSpf('v=spf1 ipv4:192.0.2.1 mx include: foo -all')
    expect(errors.map(({ term }) => term)).toEqual(['ipv4:192.0.2.1', 'include:', 'foo'])
  })

  test('a hostile record is read in bounded time and size', () => {
    for (const filler of ['%', '%{', '%{i}', '/', '//1', ':', 'a:', '=', '\u00ff', 'ip4:1.', '+']) {
      const { errors } = parseSpf(`v=spf1 ${filler.repeat(30_000)}`)
      expect(JSON.stringify(errors).length).toBeLessThan(10_000)
      parseSpf(`v=spf1 ${`${filler} `.repeat(20_000)}`)
    }
  })
})

describe('letting an address in', () => {
  test.each([
    ['v=spf1 -all', 'v=spf1 ip4:192.0.2.1 -all'],
    ['v=spf1 mx ~ALL exp=x.example', 'v=spf1 mx ip4:192.0.2.1 ~ALL exp=x.example'],
    ['v=spf1 redirect=x.example', 'v=spf1 ip4:192.0.2.1 redirect=x.example'],
    ['v=spf1 mx', 'v=spf1 mx ip4:192.0.2.1'],
    ['v=spf1', 'v=spf1 ip4:192.0.2.1'],
    ['v=spf1 -all a', 'v=spf1 ip4:192.0.2.1 -all a'],
  ])('%s', (text, wanted) => {
    expect(withAddress(text, '192.0.2.1')[0]).toEqual({ text: wanted, moved: false })
  })

  test('then in front, then where what asks nothing comes first', () => {
    expect(withAddress('v=spf1 a include:x.example -all', '192.0.2.1').map(({ text }) => text)).toEqual([
      'v=spf1 a include:x.example ip4:192.0.2.1 -all',
      'v=spf1 ip4:192.0.2.1 a include:x.example -all',
      'v=spf1 ip4:192.0.2.1 include:x.example a -all',
    ])
  })

  test('terms that do not pass keep their place', () => {
    expect(inCheapOrder('v=spf1 a -mx ip4:192.0.2.1 ~all')).toBe('v=spf1 a -mx ip4:192.0.2.1 ~all')
  })
})
