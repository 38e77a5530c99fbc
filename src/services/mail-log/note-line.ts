import type { MailNote } from '../../core/mail-log.ts'
import type { NewMailLogLine } from '../../store/mail-log.ts'
import { asciiDomain, baseOf, isBarePostmaster, partsOf } from '../intake/address.ts'

const LONGEST = 254
const LONGEST_REPLY = 500

/** What steers a terminal or a page, or cannot be seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu

/** Bounded, and nothing in it but what can be seen. */
function shown(text: string, longest = LONGEST): string {
  const whole = text.length <= longest
  return `${text.slice(0, longest).replaceAll(UNSEEN, '\uFFFD')}${whole ? '' : '…'}`
}

/** A note as it is kept. Of a recipient that is none of our mail domain, the domain alone is. */
export function createNoteLines(mailDomain: string) {
  const ours = asciiDomain(mailDomain)

  function recipientOf(rcptTo: string): Pick<NewMailLogLine, 'rcptTo' | 'localPart'> {
    const parts = partsOf(rcptTo)
    if (isBarePostmaster(parts)) return { rcptTo: shown(rcptTo) }
    if (parts.domain !== ours) return { rcptTo: shown(`@${parts.domain}`) }
    const local = baseOf(parts.local)
    return { rcptTo: shown(rcptTo), ...(local.length <= LONGEST && { localPart: local }) }
  }

  return {
    recipientOf,
    lineOf(
      note: Omit<MailNote, 'at'>,
      counted: Pick<NewMailLogLine, 'firstAt' | 'lastAt' | 'count'>,
    ): NewMailLogLine {
      const { helo, mailFrom, rcptTo, reply, detail, ...rest } = note
      return {
        ...rest,
        ...counted,
        ...(helo !== undefined && { helo: shown(helo) }),
        ...(mailFrom !== undefined && { mailFrom: shown(mailFrom) }),
        ...(detail !== undefined && { detail: shown(detail, LONGEST_REPLY) }),
        ...(rcptTo !== undefined && recipientOf(rcptTo)),
        ...(reply && { reply: { code: reply.code, text: shown(reply.text, LONGEST_REPLY) } }),
      }
    },
  }
}
