import { plainName } from '../../../core/mailbox.ts'
import { dayInWords } from '../../telling/days.ts'

const LONGEST = 300

/** Where an address begins that programs make a link of. */
const SCHEME = /\b([a-z][a-z0-9+.-]{0,20}):\/\//gi
/** What notifies somebody in chats: @everyone, @bob, also behind a dot or a dash (Mattermost). In an address the @ stands behind a letter
 * or a digit. */
const MENTION = /(?<![\p{L}\p{N}])@+(?=[\p{L}\p{N}_])/gu

/** What looks like a field of a template that nobody filled in. */
const FIELD = /([{$])(?=\{)/g

/** A text of strangers on one line: bounded, without anything unseen, and without what chats and mail programs make links or mentions of. */
export const plain = (text: string, most = LONGEST): string =>
  plainName(text, most).replace(SCHEME, '$1: //').replace(MENTION, '').replace(FIELD, '$1 ')

/** 1,234 messages. */
export const amount = (n: number, noun: string): string =>
  `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`

/** 9.3 */
export const points = (score: number): string => score.toFixed(1)

export { dayInWords } from '../../telling/days.ts'

/** 23 Nov 2026, 14:02 UTC. */
export const timeInWords = (at: Date): string => `${dayInWords(at)}, ${at.toISOString().slice(11, 16)} UTC`

/** 16 to 22 Nov 2026: days of UTC, both included. */
export function daysInWords(from: Date, to: Date): string {
  const [first, last] = [dayInWords(from), dayInWords(to)]
  if (first === last) return last
  const [day, month, year] = first.split(' ')
  const [, lastMonth, lastYear] = last.split(' ')
  if (year !== lastYear) return `${first} to ${last}`
  return month === lastMonth ? `${day} to ${last}` : `${day} ${month} to ${last}`
}
