import { describe, expect, test } from 'bun:test'
import { PROVIDERS } from '../../../src/mail/providers/matrix.ts'
import {
  columnName,
  namedColumns,
  USUAL_COLUMNS,
  usualColumns,
} from '../../../src/services/provider-columns/usual.ts'

const KNOWN = PROVIDERS.map(({ check }) => check)
const short = (checks: readonly string[] | undefined) => checks?.map(columnName).join(' ')

describe('the providers that are shown where nobody chose', () => {
  test.each([
    ['example.org', 'gmail yahoo outlook apple gmx'],
    ['example.de', 'gmail outlook apple gmx tonline'],
    ['mail.example.berlin', 'gmail outlook apple gmx tonline'],
    ['web.de', 'gmail outlook apple gmx tonline'],
    ['gmx.net', 'gmail outlook apple gmx tonline'],
    ['not-gmx.net', 'gmail yahoo outlook apple gmx'],
    ['example.ch', 'gmail outlook apple gmx tonline'],
    ['example.FR.', 'gmail yahoo outlook laposte orange'],
    ['laposte.net', 'gmail yahoo outlook laposte orange'],
    ['boutique.example.re', 'gmail yahoo outlook laposte orange'],
    ['', 'gmail yahoo outlook apple gmx'],
    [undefined, 'gmail yahoo outlook apple gmx'],
  ])('%s', (from, expected) => {
    const found = usualColumns(from, KNOWN)
    expect(found).toHaveLength(USUAL_COLUMNS)
    expect(short(found)).toBe(expected)
  })

  test('of a report that judges fewer all are shown', () => {
    const five = KNOWN.slice(0, 5)
    expect(usualColumns('example.de', five)).toEqual(five)
    expect(short(usualColumns('example.de', KNOWN.slice(0, 7)))).toBe('gmail yahoo outlook apple gmx')
    expect(usualColumns('example.fr', [])).toEqual([])
  })
})

describe('the providers that somebody names', () => {
  test.each([
    [['gmx', 'gmail'], 'gmail gmx'],
    [['orange,tonline'], 'orange tonline'],
    [['gmail', 'gmail', 'gmail,gmail'], 'gmail'],
    [['nobody', 'gmx', '../../etc', ''], 'gmx'],
    [['nobody'], undefined],
    [['provider-gmx'], undefined],
    [[], undefined],
  ])('%p', (named, expected) => {
    expect(short(namedColumns(named, KNOWN))).toBe(expected as string)
  })

  test('a long list is read to its bound', () => {
    expect(namedColumns([`${'x,'.repeat(100_000)}gmx`], KNOWN)).toBeUndefined()
    expect(namedColumns(Array(100_000).fill('x'), KNOWN)).toBeUndefined()
  })
})
