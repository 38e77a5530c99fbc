import type { MailNote } from '../../core/mail-log.ts'
import { LONGEST_NAME, senderDomainOf } from '../intake/address.ts'
import type { Clock, Log, MailLog } from '../ports.ts'

/** Tells the log of mail that was refused, however much of it there is. */
export interface RefusalLines extends MailLog {
  /** Tells what was counted. */
  close(): void
}

const SUMMED_MS = 60_000
/** Refusals of one minute that have lines of their own. */
const MOST_LINES = 30

/** At level info once a minute how many were refused and why; at level debug the first of each minute one by one. */
export function createRefusalLines(log: Log, clock: Clock, everyMs = SUMMED_MS): RefusalLines {
  let reasons = new Map<string, number>()
  let lines = 0
  let since: Date | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function sumUp(): void {
    clearTimeout(timer)
    if (!since) return
    const refusals = [...reasons.values()].reduce((sum, count) => sum + count, 0)
    if (lines < refusals) log.debug?.({ more: refusals - lines }, 'More mail was refused in the same minute')
    log.info(
      { since: since.toISOString(), refusals, reasons: Object.fromEntries(reasons) },
      'Mail was refused: the last minute',
    )
    reasons = new Map()
    lines = 0
    since = undefined
  }

  return {
    record(note) {
      if (note.outcome === 'accepted') return
      if (!since) {
        since = clock.now()
        timer = setTimeout(sumUp, everyMs)
        timer.unref()
      }
      reasons.set(note.outcome, (reasons.get(note.outcome) ?? 0) + 1)
      if (lines >= MOST_LINES) return
      lines += 1
      log.debug?.(factsOf(note), 'Mail was refused')
    },
    close: sumUp,
  }
}

/** Neither whom it was for nor what was said: a recipient that is refused may be a token. */
function factsOf({ outcome, client, helo, mailFrom, tls, size, reply }: MailNote): Record<string, unknown> {
  return {
    reason: outcome,
    code: reply?.code,
    client,
    helo: helo?.slice(0, LONGEST_NAME),
    mailFromDomain: senderDomainOf(mailFrom),
    tls: tls ?? 'none',
    bytes: size,
  }
}
