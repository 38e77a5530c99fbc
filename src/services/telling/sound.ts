import { failsDkim, failsSpf, unmet } from './grave.ts'
import type { Rule, Seen } from './seen.ts'

/** Mail to many that its readers cannot leave from their mail program. */
export function NO_UNSUBSCRIBE(seen: Seen): string | undefined {
  if (!seen.has('list-unsubscribe', 'list-unsubscribe-missing')) return undefined
  return seen.kind === 'list'
    ? 'This list mail carries no List-Unsubscribe: readers cannot leave the list from their mail program.'
    : 'This marketing mail carries no List-Unsubscribe: readers who cannot unsubscribe report it as spam, and Gmail and Yahoo ask for it.'
}

const SCANNERS = [
  ['spamassassin', 'SpamAssassin'],
  ['rspamd', 'Rspamd'],
] as const
/** From its threshold on a scanner costs so much. */
const SPAM = 0.5

/** What is wrong with a message that most receivers take all the same, what matters most first. */
export const SOUND: readonly Rule[] = [
  (seen) =>
    failsDkim(seen)
      ? 'No valid DKIM signature vouches for this message: once it is forwarded, nothing does.'
      : undefined,
  (seen) =>
    failsSpf(seen)
      ? `SPF does not pass for this message${seen.status('dkim') === 'error' ? '' : ': its DKIM signature alone vouches for it'}.`
      : undefined,
  (seen) =>
    seen.has('spf', 'spf-plus-all')
      ? 'Anybody may send in the name of the sender’s domain: its SPF record lets every server pass.'
      : undefined,
  (seen) =>
    seen.has('dmarc', 'dmarc-none')
      ? 'Nothing keeps others from writing in the name of the sender’s domain: it has no usable DMARC record.'
      : undefined,
  NO_UNSUBSCRIBE,
  (seen) => {
    if (seen.cost('list-unsubscribe') === 0) return undefined
    return seen.codes('list-unsubscribe').every((code) => code === 'no-visible-link')
      ? 'The body of this mail shows no unsubscribe link.'
      : 'Readers cannot unsubscribe with one click, as Gmail and Yahoo ask of mail to many.'
  },
  (seen) => unmet(seen, ['provider-apple', 'provider-laposte']),
  (seen) =>
    seen.cost('blocklist') > 0 ? 'The sending address is on a blocklist that some receivers use.' : undefined,
  (seen) =>
    seen.codes('content').some((code) => code.startsWith('wording-')) && seen.cost('content') > 0
      ? 'Filters may take this message for spam: its words are known from such mail.'
      : undefined,
  ...SCANNERS.map(
    ([name, title]): Rule =>
      (seen) =>
        seen.cost(name) >= SPAM ? `${title} takes this message for spam.` : undefined,
  ),
  (seen) =>
    seen.lost === 0 && seen.has('list-unsubscribe', 'personal-but-tracked')
      ? 'Well made and well sent as a letter to somebody you know; but it is tracked as sales mail is, which has to offer an unsubscribe link.'
      : undefined,
]
