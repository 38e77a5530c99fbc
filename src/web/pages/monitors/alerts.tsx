import { CONDITION_WORDS } from '../../../services/monitors/condition-words.ts'
import { Theirs } from '../../components/dmarc/outcome.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { mayIn } from '../../frame/entries.ts'
import { ALERT_LINKS } from '../../links/alerts.ts'
import type { Site } from '../../site.ts'
import { count, plural } from '../../wording.ts'
import type { ToldAlert } from '../../words/monitor-states.ts'
import { RECORD_TITLES } from '../../words/records.ts'
import type { MonitorPageProps } from './page.ts'

/** What is shown of what was told. */
const MOST = 8
const MOST_LINES = 3
const LONGEST = 140

/** What was told of a monitor, newest first. */
export function Alerts({
  site,
  alerts,
  told,
  now,
}: Pick<MonitorPageProps, 'site' | 'alerts' | 'told' | 'now'>) {
  const shown = alerts.slice(0, MOST)
  const left = alerts.length - shown.length
  return (
    <Section id="alerts" title="Alerts">
      {told !== undefined && <ToldTo site={site} told={told} />}
      {shown.length === 0 ? (
        <p>No alerts yet.</p>
      ) : (
        <ul class="plain today-list">
          {shown.map((alert, n) => (
            <Alert key={n} site={site} alert={alert} now={now} />
          ))}
        </ul>
      )}
      {left > 0 && <p class="quiet">{left} earlier ones are not shown.</p>}
    </Section>
  )
}

/** Whether anybody hears of it. */
function ToldTo({ site, told }: { site: Site; told: number }) {
  const { list } = ALERT_LINKS.alerts
  if (told > 0)
    return (
      <p>
        They are sent to {count(told)}{' '}
        <a href={list}>{plural(told, 'webhook or channel', 'webhooks or channels')}</a>.
      </p>
    )
  return (
    <p>
      <strong>Nobody is told:</strong> no webhook or channel gets them, and they are only shown here.{' '}
      {mayIn(site.visitor, 'alerts.change') ? (
        <a href={ALERT_LINKS.alerts.new}>Set up a webhook or a channel</a>
      ) : (
        'Admins of this account can set up a webhook or a channel.'
      )}
    </p>
  )
}

function Alert({ site, alert, now }: { site: Site; alert: ToldAlert; now: Date }) {
  const { title, badge, lines, token } = toldOf(alert)
  const more = lines.length - MOST_LINES
  return (
    <li>
      <span>
        <span class={`badge ${badge}`}>{title}</span>
      </span>
      <span class="quiet">
        <Ago at={alert.at} now={now} />
      </span>
      <span class="today-says">
        {lines.slice(0, MOST_LINES).map((line, n) => (
          <span key={n} class="alert-line">
            <Theirs text={line} most={LONGEST} />
          </span>
        ))}
        {more > 0 && <span class="alert-line">{more} more.</span>}
        {token !== undefined && <a href={site.href.test(token)}>Report</a>}
      </span>
    </li>
  )
}

interface Told {
  title: string
  badge: string
  lines: string[]
  token?: string
}

function toldOf({ event }: ToldAlert): Told {
  switch (event.type) {
    case 'monitor.alert': {
      const { state, reasons, token } = event.payload
      return {
        title: state === 'silent' ? 'Silent' : 'Alert',
        badge: 'badge-poor',
        lines: reasons.map(({ says }) => says),
        ...(token !== undefined && { token }),
      }
    }
    case 'monitor.recovered': {
      const { reasons, token } = event.payload
      const over = reasons.map(({ condition }) => CONDITION_WORDS[condition]?.title ?? condition)
      return {
        title: 'Recovered',
        badge: 'badge-good',
        lines: [`Over: ${[...new Set(over)].join(', ') || 'everything'}.`],
        ...(token !== undefined && { token }),
      }
    }
    case 'domain.record_changed':
      return {
        title: 'Record changed',
        badge: 'badge-fair',
        lines: event.payload.changes.map(
          ({ record, name }) => `${RECORD_TITLES[record] ?? record} at ${name}.`,
        ),
      }
    default:
      return { title: event.type, badge: '', lines: [] }
  }
}
