import { MAIL_REFUSALS } from '../../../core/mail-log.ts'
import type { MailLogFilter } from '../../../services/mail-log/mail-log.ts'
import type { Filled } from '../../forms/problems.ts'

const LONGEST = 100

/** What an address asks of the log. */
export interface MailLogAsked {
  filter: MailLogFilter
  /** Lines before this one. */
  before?: { at: Date; id: number }
  /** As the form shows it again. */
  filled: Filled
}

const OUTCOMES = ['accepted', 'refused', ...MAIL_REFUSALS] as const

/** What cannot be read is no condition, and stands empty in the form. */
export function mailLogAsked(url: URL): MailLogAsked {
  const text = (name: string) => (url.searchParams.get(name) ?? '').trim().slice(0, LONGEST)
  const outcome = OUTCOMES.find((one) => one === text('outcome'))
  const [address, client] = [text('address'), text('client')]
  const after = /^(\d{1,15})\.(\d{1,15})$/.exec(text('after'))
  return {
    filter: {
      ...(outcome && { outcome }),
      ...(address !== '' && { address }),
      ...(client !== '' && { client }),
    },
    ...(after && { before: { at: new Date(Number(after[1])), id: Number(after[2]) } }),
    filled: { typed: { outcome: outcome ?? '', address, client }, problems: [] },
  }
}
