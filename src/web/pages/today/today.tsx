import type { ComponentChildren } from 'preact'
import type { HistoryOf } from '../../../services/history/history.ts'
import type { ListedTest } from '../../../services/mail-tests/account-tests.ts'
import { AddressText } from '../../components/address.tsx'
import { StandingBadge } from '../../components/domain/standing.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { NewTestButton } from '../../components/tests/new-test.tsx'
import { Layout } from '../../layout.tsx'
import { level } from '../../sections.ts'
import type { Site } from '../../site.ts'
import { plural, score } from '../../wording.ts'
import { type DomainRow, nextOf } from '../../words/domain-states.ts'
import type { MonitorRow } from '../../words/monitor-states.ts'
import { LOOK_AGAIN_SECONDS } from '../dmarc/sources/pending.tsx'
import { Hit } from './hit.tsx'
import { Monitors, MonitorsLine } from './monitors.tsx'
import { Reports } from './reports.tsx'
import type { Today } from './standing.ts'
import { Steps } from './steps.tsx'
import { Trend } from './trend.tsx'
import { standingOf } from './words.ts'

interface TodayProps {
  site: Site
  today: Today
  /** How many tests were made lately. */
  tests: number
  /** Domains of the account. */
  domains: number
  /** All of the account, the worst first. */
  monitors?: readonly MonitorRow[]
  /** Of the last 30 days. */
  history?: HistoryOf
  /** Which domains' own mail their policy hits is known in a moment. */
  isOpen: boolean
  now: Date
}

const MOST = 5

/** `/` for somebody who is signed in: whether anything is wrong with their mail, the worst first. */
export function TodayDocument(props: TodayProps) {
  const { site, today, domains, monitors = [], history, isOpen, now } = props
  const { title, lede } = standingOf(props)
  const isNew = today.steps.includes('test')
  const lasting = today.reports.map(({ since, ...one }) => ({ ...one, at: since }))
  const { changes } = today
  return (
    <Layout
      site={site}
      title={site.visitor?.account?.name ?? site.name}
      {...(isOpen && { again: LOOK_AGAIN_SECONDS })}
    >
      <div class="stack today">
        <div class="title-line">
          <div>
            <h1>{title}</h1>
            <p class="lede">{lede}</p>
          </div>
          {!isNew && <NewTestButton site={site} />}
        </div>
        {history && <Trend history={history} />}
        <MonitorsLine site={site} rows={monitors} />
        {isNew && <Steps site={site} steps={today.steps} />}
        <Monitors site={site} rows={today.monitors} all={monitors.length} now={now} />
        <Domains
          site={site}
          title="Domains that need you"
          id="domains"
          rows={today.domains}
          all={domains}
          now={now}
        />
        <Hit site={site} rows={today.hit} />
        {isOpen && (
          <p class="quiet">
            Whether DMARC policies hit own mail is being worked out. This page looks again by itself until it
            is known.
          </p>
        )}
        <Reports site={site} title="What reports show" id="reports" events={lasting} areLasting now={now} />
        <Tests site={site} title="Tests that ended badly" id="bad" tests={today.bad} now={now} />
        <Domains
          site={site}
          title="Domains of which something is not known"
          id="unknown"
          rows={today.unknown}
          all={domains}
          now={now}
        />
        <Reports site={site} title="What changed by reports lately" id="changes" events={changes} now={now} />
        <Tests site={site} title="Tests with points to win" id="better" tests={today.better} now={now} />
        <Tests site={site} title="Waiting" id="waiting" tests={today.pending} now={now} />
        {!isNew && <Steps site={site} steps={today.steps} />}
        <Tests
          site={site}
          title={today.bad.length + today.better.length > 0 ? 'Other tests' : 'Latest tests'}
          id="latest"
          tests={today.fine}
          now={now}
          more={<AllTests site={site} />}
        />
      </div>
    </Layout>
  )
}

const AllTests = ({ site }: { site: Site }) => (
  <p>
    <a href={site.href.tests}>All tests</a>
  </p>
)

interface DomainsProps {
  site: Site
  id: string
  title: string
  rows: readonly DomainRow[]
  all: number
  now: Date
}

function Domains({ site, id, title, rows, all, now }: DomainsProps) {
  if (rows.length === 0) return null
  const more = rows.length - MOST
  return (
    <Section id={id} title={title}>
      <ul class="plain today-list">
        {rows.slice(0, MOST).map((row) => (
          <li key={row.domain.id}>
            <a href={site.href.domain(row.domain.id)}>{row.domain.domain}</a>
            <StandingBadge standing={row.standing} />
            <span class="today-says quiet">{nextOf(row, now)}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href={site.href.domains}>
          {more > 0 ? `${more} more of ${all} ${plural(all, 'domain')}` : 'All domains'}
        </a>
      </p>
    </Section>
  )
}

interface TestsProps {
  site: Site
  id: string
  title: string
  tests: readonly ListedTest[]
  now: Date
  more?: ComponentChildren
}

function Tests({ site, id, title, tests, now, more }: TestsProps) {
  if (tests.length === 0) return null
  const left = tests.length - MOST
  return (
    <Section id={id} title={title}>
      <ul class="plain today-list">
        {tests.slice(0, MOST).map((one) => (
          <li key={one.token}>
            <Name site={site} one={one} />
            <Result one={one} />
            <span class="today-says quiet">
              <Ago at={one.receivedAt ?? one.createdAt} now={now} />
              {one.reason !== undefined && `: ${one.reason}`}
            </span>
          </li>
        ))}
      </ul>
      {more ??
        (left > 0 && (
          <p>
            <a href={site.href.tests}>{left} more</a>
          </p>
        ))}
    </Section>
  )
}

function Name({ site, one: { token, subject, from, address } }: { site: Site; one: ListedTest }) {
  if (subject === undefined && from === undefined) {
    return (
      <a class="listed" href={site.href.test(token)}>
        <code>
          <AddressText address={address} />
        </code>
      </a>
    )
  }
  return (
    <a class="listed" href={site.href.test(token)}>
      <bdi class="listed-subject">{subject?.trim() ? subject.slice(0, 300) : '(no subject)'}</bdi>
      <bdi class="listed-from">{from?.slice(0, 300)}</bdi>
    </a>
  )
}

function Result({ one: { status, messages, score: points } }: { one: ListedTest }) {
  if (status === 'scored' && points !== undefined) {
    return <strong class={`listed-score level-${level(points)}`}>{score(points)}</strong>
  }
  if (status === 'failed') return <span class="badge badge-poor">Failed</span>
  return <span class="badge">{messages > 0 ? 'Being analysed' : 'Waiting for mail'}</span>
}
