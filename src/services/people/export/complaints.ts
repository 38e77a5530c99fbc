import { dayWords } from '../../../core/kept/day.ts'
import type { Store } from '../../../store/store.ts'

const DAYS_AT_ONCE = 30
const MOST_LINES = 1000
const LAST_DAY = 1_000_000

/** Pages of what was counted of complaints about a domain, the oldest day first. */
export async function* complaintPages(
  { complaints }: Pick<Store, 'complaints'>,
  domainId: string,
): AsyncGenerator<object[]> {
  const { days } = await complaints.summary(domainId, { from: 0, to: LAST_DAY })
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
    const [from, to] = [days[at]?.day ?? 0, days[Math.min(at + DAYS_AT_ONCE, days.length) - 1]?.day ?? 0]
    const lines = await complaints.lines(domainId, { from, to })
    for (let line = 0; line < lines.length; line += MOST_LINES) {
      yield lines.slice(line, line + MOST_LINES).map(({ day, authenticated, provider, type, reports }) => ({
        day: dayWords(day),
        authenticated,
        ...(provider !== '' && { provider }),
        feedback_type: type,
        reports,
      }))
    }
  }
}

/** Mail to the complaints address of a domain that was no report, as long as it is kept: in one page, newest first. */
export async function* letterPages(
  { complaints }: Pick<Store, 'complaints'>,
  domainId: string,
): AsyncGenerator<object[]> {
  const letters = await complaints.letters(domainId)
  if (letters.length === 0) return
  yield letters.map(({ receivedAt, authenticated, from, subject, text }) => ({
    received_at: receivedAt,
    authenticated,
    ...(from !== undefined && { from_domain: from }),
    subject,
    text,
  }))
}
