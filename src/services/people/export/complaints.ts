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
