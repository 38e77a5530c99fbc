import type { Reason } from '../../../core/watching/monitor.ts'
import { conditionInShort, nextOf } from '../../../services/monitors/condition-words.ts'
import type { Site } from '../../site.ts'
import { Theirs } from '../dmarc/outcome.tsx'
import { Ago } from '../shown/ago.tsx'

/** As long as a reason is told here, and how many of them. */
const LONGEST = 300
const LONGEST_NAME = 80
const MOST = 8

interface ReasonsProps {
  site: Site
  reasons: readonly Reason[]
  /** The test of the last message. */
  token?: string
  /** The test of the message before it. */
  before?: string
  /** Where its mail is sent. */
  address?: string
  now: Date
}

/** Why a monitor is not as expected, the gravest first, each with what to do. */
export function Reasons({ reasons, now, ...places }: ReasonsProps) {
  const more = reasons.length - MOST
  return (
    <ul class="plain today-list">
      {reasons.slice(0, MOST).map((reason) => (
        <li key={`${reason.condition} ${reason.about ?? ''}`}>
          <strong>
            <Theirs text={conditionInShort(reason.condition, reason.about)} most={LONGEST_NAME} />
          </strong>
          <span class="quiet">
            since <Ago at={reason.since} now={now} />
          </span>
          <span class="today-says">
            <Theirs text={reason.says} most={LONGEST} /> {nextOf(reason.condition, reason.says)}{' '}
            <Place reason={reason} {...places} />
          </span>
        </li>
      ))}
      {more > 0 && <li>And {more} more.</li>}
    </ul>
  )
}

const OF_MESSAGES = ['score_low', 'score_dropped', 'check_failed', 'not_analysed']

interface PlaceProps extends Pick<ReasonsProps, 'site' | 'token' | 'before' | 'address'> {
  reason: Reason
}

/** Where to look. */
function Place({ site, reason: { condition }, token, before, address }: PlaceProps) {
  if (condition === 'nothing_received' && address !== undefined) {
    const local = address.slice(0, address.lastIndexOf('@'))
    return <a href={`${site.href.mailLog}?${new URLSearchParams({ address: local })}`}>Mail log</a>
  }
  if (condition === 'score_dropped' && token !== undefined && before !== undefined)
    return (
      <a href={site.href.compareReports({ token: before }, { token })}>Compare with the message before it</a>
    )
  if (token !== undefined && OF_MESSAGES.includes(condition))
    return <a href={site.href.test(token)}>Report</a>
  return null
}
