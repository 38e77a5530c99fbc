import type { Expectations, MonitorSettings } from '../../../core/watching/monitor.ts'
import type { Invocation } from '../../command.ts'
import { readMinutes } from './times.ts'
import { readWindowList } from './windows.ts'

/** Settings as somebody wrote them; what is absent stays as it is. null: it is not expected. */
export interface Written {
  name?: string
  interval?: string | null
  grace?: string
  leastScore?: number | null
  mostDrop?: number | null
  mustPass?: string[]
  blocklists?: boolean
  records?: boolean
  windows?: MonitorSettings['windows']
}

/** What is expected where nothing is said. */
export const EXPECTED: Expectations = { mustPass: [], blocklists: true, records: true }

export const SETTING_OPTIONS = {
  every: {
    value: 'duration',
    sentence: 'A message is expected so often: "1 day", "30 min"; none takes it back. Of mail.',
  },
  grace: {
    value: 'duration',
    sentence: 'How late a message may be.',
    default: 'a tenth of --every, at least 5 minutes',
  },
  'least-score': {
    value: 'number',
    sentence: 'Alerts below this score, 0 to 10; none takes it back. Of mail.',
  },
  'most-drop': {
    value: 'points',
    sentence: 'Alerts when a score is so many points below those before; none takes it back. Of mail.',
  },
  'must-pass': {
    value: 'list',
    sentence:
      'Alerts when one of these checks fails, separated by commas: spf,dkim; none takes it back. Of mail.',
  },
  blocklists: { value: 'yes|no', sentence: 'Whether the sender or domain is looked up on blocklists.' },
  records: { value: 'yes|no', sentence: 'Whether the DNS records of the domain are watched.' },
  windows: {
    value: 'list',
    sentence:
      'Maintenance windows, in which nothing is told, separated by semicolons: "sat,sun 02:30 2h Europe/Berlin; 2026-12-24T00:00Z/2026-12-26T00:00Z"; none takes them back.',
  },
} as const

/** What the options of a command say, or what is wrong with one of them. */
export function writtenIn(invocation: Invocation): Written | string {
  let written: Written = {}
  for (const [option, read] of Object.entries(READERS)) {
    const text = invocation.value(option)
    const said = text === undefined ? {} : read(text)
    if (typeof said === 'string') return `--${option}: ${said}`
    written = { ...written, ...said }
  }
  return written
}

/** By option: what its value says, or what is wrong with it. */
const READERS: Readonly<Record<keyof typeof SETTING_OPTIONS, (text: string) => Written | string>> = {
  every: (text) => ({ interval: text === 'none' ? null : text }),
  grace: (text) => ({ grace: text }),
  'least-score': (text) => withPoints(text, (leastScore) => ({ leastScore })),
  'most-drop': (text) => withPoints(text, (mostDrop) => ({ mostDrop })),
  'must-pass': (text) => ({ mustPass: text === 'none' ? [] : listIn(text) }),
  blocklists: (text) => withSaid(text, (blocklists) => ({ blocklists })),
  records: (text) => withSaid(text, (records) => ({ records })),
  windows(text) {
    const windows = readWindowList(text)
    return typeof windows === 'string' ? windows : { windows }
  },
}

function withPoints(text: string, meaning: (points: number | null) => Written): Written | string {
  if (text === 'none') return meaning(null)
  return /^\d{1,2}(?:\.\d{1,3})?$/.test(text)
    ? meaning(Number(text))
    : `expected a number or none, found "${text}".`
}

function withSaid(text: string, meaning: (said: boolean) => Written): Written | string {
  return text === 'yes' || text === 'no' ? meaning(text === 'yes') : `expected yes or no, found "${text}".`
}

const listIn = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Settings out of what was written and what there was before, or what is wrong. */
export function settingsFrom(written: Written, before: MonitorSettings): MonitorSettings | string {
  const { expectations } = before
  const interval = intervalFrom(written, expectations.interval)
  if (typeof interval === 'string') return interval
  const leastScore = written.leastScore === undefined ? expectations.leastScore : written.leastScore
  const mostDrop = written.mostDrop === undefined ? expectations.mostDrop : written.mostDrop
  return {
    name: written.name ?? before.name,
    expectations: {
      ...(interval && { interval }),
      ...(leastScore !== undefined && leastScore !== null && { leastScore }),
      ...(mostDrop !== undefined && mostDrop !== null && { mostDrop }),
      mustPass: written.mustPass ?? expectations.mustPass,
      blocklists: written.blocklists ?? expectations.blocklists,
      records: written.records ?? expectations.records,
    },
    windows: written.windows ?? before.windows,
  }
}

function intervalFrom(
  { interval, grace }: Written,
  before: Expectations['interval'],
): Expectations['interval'] | string {
  if (interval === null) return grace === undefined ? undefined : 'Without an interval there is no grace.'
  const every = interval === undefined ? before?.everyMinutes : readMinutes(interval)
  if (every === undefined) {
    if (interval !== undefined) return noDuration('interval', interval)
    return grace === undefined ? undefined : 'Without an interval there is no grace.'
  }
  const usual = interval === undefined ? before?.graceMinutes : undefined
  const late = grace === undefined ? (usual ?? usualGrace(every)) : readMinutes(grace)
  return late === undefined ? noDuration('grace', grace ?? '') : { everyMinutes: every, graceMinutes: late }
}

const usualGrace = (everyMinutes: number) => Math.max(5, Math.round(everyMinutes / 10))

const noDuration = (what: string, text: string) =>
  `The ${what} is a duration in whole minutes, such as "30 min" or "1 day", not "${text.slice(0, 100)}".`
