import { findLeftovers, type Leftovers } from '../../../mail/content/placeholders/leftovers.ts'
import { judgeLeftovers, type LeftoverCode } from '../../../mail/content/placeholders/remarks.ts'
import type { ParsedMessage } from '../../../mail/reading/message.ts'
import { type Analyzer, conclude, neutral, priced } from '../../analyzer.ts'
import { WRITER } from '../../telling/people.ts'

const WEIGHT = 0.5
const COSTS = {
  'placeholder-in-subject': 0.5,
  'placeholder-in-header': 0.5,
  'placeholder-in-body': 0.5,
  'placeholder-in-link': 0.5,
  'value-missing': 0.5,
  'filler-text': 0.5,
  'greeting-without-name': 0.3,
} satisfies Record<LeftoverCode, number>
/** People slip in greetings too, and write about filler text. */
const COSTS_OF_PEOPLE = { ...COSTS, 'greeting-without-name': 0, 'filler-text': 0 }

/** Trackers and forums pass on what people write; what a shop sends stands in no conversation. */
const CONVERSATION = ['list-id', 'in-reply-to', 'references']
const passesOn = (message: ParsedMessage) => CONVERSATION.some((key) => message.first(key) !== undefined)

/** Whether a template's fields were all filled in. */
export const placeholders: Analyzer = {
  name: 'placeholders',
  group: 'content',
  title: 'Placeholders',
  asks: 'Was every template field filled in?',
  why: 'A field that was left empty tells every reader that a program wrote to them.',
  who: WRITER,
  weight: WEIGHT,
  costs: COSTS,
  run({ message, facts }) {
    const html = facts.html()
    if (!html && !message.text?.trim() && message.subject.trim() === '')
      return neutral('There is nothing to read.')
    const { kind } = facts.kind()
    const people = kind === 'personal' || kind === 'list' || (kind === 'transactional' && passesOn(message))
    const leftovers = findLeftovers(message, html, facts.links(), people)
    return conclude(WEIGHT, {
      findings: priced(judgeLeftovers(leftovers), people ? COSTS_OF_PEOPLE : COSTS),
      passed: 'No template field was left unfilled.',
      quotes: quotesOf(leftovers),
    })
  },
}

function quotesOf({ placeholders: left, missing, namelessGreeting }: Leftovers): Record<string, string> {
  const lines: [where: string, text: string][] = [
    ...left.flatMap(({ where, found }) => found.map(({ text }) => [where, text] as [string, string])),
    ...missing.map(({ where, text }) => [where, text] as [string, string]),
    ...(namelessGreeting === undefined ? [] : [['the greeting', namelessGreeting] as [string, string]]),
  ]
  const byPlace = Map.groupBy(lines, ([where]) => where)
  return Object.fromEntries(
    [...byPlace].map(([where, some]) => [
      `left in ${where}`,
      some
        .slice(0, 20)
        .map(([, text]) => text)
        .join('\n')
        .slice(0, 2_000),
    ]),
  )
}
