import { MAIL_REFUSALS } from '../../../core/mail-log.ts'
import type { Intake } from '../../intake/intake.ts'
import type { MailLog } from '../../ports.ts'
import type { Registry } from '../registry.ts'

const KINDS = ['test', 'monitor', 'reports', 'complaints', 'role'] as const
const WAYS = ['smtp', 'upload'] as const
const CODES = [421, 450, 451, 452, 500, 501, 502, 503, 530, 550, 552, 553, 554, 555].map(String)

/** Mail that comes, and mail that is not taken. */
export function mailMeter(registry: Registry) {
  const accepted = registry.counter({
    name: 'mail_accepted_total',
    help: 'Messages that were stored, once for each recipient, by what the recipient is and the way they came.',
    labels: { kind: KINDS, via: WAYS },
  })
  const bytes = registry.counter({
    name: 'mail_accepted_bytes_total',
    help: 'Bytes of messages that were stored, once for each recipient.',
    labels: { kind: KINDS, via: WAYS },
  })
  const refused = registry.counter({
    name: 'mail_refused_total',
    help: 'Mail that was not taken over SMTP, by reason and reply code; none: the client went away before a reply.',
    labels: { reason: MAIL_REFUSALS, code: [...CODES, 'none'] },
  })

  return {
    /** Counts what is taken in. */
    intake(intake: Intake, via: (typeof WAYS)[number]): Intake {
      return {
        ...intake,
        async accept(recipients, envelopeFor, raw) {
          const stored = await intake.accept(recipients, envelopeFor, raw)
          if (!stored.ok) return stored
          for (const { kind } of recipients) {
            accepted.add(1, kind, via)
            bytes.add(raw.byteLength, kind, via)
          }
          return stored
        },
      }
    },
    /** Counts what the mail log is told of. */
    log(log: MailLog): MailLog {
      return {
        record(note) {
          if (note.outcome !== 'accepted') {
            refused.add(1, note.outcome, note.reply ? String(note.reply.code) : 'none')
          }
          log.record(note)
        },
      }
    },
  }
}
