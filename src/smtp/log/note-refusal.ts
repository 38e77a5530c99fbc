import { withoutControls } from '../journal.ts'
import { reasonOf, replyText } from '../replies.ts'
import type { Session } from '../session.ts'
import type { Moment } from './session-log.ts'

/** A reply as it is given to be sent. */
interface Refusal {
  code: number
  said: string
  context: string | false | undefined
}

/** Tells the log of a reply that refuses something: with our reason, or with the one that smtp-server's words stand for. */
export function noteRefusal(session: Session, { code, said, context }: Refusal, moment: Moment): void {
  const { refusing, log } = session
  delete session.refusing
  if (session.logged > 0) {
    session.logged -= 1
    return
  }
  const reason = refusing?.code === code ? refusing.reason : reasonOf(code, said, context)
  log.refused({ code, text: withoutControls(replyText(code, said, context)), reason }, moment)
}
