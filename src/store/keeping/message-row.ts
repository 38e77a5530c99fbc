import type { Message, MessageOutcome } from '../../core/message.ts'

/** A message as it is selected: `triedAgainAt` where it waits out the time after a try that was lost, `again` when it is due once more,
 * 0 where that is under way. */
export interface MessageRow extends Omit<Message, 'outcome' | 'triedAgainAt' | 'again'> {
  status: 'scored' | 'failed' | null
  score: number | null
  reason: string | null
  triedAgainAt: number | null
  again: number | null
}

function outcomeOf({ status, score, reason }: MessageRow): MessageOutcome | undefined {
  if (status === 'scored') return { status, score: score ?? 0 }
  if (status === 'failed') return { status, reason: reason ?? '' }
  return undefined
}

/** A row as the rest of the program sees it. */
export function messageOf(row: MessageRow, now: number): Message {
  const outcome = outcomeOf(row)
  return {
    id: row.id,
    token: row.token,
    receivedAt: row.receivedAt,
    size: row.size,
    ...(outcome && { outcome }),
    ...(!outcome && row.triedAgainAt !== null && { triedAgainAt: new Date(row.triedAgainAt) }),
    // One whose questions failed is repeated by and by, which nobody waits for.
    ...(row.again !== null && row.again <= now && { again: true as const }),
  }
}
