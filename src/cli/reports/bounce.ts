import { CHECK_WORDS } from '../../analysis/telling/check-words.ts'
import type { ExplainedBounce } from '../../core/bounce.ts'
import {
  isBounce,
  kindOfBounce,
  NO_RULE,
  namedIn,
  SECONDARY,
  standingOf,
  type ToldFailure,
  titleOf,
  toldFailures,
  whoseOf,
} from '../../services/bounces/told.ts'
import { harmless } from './harmless.ts'
import { PLAIN, type Screen, styled } from './screen.ts'
import { INDENT, wrapped } from './wrapped.ts'

/** Lines of an answer, and recipients, that are shown. */
const MOST_LINES = 20
const MOST_RECIPIENTS = 10

/** What came back of mail, for people. */
export function bounceText(bounce: ExplainedBounce, screen: Screen): string {
  const explained = harmless(bounce)
  const { more = 0 } = explained
  const facts = namedIn(explained).map(([name, text]) => `${name}: ${inOneLine(text)}`)
  return [
    styled(screen, 'bold', kindOfBounce(explained)),
    ...facts.map((fact) => wrapped(fact, '', screen.width)),
    ...toldFailures(explained).flatMap((failure) => ['', ...failureLines(failure, screen)]),
    ...(more > 0 ? ['', `${more} more recipients are not in this list.`] : []),
    '',
  ].join('\n')
}

/** What stands above the report of a message that is a bounce, or carries one; '' where it is none. */
export function bounceAbove(
  bounce: ExplainedBounce | undefined,
  { screen = PLAIN, brief = false }: { screen?: Screen; brief?: boolean },
): string {
  if (!bounce) return ''
  const is = isBounce(bounce) ? 'This message is a bounce' : 'This message is a report of delivery'
  if (brief) return `${is}: "mailgauge bounce" explains it.\n\n`
  const says = `${is}. This is what it says of the mail that it is about; the score below is about the message that arrived.`
  return `${wrapped(says, '', screen.width)}\n\n${bounceText(bounce, screen)}\n`
}

function failureLines(failure: ToldFailure, screen: Screen): string[] {
  const { meaning, advice, checks, rule } = failure
  const whose = whoseOf(failure)
  const { grade, words, says } = standingOf(failure)
  const line = (text: string) => wrapped(text, INDENT, screen.width)
  return [
    `${styled(screen, grade, words)}: ${styled(screen, 'bold', titleOf(failure))}`,
    ...recipientLines(failure, screen),
    line(meaning),
    line(says),
    ...advice.map((one) => line(`→ ${one}`)),
    ...(whose === undefined ? [] : [line(`${whose}.`)]),
    ...(checks.length > 0 ? [line(`Checks that show it: ${checks.map(titleOfCheck).join(', ')}`)] : []),
    ...answerLines(failure, screen),
    line(rule ? `See ${sourceOf(rule)}` : NO_RULE),
  ]
}

const titleOfCheck = (name: string) => CHECK_WORDS.get(name)?.title ?? name

function sourceOf({ source, date, secondary }: NonNullable<ToldFailure['rule']>): string {
  return `${source} (${date}${secondary ? `, ${SECONDARY}` : ''})`
}

function recipientLines({ recipients, count }: ToldFailure, screen: Screen): string[] {
  if (recipients.length === 0) return []
  const shown = recipients.slice(0, MOST_RECIPIENTS).map(inOneLine)
  const rest = count > shown.length ? ` and ${count - shown.length} more` : ''
  return [wrapped(`To: ${shown.join(', ')}${rest}`, INDENT, screen.width)]
}

function answerLines({ reply, remote }: ToldFailure, screen: Screen): string[] {
  if (reply.text === '') return []
  const lines = reply.text.split(/\r?\n/)
  return [
    `${INDENT}${remote === undefined ? 'The answer' : `What ${inOneLine(remote)} answered`}:`,
    ...lines.slice(0, MOST_LINES).map((text) => wrapped(text, `${INDENT}  `, screen.width)),
    ...(lines.length > MOST_LINES ? [`${INDENT}  …`] : []),
  ]
}

const inOneLine = (text: string) => text.replace(/[\n\t]/g, ' ')
