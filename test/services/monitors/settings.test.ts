import { expect, test } from 'bun:test'
import type { Expectations, MaintenanceWindow } from '../../../src/core/watching/monitor.ts'
import { readSettings } from '../../../src/services/monitors/settings.ts'
import { NOTHING_EXPECTED } from '../../support/monitors.ts'

const CHECKS = new Set(['spf'])

const problem = (changes: {
  name?: string
  expectations?: Partial<Expectations>
  windows?: readonly unknown[]
}) => {
  const read = readSettings(
    {
      name: changes.name ?? 'x',
      expectations: { ...NOTHING_EXPECTED, ...changes.expectations },
      windows: (changes.windows ?? []) as MaintenanceWindow[],
    },
    'mail',
    CHECKS,
  )
  return read.ok ? undefined : 'reason' in read.refusal && read.refusal.reason
}
const weekly = { kind: 'weekly', days: [1], at: '02:30', minutes: 60, zone: 'Europe/Berlin' } as const
const hours = (count: number) => new Date(Date.UTC(2026, 11, 24, count))
const once = { kind: 'once', from: hours(0), until: hours(1) } as const

test.each([
  ['no name', { name: ' ' }, 'Enter a name'],
  ['a name that is too long', { name: 'x'.repeat(101) }, '1 to 100 characters'],
  ['a name of two lines', { name: 'a\nb' }, 'control characters'],
  ['a check that there is not', { expectations: { mustPass: ['sp'] } }, 'There is no check "sp"'],
  ['a score above 10', { expectations: { leastScore: 10.1 } }, '0 to 10'],
  ['a score below 0', { expectations: { leastScore: -1 } }, '0 to 10'],
  ['two decimals', { expectations: { leastScore: 8.55 } }, 'one decimal'],
  ['a score that is none', { expectations: { leastScore: Number.NaN } }, '0 to 10'],
  ['a drop of nothing', { expectations: { mostDrop: 0 } }, '0.1 to 10'],
  [
    'an interval of nothing',
    { expectations: { interval: { everyMinutes: 0, graceMinutes: 0 } } },
    '1 minute',
  ],
  ['half a minute', { expectations: { interval: { everyMinutes: 1.5, graceMinutes: 0 } } }, '1 minute'],
  [
    'an interval of years',
    { expectations: { interval: { everyMinutes: 401 * 1440, graceMinutes: 0 } } },
    '400 days',
  ],
  ['a grace below 0', { expectations: { interval: { everyMinutes: 5, graceMinutes: -1 } } }, '0 minutes'],
  ['a grace of months', { expectations: { interval: { everyMinutes: 5, graceMinutes: 50_000 } } }, '30 days'],
  ['a window that ends first', { windows: [{ ...once, until: hours(0) }] }, 'after it begins'],
  ['a window of a week and an hour', { windows: [{ ...once, until: hours(169) }] }, 'at most 7 days'],
  ['a window at no time', { windows: [{ ...once, from: new Date(Number.NaN) }] }, 'begins at a time'],
  ['no day', { windows: [{ ...weekly, days: [] }] }, 'a day of the week'],
  ['an eighth day', { windows: [{ ...weekly, days: [8] }] }, '1 (Monday) to 7'],
  ['half a day', { windows: [{ ...weekly, days: [1.5] }] }, '1 (Monday) to 7'],
  ['a time that is none', { windows: [{ ...weekly, at: '24:00' }] }, 'such as 02:30'],
  ['a time without its minutes', { windows: [{ ...weekly, at: '2:30' }] }, 'such as 02:30'],
  ['a window of nothing', { windows: [{ ...weekly, minutes: 0 }] }, '1 minute to 7 days'],
  ['a window longer than a week', { windows: [{ ...weekly, minutes: 10_081 }] }, '1 minute to 7 days'],
  ['a zone that is none', { windows: [{ ...weekly, zone: 'Europe/Nowhere' }] }, 'Europe/Berlin or UTC'],
  ['an offset for a zone', { windows: [{ ...weekly, zone: '+02:00' }] }, 'Europe/Berlin or UTC'],
  ['an empty zone', { windows: [{ ...weekly, zone: '' }] }, 'Europe/Berlin or UTC'],
  ['too many windows', { windows: Array(21).fill(once) }, 'at most 20'],
] as const)('%s is refused', (_name, changes, says) => {
  expect(problem(changes)).toContain(says)
})

test.each([
  ['nothing expected', {}],
  ['the bounds of all', { expectations: { leastScore: 10, mostDrop: 0.1, mustPass: ['spf'] } }],
  ['an interval', { expectations: { interval: { everyMinutes: 400 * 1440, graceMinutes: 30 * 1440 } } }],
  ['windows', { windows: [once, { ...once, until: hours(168) }, weekly, { ...weekly, zone: 'UTC' }] }],
  ['as many windows as may be', { windows: Array(20).fill(weekly) }],
] as const)('%s is kept', (_name, changes) => {
  expect(problem(changes)).toBeUndefined()
})
