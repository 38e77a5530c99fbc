import type { MailNote } from '../../core/mail-log.ts'
import { isToken } from '../../core/mail-test.ts'
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

/** A note as it is kept. Of a recipient that is none of our domains, the domain alone is. */
export function createNoteLines(mailDomain: string, reportsHost = mailDomain) {
  const ours = asciiDomain(mailDomain)
  const reports = asciiDomain(reportsHost)
  // No test has an address at a host that is for reports alone, whatever its local part.
  const isMailbox = (domain: string, local: string) =>
    domain === ours ? local.length <= LONGEST : isToken(local)

  function recipientOf(rcptTo: string): Pick<NewMailLogLine, 'rcptTo' | 'localPart'> {
    const parts = partsOf(rcptTo)
    if (isBarePostmaster(parts)) return { rcptTo: shown(rcptTo) }
    const { domain } = parts
    if (domain !== ours && domain !== reports) return { rcptTo: shown(`@${domain}`) }
    const local = baseOf(parts.local)
    return { rcptTo: shown(rcptTo), ...(isMailbox(domain, local) && { localPart: local }) }
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
