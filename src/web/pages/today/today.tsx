import type { ComponentChildren } from 'preact'
import type { HistoryOf } from '../../../services/history/history.ts'
import type { ListedTest } from '../../../services/mail-tests/account-tests.ts'
import { capital, inARow } from '../../../services/telling/numbers.ts'
import { AddressText } from '../../components/address.tsx'
import { StandingBadge } from '../../components/domain/standing.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { NewTestButton } from '../../components/tests/new-test.tsx'
import { mayIn } from '../../frame/entries.ts'
import { Layout } from '../../layout.tsx'
import { level } from '../../sections.ts'
import type { Site } from '../../site.ts'
import { count, plural, score } from '../../wording.ts'
import { type DomainRow, nextOf } from '../../words/domain-states.ts'
import { Hit, hitWords } from './hit.tsx'
import { Reports, reportsWords } from './reports.tsx'
import { LATELY_DAYS, type Today } from './standing.ts'
import { Steps } from './steps.tsx'
import { Trend } from './trend.tsx'

interface TodayProps {
  site: Site
  today: Today
  /** How many tests were made lately. */
  tests: number
  /** Domains of the account. */
  domains: number
  /** Of the last 30 days. */
  history?: HistoryOf
  now: Date
}

const MOST = 5

/** `/` for somebody who is signed in: whether anything is wrong with their mail, the worst first. */
export function TodayDocument(props: TodayProps) {
  const { site, today, domains, history, now } = props
  const { title, lede } = standingOf(props)
  const isNew = today.steps.includes('test')
  const lasting = today.reports.map(({ since, ...one }) => ({ ...one, at: since }))
  const { changes } = today
  return (
    <Layout site={site} title={site.visitor?.account?.name ?? site.name}>
      <div class="stack today">
        <div class="title-line">
          <div>
            <h1>{title}</h1>
            <p class="lede">{lede}</p>
          </div>
          {!isNew && <NewTestButton site={site} />}
        </div>
        {history && <Trend history={history} />}
        {isNew && <Steps site={site} steps={today.steps} />}
        <Domains
          site={site}
          title="Domains that need you"
          id="domains"
          rows={today.domains}
          all={domains}
          now={now}
        />
        <Hit site={site} rows={today.hit} />
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

function standingOf({ site, today, tests, domains }: TodayProps): { title: string; lede: string } {
  const n = today.domains.length + today.hit.length + today.reports.length + today.bad.length
  if (n > 0) {
    return {
      title: n === 1 ? 'Something needs you' : `${capital(count(n))} things need you`,
      lede: wrong(today),
    }
  }
  if (tests === 0 && domains === 0) {
    return {
      title: today.steps.includes('test') ? 'Nothing is measured yet' : 'No mail was tested lately',
      lede: mayIn(site.visitor, 'tests.create')
        ? 'Send one message to a test address, and see what receivers would make of it.'
        : 'Tests that members of this account create appear here. Your role lets you read them.',
    }
  }
  if (today.unknown.length > 0) {
    return {
      title: 'Nothing known is wrong',
      lede: `Something could not be found out of ${counted(today.unknown.length, 'domain')}.`,
    }
  }
  const told =
    tests === 0
      ? `No test was made in the last ${LATELY_DAYS} days`
      : `No test of the last ${LATELY_DAYS} days ended badly`
  return {
    title: 'Nothing is wrong with your mail',
    lede: `${told}${domains > 0 ? ', and no domain needs you' : ''}.`,
  }
}

function wrong({ domains, hit, reports, bad }: Today): string {
  const tests = `${counted(bad.length, 'test')} of the last ${LATELY_DAYS} days`
  if (hit.length + reports.length > 0)
    return `${capital(
      inARow([
        ...(domains.length > 0 ? [counted(domains.length, 'domain')] : []),
        ...(hit.length > 0 ? [hitWords(hit.length)] : []),
        ...(reports.length > 0 ? [reportsWords(reports.length)] : []),
        ...(bad.length > 0 ? [tests] : []),
      ]),
    )}.`
  if (domains.length === 0) return `${capital(tests)} ended badly.`
  const told = counted(domains.length, 'domain')
  if (bad.length === 0) return `${capital(told)} ${plural(domains.length, 'needs', 'need')} a look.`
  return `${capital(told)} and ${tests}, the worst first.`
}

const counted = (n: number, noun: string) => (n === 0 ? '' : `${count(n)} ${plural(n, noun)}`)

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
