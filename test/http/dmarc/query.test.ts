import { describe, expect, test } from 'bun:test'
import { dmarcQuery } from '../../../src/http/dmarc/query.ts'
import { dateOfDay, isSettled } from '../../../src/services/aggregates/window.ts'
import { AUTHENTICATED, REPORTER, RESULT } from '../../../src/services/api-description/dmarc/parameters.ts'

const now = new Date('2026-11-20T23:59:59.999Z')
const read = (query: string) =>
  dmarcQuery(new URL(`http://x/?${query}`), [RESULT, AUTHENTICATED, REPORTER], now)

function asked(query: string) {
  const found = read(query)
  if ('flaw' in found) throw new Error(found.flaw)
  return found
}

describe('the window', () => {
  test.each([
    ['', '2026-10-22', '2026-11-20', 30],
    ['days=1', '2026-11-20', '2026-11-20', 1],
    ['days=366', '2025-11-20', '2026-11-20', 366],
    ['from=2026-11-01', '2026-11-01', '2026-11-20', 20],
    ['to=2026-03-01', '2026-01-31', '2026-03-01', 30],
    ['from=2024-02-29&to=2024-02-29', '2024-02-29', '2024-02-29', 1],
    ['from=2026-11-01T23:30:00-01:00&to=2026-11-03', '2026-11-02', '2026-11-03', 2],
    ['from=2026-11-01t00:00:00.123456z&to=2026-11-01', '2026-11-01', '2026-11-01', 1],
    ['unknown=1&result=pass', '2026-10-22', '2026-11-20', 30],
  ])('%s', (query, from, to, count) => {
    const { window } = asked(query)
    expect([dateOfDay(window.from), dateOfDay(window.to), window.to - window.from + 1]).toEqual([
      from,
      to,
      count,
    ])
  })

  test.each([
    ['days=0', 'days must be an integer between 1 and 366'],
    ['days=367', 'days must be an integer between 1 and 366'],
    ['days=1.5', 'days must be an integer between 1 and 366'],
    ['days=', 'days must be an integer between 1 and 366'],
    ['days=7&to=2026-11-01', 'days cannot be combined with from or to'],
    ['days=7&from=', 'days cannot be combined with from or to'],
    ['from=2026-02-30', 'from must be a date as YYYY-MM-DD, or an RFC 3339 time'],
    ['from=yesterday', 'from must be a date as YYYY-MM-DD, or an RFC 3339 time'],
    ['to=2026-13-01', 'to must be a date as YYYY-MM-DD, or an RFC 3339 time'],
    ['to=2026-11-01T25:00:00Z', 'to must be a date as YYYY-MM-DD, or an RFC 3339 time'],
    ['to=1969-12-31', 'to must be a date as YYYY-MM-DD, or an RFC 3339 time'],
    ['to=9999-12-31', 'to must be a date as YYYY-MM-DD, or an RFC 3339 time'],
    ['from=2026-11-02&to=2026-11-01', 'from must not be later than to'],
    ['from=2026-11-21', 'from must not be later than to'],
    ['from=2024-01-01&to=2026-01-01', 'from must begin a window of at most 366 days'],
    ['result=maybe', 'result must be one of pass, fail'],
    ['result=', 'result must be one of pass, fail'],
    ['authenticated=1', 'authenticated must be one of true, false'],
  ])('%s is 400', (query, flaw) => {
    expect(read(query)).toEqual({ flaw: `invalid parameter: ${flaw}` })
  })

  test('is settled when its last day was two days ago', () => {
    const settled = (to: string) => isSettled(asked(`from=2026-11-01&to=${to}`).window, now)
    expect(settled('2026-11-18')).toBe(true)
    expect(settled('2026-11-19')).toBe(false)
  })
})

describe('what else is asked', () => {
  test('authenticated goes with the window, and is absent where nobody asks', () => {
    expect(asked('authenticated=true').window.authenticated).toBe(true)
    expect(asked('authenticated=false').window.authenticated).toBe(false)
    expect('authenticated' in asked('').window).toBe(false)
  })

  test('a reporter is known by its name, whatever its case and blanks; an empty one is none', () => {
    expect(asked('reporter=%20Yahoo%09%20Inc.').reporter).toBe('yahoo inc.')
    expect(asked('reporter=ÜBER').reporter).toBe('über')
    expect('reporter' in asked('reporter=+')).toBe(false)
  })
})
