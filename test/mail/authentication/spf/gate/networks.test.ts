import { describe, expect, test } from 'bun:test'
import {
  cellsOf,
  isEverybody,
  isIn,
  pointOf,
  type Range,
  rangeOf,
} from '../../../../../src/mail/authentication/spf/gate/networks.ts'

const range = (address: string, family: 4 | 6, prefix?: number) => rangeOf(address, family, prefix) as Range

describe('networks', () => {
  test('hold their first and their last address, and none beside', () => {
    const ranges = [range('192.0.2.77', 4, 24), range('2001:db8::1', 6, 127)]
    const held = ['192.0.2.0', '192.0.2.255', '2001:db8::', '2001:db8::1']
    const beside = ['192.0.1.255', '192.0.3.0', '2001:db8::2', '::c000:24d']
    for (const [addresses, isHeld] of [
      [held, true],
      [beside, false],
    ] as const) {
      for (const address of addresses) {
        const point = pointOf(address)
        expect(point && isIn(point, ranges)).toBe(isHeld)
      }
    }
  })

  test('a mapped client is IPv4, and a mapped network holds no IPv4 client', () => {
    expect(pointOf('::ffff:192.0.2.1')).toEqual(pointOf('192.0.2.1'))
    const point = pointOf('192.0.2.1')
    expect(point && isIn(point, [range('::ffff:192.0.2.1', 6)])).toBe(false)
  })

  test('cut the address spaces at their borders', () => {
    const cells = cellsOf([range('192.0.2.0', 4, 24), range('192.0.2.128', 4, 25)])
    expect(cells.filter(({ family }) => family === 4).map(({ value }) => value)).toEqual([
      0n,
      0xc0000200n,
      0xc0000280n,
      0xc0000300n,
    ])
    expect(cells.filter(({ family }) => family === 6)).toHaveLength(1)
    expect(cellsOf([range('255.255.255.255', 4), range('0.0.0.0', 4, 0)]).at(-2)?.value).toBe(0xffffffffn)
  })
})

test.each<[string, Range[], boolean]>([
  ['all of IPv4', [range('0.0.0.0', 4, 0)], true],
  ['in halves', [range('0.0.0.0', 4, 1), range('128.0.0.0', 4, 1)], true],
  ['one half', [range('128.0.0.0', 4, 1)], true],
  ['a quarter, twice', [range('128.0.0.0', 4, 2), range('128.0.0.0', 4, 2)], false],
  ['two quarters', [range('64.0.0.0', 4, 2), range('128.0.0.0', 4, 2)], true],
  ['what IPv6 gives out', [range('2000::', 6, 3)], true],
  ['a big network', [range('10.0.0.0', 4, 8), range('2001:db8::', 6, 32)], false],
])('everybody: %s', (_what, ranges, isSo) => {
  expect(isEverybody(ranges)).toBe(isSo)
})
