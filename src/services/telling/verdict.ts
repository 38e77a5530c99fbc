import type { CheckWordsByName } from '../../core/check-words.ts'
import { GRAVE } from './grave.ts'
import { capital, count, inARow, plural, points } from './numbers.ts'
import { type Rule, Seen, type VerdictInput } from './seen.ts'
import { NO_UNSUBSCRIBE, SOUND } from './sound.ts'

/** The sentence beside a score: what receivers do with such mail, and what it cost. */
export function verdict(given: VerdictInput, words: CheckWordsByName): string {
  const seen = new Seen(given, words)
  const paid = given.checks.filter(({ score }) => score < 0)
  const grave = firstOf(GRAVE, seen)
  if (paid.length > 0) {
    const first = grave ?? firstOf(SOUND, seen) ?? byScore(given.score)
    const also = first === NO_UNSUBSCRIBE(seen) ? undefined : alsoWithout(seen)
    return [first, also, costOf(paid)].filter(Boolean).join(' ')
  }
  if (grave) return `${grave} ${NOTHING}`
  if (given.undetermined.points > 0) return 'Nothing that could be determined cost a point.'
  const failed = given.checks.filter(({ status }) => status === 'failed')
  if (failed.length > 0 && failed.every(({ name }) => name === 'blocklist'))
    return `The sending address is only on lists that few receivers act on. ${NOTHING}`
  if (failed.length > 0)
    return `Nothing cost a point, but not all is in order: ${inARow(failed.map(({ name }) => seen.title(name)))}.`
  return `${firstOf(SOUND, seen) ?? clean(seen)} ${NOTHING}`
}

const NOTHING = 'Nothing cost a point.'

function firstOf(rules: readonly Rule[], seen: Seen): string | undefined {
  for (const rule of rules) {
    const says = rule(seen)
    if (says !== undefined) return says
  }
  return undefined
}

function alsoWithout(seen: Seen): string | undefined {
  return NO_UNSUBSCRIBE(seen) && 'It also carries no List-Unsubscribe.'
}

/** Nothing in particular is so grave: how much there is of it decides. */
function byScore(score: number): string {
  if (score >= 9) return 'Sound, with little to fix.'
  if (score >= 7) return 'Sound, with something to fix.'
  if (score >= 5) return 'Receivers have some reason to doubt this message.'
  if (score >= 3) return 'Receivers have good reason to doubt this message.'
  return 'Receivers have good reason to refuse this message.'
}

function clean(seen: Seen): string {
  const isUnknown = ['reverse-dns', 'tls'].every((name) => seen.status(name) === 'neutral')
  if (hasUnusablePolicy(seen)) {
    const made = isUnknown ? 'Well made' : 'Well made and well sent'
    return `${made}, but its DMARC record has a policy that receivers cannot use.`
  }
  if (!isUnknown) return 'Well made and well sent.'
  const isRelayed = seen.detail('tls', 'summary')?.includes(' came through the mail server ') ?? false
  return isRelayed
    ? 'Well made. How it is sent cannot be told: a mail server handed it on and did not say who sent it.'
    : 'Well made. How it is sent cannot be told from a file.'
}

/** The check passes beside it, for such a record is taken as p=none. */
function hasUnusablePolicy(seen: Seen): boolean {
  const summary = seen.detail('dmarc', 'summary') ?? ''
  return seen.has('dmarc', 'dmarc-bad-value') && summary.includes(' Its policy cannot be used: ')
}

function costOf(paid: VerdictInput['checks']): string {
  const lost = points(paid.reduce((sum, { score }) => sum + score, 0))
  const checks = `${capital(count(paid.length))} ${plural(paid.length, 'check')} cost`
  return `${checks} ${lost} ${plural(Number(lost), 'point')}.`
}
