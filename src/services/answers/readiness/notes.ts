import { percentUp } from '../../../core/aggregate/share.ts'
import type { Enforced } from '../ready.ts'
import { NEEDED } from './evidence.ts'
import { amount, messagesOf } from './figures.ts'
import { byPlace } from './limits.ts'
import { ownMail } from './parts.ts'
import type { ScopedMail, ScopedSource } from './scoped.ts'

/** From this share of own mail on, in percent, mail that passes by SPF alone is told. */
const SPF_ALONE = 5

/** What is to be known beside a verdict, and never decides it. */
export function notesOn({ all, scope, sources }: ScopedMail, policy: Enforced): string[] {
  const notes = forgottenWords(sources, policy)
  const sent = ownMail(all)
  if (all.forwarded > 0) {
    const failed = `${messagesOf(all.forwarded)} failed on the way, by forwarding or a mailing list`
    const them = all.forwarded === 1 ? 'it' : 'them'
    notes.push(
      policy === 'quarantine'
        ? `${failed}: receivers that make no exception for forwarders and lists treat ${them} as spam.`
        : `${failed}: receivers that make no exception for forwarders and lists refuse ${them}. RFC 9989 advises against p=reject where people of a domain write to mailing lists.`,
    )
  }
  if (policy === 'reject' && all.bySpfAlone * 100 > all.pass * SPF_ALONE) {
    notes.push(
      `${percentUp(all.bySpfAlone, all.pass)} of the mail that passes does so by SPF alone, which forwarding breaks: sign it with DKIM before p=reject.`,
    )
  }
  if (sent === 0 && all.messages > 0 && all.undecided === 0)
    notes.push('No mail of your own was reported: what fails is not yours. Make sure that you send none.')
  if (sent > 0 && sent < NEEDED.messages && scope === 'p') {
    notes.push(
      `Only ${messagesOf(sent)} ${sent === 1 ? 'is' : 'are'} your own: mail that you send less often than once a month may not be among them.`,
    )
  }
  return notes
}

const MOST_NAMED = 3
const DONE: Readonly<Record<Enforced, string>> = { quarantine: 'treated as spam', reject: 'refused' }

/** Likely abuse never stands against a policy, and some of it may come from a server that nobody remembers. */
function forgottenWords(sources: readonly ScopedSource[], policy: Enforced): string[] {
  const found = sources
    .filter(({ maybeForgotten, parts }) => maybeForgotten && parts.abuse > 0)
    .sort((one, other) => other.parts.abuse - one.parts.abuse || byPlace(one, other))
  const left = found.length - MOST_NAMED
  return [
    ...found.slice(0, MOST_NAMED).map((source) => forgotten(source, policy)),
    ...(left > 0
      ? [
          `${amount(left)} more ${left === 1 ? 'source counts' : 'sources count'} as likely abuse and may be forgotten servers of yours.`,
        ]
      : []),
  ]
}

function forgotten({ name, parts: { abuse }, domain }: ScopedSource, policy: Enforced): string {
  const at = domain === undefined ? '' : ` in the name of ${domain}`
  return `${name} counts as likely abuse, and sends steadily, as a forgotten server would: its ${messagesOf(abuse)}${at} would be ${DONE[policy]}. If it is yours, mark it as yours first.`
}
