import { MAX_SCORE } from '../../../core/report.ts'
import type { Expectations, MonitorKind, MonitorSettings } from '../../../core/watching/monitor.ts'
import type { Fields } from '../../forms/fields.ts'
import { type Filled, type Problem, problemsOf, unfilled } from '../../forms/problems.ts'
import type { SettingsForm } from '../../pages/monitors/fields.tsx'
import { SPAN_UNITS, type SpanUnit, spanOf } from '../../words/expectations.ts'

/** A form as it was sent. */
export interface SentSettings extends SettingsForm {
  /** What is asked for. Absent: something is wrong. */
  asked?: Omit<MonitorSettings, 'windows'>
}

const LONGEST_NAME = 100
const LONGEST_CHECK = 100
/** Of an interval where nothing is said of how late it may be, and at least so many minutes. */
const USUAL_GRACE = { share: 0.1, least: 5, most: 30 * 24 * 60 }
const MOST_MINUTES = 366 * 24 * 60

/** What a new form holds: what most people expect of their mail. */
export function newForm(kind: MonitorKind, checks: readonly { name: string }[]): SettingsForm {
  const usual = ['spf', 'dkim', 'dmarc'].filter((name) => checks.some((one) => one.name === name))
  const looks = { records: 'yes', blocklists: 'yes' }
  if (kind === 'domain') return { filled: unfilled(looks), mustPass: [] }
  return { filled: unfilled({ least_score: '8', most_drop: '1', ...looks }), mustPass: usual }
}

/** The form of settings that are there. */
export function formOf({ name, expectations }: MonitorSettings): SettingsForm {
  const { interval, leastScore, mostDrop, mustPass, blocklists, records } = expectations
  const typed = {
    name,
    ...(interval && { ...typedSpan('every', interval.everyMinutes) }),
    ...(interval && { ...typedSpan('grace', interval.graceMinutes) }),
    ...(leastScore !== undefined && { least_score: String(leastScore) }),
    ...(mostDrop !== undefined && { most_drop: String(mostDrop) }),
    ...(records && { records: 'yes' }),
    ...(blocklists && { blocklists: 'yes' }),
  }
  return { filled: unfilled(typed), mustPass }
}

function typedSpan(name: string, minutes: number): Filled['typed'] {
  const { n, unit } = spanOf(minutes)
  return { [name]: String(n), [`${name}_unit`]: unit }
}

const TYPED = ['name', 'every', 'every_unit', 'grace', 'grace_unit', 'least_score', 'most_drop'] as const

/** Reads the form of a monitor's settings. */
export function settingsForm(fields: Fields, kind: MonitorKind): SentSettings {
  const looks = fields.all('looks')
  const [blocklists, records] = [looks.includes('blocklists'), looks.includes('records')]
  const mustPass = [...new Set(fields.all('must_pass').filter((name) => name.length <= LONGEST_CHECK))]
  const typed: Record<string, string> = Object.fromEntries(TYPED.map((name) => [name, fields.text(name)]))
  if (blocklists) typed['blocklists'] = 'yes'
  if (records) typed['records'] = 'yes'
  const name = typed['name'] ?? ''
  const of = kind === 'mail' ? messagesIn(fields) : { problems: [], expected: {} }
  const problems = problemsOf(
    (name === '' || [...name].length > LONGEST_NAME) && {
      field: 'name',
      says: `Enter a name of at most ${LONGEST_NAME} characters.`,
    },
    ...of.problems,
  )
  const filled = { typed, problems }
  if (problems.length > 0) return { filled, mustPass }
  const chosen = kind === 'mail' ? mustPass : []
  return {
    filled,
    mustPass,
    asked: { name, expectations: { ...of.expected, mustPass: chosen, blocklists, records } },
  }
}

type OfMessages = Pick<Expectations, 'interval' | 'leastScore' | 'mostDrop'>

/** What is expected of messages. */
function messagesIn(fields: Fields): { problems: Problem[]; expected: OfMessages } {
  const every = minutesIn(fields, 'every')
  const grace = minutesIn(fields, 'grace')
  const least = scoreIn(fields.text('least_score'), 0)
  const drop = scoreIn(fields.text('most_drop'), 0.1)
  const problems = problemsOf(
    (every === 'wrong' || every === 0) && {
      field: 'every',
      says: 'Enter how often a message is expected: a whole number, at most 366 days.',
    },
    grace === 'wrong' && {
      field: 'grace',
      says: 'Enter how late a message may be: a whole number, at most 366 days.',
    },
    every === undefined &&
      grace !== undefined && { field: 'every', says: 'Enter how often a message is expected.' },
    least === 'wrong' && { field: 'least_score', says: `Enter a score from 0 to ${MAX_SCORE}, such as 8.5.` },
    drop === 'wrong' && { field: 'most_drop', says: `Enter points from 0.1 to ${MAX_SCORE}, such as 1.5.` },
  )
  return {
    problems,
    expected: {
      ...(typeof every === 'number' && {
        interval: {
          everyMinutes: every,
          graceMinutes: typeof grace === 'number' ? grace : usualGrace(every),
        },
      }),
      ...(typeof least === 'number' && { leastScore: least }),
      ...(typeof drop === 'number' && { mostDrop: drop }),
    },
  }
}

const usualGrace = (minutes: number) =>
  Math.min(USUAL_GRACE.most, Math.max(USUAL_GRACE.least, Math.round(minutes * USUAL_GRACE.share)))

/** Minutes of a number and its unit. Absent: nothing was typed. */
export function minutesIn(fields: Fields, name: string): number | 'wrong' | undefined {
  const text = fields.text(name)
  if (text === '') return undefined
  const unit = fields.text(`${name}_unit`)
  if (!/^\d{1,6}$/.test(text) || !isUnit(unit)) return 'wrong'
  const minutes = Number(text) * SPAN_UNITS[unit]
  return minutes <= MOST_MINUTES ? minutes : 'wrong'
}

const isUnit = (text: string): text is SpanUnit => Object.hasOwn(SPAN_UNITS, text)

/** A score or a difference of scores with one decimal, also as it is written with a comma. */
function scoreIn(text: string, least: number): number | 'wrong' | undefined {
  if (text === '') return undefined
  const score = /^\d{1,2}(?:[.,]\d)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  return score >= least && score <= MAX_SCORE ? score : 'wrong'
}
