import type { Intake } from '../../services/intake/intake.ts'
import { type RefusingReply, type Reply, replyTo, storedReply } from '../replies.ts'
import type { Accepted, Session } from '../session.ts'

/** A message that came in to its end. */
export interface WholeMessage {
  raw: Uint8Array
  receivedAt: Date
}

/** What LMTP answers for each recipient (RFC 2033 4.2). */
export type Answers = ReadonlyMap<Accepted, Outcome>

interface Outcome {
  reply: Reply | RefusingReply
  /** Of the message where it was stored. */
  id?: string
}

/** Stores the message for each recipient by itself: one that is full, or that `failed` tells of, keeps it from nobody else. */
export const acceptEach =
  (failed: (cause: unknown) => RefusingReply) =>
  async (intake: Intake, session: Session, message: WholeMessage): Promise<Answers> => {
    const answers = new Map<Accepted, Outcome>()
    for (const accepted of session.recipients()) {
      const outcome = acceptOne(intake, session, accepted, message)
      answers.set(accepted, await outcome.catch((cause) => ({ reply: failed(cause) })))
    }
    if ([...answers.values()].some(({ id }) => id !== undefined)) session.stored()
    return answers
  }

async function acceptOne(
  intake: Intake,
  session: Session,
  accepted: Accepted,
  { raw, receivedAt }: WholeMessage,
): Promise<Outcome> {
  const stored = await intake.accept(
    [accepted.recipient],
    (_, id) => {
      const { code, text } = storedReply(id)
      return session.envelope(accepted, receivedAt, `${code} ${text}`)
    },
    raw,
  )
  if (!stored.ok) return { reply: replyTo(stored.refusal) }
  const { ids, reply } = stored.value
  return { reply: storedReply(reply), ...(ids[0] !== undefined && { id: ids[0] }) }
}

/** One reply for each RCPT that was accepted, in their order, as smtp-server takes them: a text, or an error. */
export function repliesToEach(
  session: Session,
  answer: Answers | RefusingReply,
  size: number,
): (string | Error)[] {
  const outcomeOf = (accepted: Accepted) => ('code' in answer ? { reply: answer } : answer.get(accepted))
  for (const accepted of session.recipients()) {
    const outcome = outcomeOf(accepted)
    if (outcome) session.log.answered(accepted.rcptTo, size, outcome.reply, outcome.id)
  }
  const replies = session.acceptedInOrder().flatMap((accepted) => outcomeOf(accepted)?.reply ?? [])
  session.logged = replies.filter(({ code }) => code >= 400).length
  return replies.map(({ code, text }) =>
    code === 250 ? text : Object.assign(new Error(text), { responseCode: code }),
  )
}
