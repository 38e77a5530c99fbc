import type { Facts } from './facts.ts'
import { timeInWords } from './plain.ts'
import type { Said } from './words.ts'

const REASONS: Readonly<Record<string, string>> = {
  gone: 'Its server answered that it is gone (410).',
  failing: 'It took nothing for five days.',
  person: 'Somebody turned it off.',
}

/** A destination that was turned off. */
export function sayDisabled(facts: Facts): Said {
  const [name, since] = [facts.text('name'), facts.time('failing_since')]
  const shown = facts.text('shown')?.replace(/^https?: \/\//, '')
  const says = facts.text('says', 400) ?? REASONS[facts.text('reason') ?? '']
  const about = facts.text('destination_id')
  return {
    ...(about !== undefined && { about }),
    title: `Turned off: ${name ?? 'an alert channel'}`,
    lines: [
      `Nothing is sent to ${shown ?? name ?? 'it'} any more.`,
      ...(says === undefined ? [] : [says]),
      ...(since ? [`It has failed since ${timeInWords(since)}.`] : []),
      'Once it works again, turn it on under Alerts. What was meant for it can be sent again from there.',
    ],
    label: 'Open Alerts',
    severity: 'warning',
    course: 'moment',
  }
}

/** What is wrong with the service itself, or is no more. */
export function sayTrouble(facts: Facts, type: string): Said {
  const isOver = type === 'instance.recovered'
  const [title, says, next] = [facts.text('title'), facts.text('says', 400), facts.text('next', 400)]
  const since = facts.time('since')
  const about = facts.text('finding')
  return {
    ...(about !== undefined && { about }),
    title: `${isOver ? 'Recovered' : 'Trouble'}: ${title ?? 'this service'}`,
    lines: [
      ...(says === undefined ? [] : [says]),
      ...(next === undefined || isOver ? [] : [next]),
      ...(since ? [`${isOver ? 'It began on' : 'Since'} ${timeInWords(since)}.`] : []),
    ],
    label: 'Open the doctor',
    severity: isOver ? 'good' : 'critical',
    course: isOver ? 'ends' : 'begins',
  }
}

/** What a person has sent to see that it comes. */
export const sayTest = (facts: Facts): Said => ({
  title: 'Test of an alert channel',
  lines: [
    'This is a test: alerts come this way.',
    ...[facts.text('name')].flatMap((name) => (name === undefined ? [] : [`The channel is called ${name}.`])),
  ],
  label: 'Open Alerts',
  severity: 'info',
  course: 'moment',
})
