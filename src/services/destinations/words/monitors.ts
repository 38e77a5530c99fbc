import { CONDITION_WORDS, conditionInShort, nextOf } from '../../monitors/condition-words.ts'
import { spaced } from '../../telling/spaced.ts'
import type { Facts } from './facts.ts'
import { points, timeInWords } from './plain.ts'
import type { Said } from './words.ts'

const MOST_REASONS = 12
const MOST_STEPS = 3
const LONGEST_ABOUT = 40

type Condition = keyof typeof CONDITION_WORDS

/** A monitor that is not as expected, or is so again. */
export function sayMonitor(facts: Facts, type: string): Said {
  const name = facts.text('name', 80) ?? 'a monitor'
  const about = facts.text('monitor_id')
  const base = { label: 'Open the monitor', ...(about !== undefined && { about }) }
  const reasons = newestFirst(facts.list('reasons'))
  const shown = reasons.slice(0, MOST_REASONS)
  const said = shown.flatMap(sayReason)
  const beside = reasons.length - shown.length + (facts.number('more_reasons') ?? 0)
  const score = facts.number('score')
  const all = [
    ...said,
    ...(beside > 0 ? [`And ${beside} more.`] : []),
    ...(score === undefined || said.some((line) => line.includes(points(score)))
      ? []
      : [`The last message scored ${points(score)} of 10.`]),
  ]
  const since = facts.time('since')
  if (type === 'monitor.recovered') {
    return {
      ...base,
      title: `Recovered: ${name}`,
      lines: [
        'Everything is as expected again.',
        ...(since ? [`What was not as expected, since ${timeInWords(since)}:`] : []),
        ...all,
      ],
      severity: 'good',
      course: 'ends',
    }
  }
  return {
    ...base,
    title: `${headline(facts, reasons)}: ${name}`,
    lines: [...all, ...sinceOf(reasons), ...stepsOf(shown)],
    severity: 'critical',
    course: 'begins',
  }
}

/** What is wrong with records does not always name the record. */
function sayReason(reason: Facts): string[] {
  const [says, about] = [reason.text('says', 400), reason.text('about', LONGEST_ABOUT)]
  if (says === undefined) return []
  return [about !== undefined && conditionOf(reason) === 'record_broken' ? `${spaced(about)}: ${says}` : says]
}

/** What is new is what an alert is about; as they came where they began together. */
function newestFirst(reasons: readonly Facts[]): Facts[] {
  const began = (reason: Facts) => reason.time('since')?.getTime() ?? 0
  return reasons.toSorted((a, b) => began(b) - began(a))
}

/** What happened, before the name: DKIM failed and 2 more. */
function headline(facts: Facts, reasons: readonly Facts[]): string {
  const [first] = reasons
  const more = reasons.length - 1 + (facts.number('more_reasons') ?? 0)
  const what = first && inShort(first)
  if (what === undefined)
    return facts.text('state') === 'silent' ? CONDITION_WORDS.nothing_received.title : 'Alert'
  return more > 0 ? `${what} and ${more} more` : what
}

function inShort(reason: Facts): string | undefined {
  const condition = conditionOf(reason)
  if (condition === undefined) return undefined
  return conditionInShort(condition, reason.text('about', LONGEST_ABOUT))
}

function conditionOf(reason: Facts): Condition | undefined {
  const condition = reason.text('condition') ?? ''
  return Object.hasOwn(CONDITION_WORDS, condition) ? (condition as Condition) : undefined
}

/** The earliest. */
function sinceOf(reasons: readonly Facts[]): string[] {
  const times = reasons.flatMap((reason) => reason.time('since')?.getTime() ?? [])
  return times.length === 0 ? [] : [`Not as expected since ${timeInWords(new Date(Math.min(...times)))}.`]
}

const OF_MESSAGES: readonly Condition[] = ['check_failed', 'score_low', 'score_dropped']

/** What to do about the gravest; one report says it of all that a message is judged by. */
function stepsOf(reasons: readonly Facts[]): string[] {
  const known = reasons.flatMap((reason) => {
    const condition = conditionOf(reason)
    return condition === undefined ? [] : [{ condition, says: reason.text('says', 400) }]
  })
  const ofMessages = known.find(({ condition }) => OF_MESSAGES.includes(condition))?.condition
  const steps = known
    .filter(({ condition }) => condition === ofMessages || !OF_MESSAGES.includes(condition))
    .map(({ condition, says }) => nextOf(condition, says))
  return [...new Set(steps)].slice(0, MOST_STEPS)
}
