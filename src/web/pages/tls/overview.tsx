import type { ComponentProps } from 'preact'
import type { SetUpItem } from '../../../core/aggregate/set-up.ts'
import { dateOfDay } from '../../../services/aggregates/window.ts'
import type { TlsFacts } from '../../../services/tls-reports/advice.ts'
import type { ListedTlsReport, TlsSummary } from '../../../services/tls-reports/tls-reports.ts'
import { PassChart } from '../../components/chart/pass-chart.tsx'
import { DmarcFilter } from '../../components/dmarc/filter.tsx'
import { spanWords } from '../../components/dmarc/frame.tsx'
import { Passed, Theirs } from '../../components/dmarc/outcome.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { Table } from '../../components/shown/table.tsx'
import { TlsExports } from '../../components/tls/exports.tsx'
import { TlsFailures } from '../../components/tls/failures.tsx'
import { TlsPage } from '../../components/tls/frame.tsx'
import { TlsPublished } from '../../components/tls/published.tsx'
import { plural } from '../../wording.ts'
import { amount, rate } from '../../words/amounts.ts'
import { policyKind } from '../../words/tls.ts'
import { type DmarcPlace, windowOf, withQuery } from '../dmarc/asked.ts'
import { Unverified } from '../dmarc/empty.tsx'
import { SetUpRecord } from '../domains/reports.tsx'
import { NoTlsReports } from './empty.tsx'
import { TlsReportTable } from './reports.tsx'

interface OverviewProps {
  place: DmarcPlace
  summary: TlsSummary
  /** What authenticated reports say of its days and those since. */
  proved: TlsSummary
  /** The newest. */
  reports: readonly ListedTlsReport[]
  /** What is known of the domain's mail servers and policies. */
  facts: TlsFacts
  published: ComponentProps<typeof TlsPublished>
  /** What the DNS says of the record that names the reports address. Absent: nobody looked, or there is no answer yet. */
  record?: SetUpItem
}

/** Strangers name kinds of policy too. */
const MOST_POLICIES = 8

/** `/domains/<id>/tls`: what TLS reports say of the domain, summed. */
export function TlsOverviewDocument({
  place,
  summary,
  proved,
  reports,
  record,
  facts,
  published,
}: OverviewProps) {
  const { site, domain, asked } = place
  const path = site.href.domainTls(domain.id)
  const isUsual = Object.keys(asked.kept).length === 0 && asked.filled.problems.length === 0
  return (
    <TlsPage place={place} title="TLS reports" tab="overview" lede={<Lede place={place} summary={summary} />}>
      {!domain.verified && <Unverified place={place} />}
      {(summary.reports > 0 || !isUsual) && <DmarcFilter place={place} path={path} />}
      {summary.reports === 0 ? (
        <NoTlsReports place={place} path={path} isUsual={isUsual} />
      ) : (
        <>
          <PassChart
            id="tls-days"
            since={dateOfDay(asked.window.from)}
            until={dateOfDay(asked.window.to)}
            days={summary.days.map(({ day, successes, failures }) => ({
              day: dateOfDay(day),
              pass: successes,
              fail: failures,
            }))}
            counted={{
              title: 'Sessions',
              one: 'session',
              good: 'worked',
              says: 'Above the line: sessions that were encrypted as the policy asks. Below it: sessions that failed.',
            }}
          />
          <TlsFailures place={place} summary={summary} proved={proved} facts={facts} />
          <TlsPublished {...published} />
          <Totals summary={summary} />
          <Section id="reports" title="Newest reports">
            <TlsReportTable place={place} reports={reports} />
            <p>
              <a href={withQuery(site.href.domainTlsReports(domain.id), windowOf(asked))}>All reports</a>
            </p>
          </Section>
          <TlsExports place={place} />
        </>
      )}
      {summary.reports === 0 && <TlsPublished {...published} />}
      {record && (
        <Section id="record" title="How reports come">
          <ul class="plain set-up">
            <SetUpRecord title="TLS-RPT record" item={record} />
          </ul>
          <p class="quiet">
            They come to the same address as DMARC reports.{' '}
            <a href={`${site.href.domain(domain.id)}#dmarc-reports`}>Whether mail for it arrives</a>
          </p>
        </Section>
      )}
    </TlsPage>
  )
}

function Lede({
  place,
  summary: { successes, failures, reports },
}: Pick<OverviewProps, 'place' | 'summary'>) {
  if (reports === 0) return <>How senders fare with TLS when they deliver mail to this domain.</>
  const sessions = successes + failures
  if (sessions === 0) return <>Reports came, and none counts a session, {spanWords(place)}.</>
  return (
    <>
      <strong>{rate(successes, sessions).replace(/^u/, 'U')}</strong> of {amount(sessions)}{' '}
      {plural(sessions, 'session')} {plural(sessions, 'was', 'were')} encrypted as the policy asks,{' '}
      {spanWords(place)}.
    </>
  )
}

function Totals({ summary }: { summary: TlsSummary }) {
  const { successes, failures, reports, policies, latestReportAt } = summary
  const sessions = successes + failures
  const more = policies.length - MOST_POLICIES
  return (
    <Section id="totals" title="Totals">
      <Facts
        facts={[
          ['Sessions', amount(sessions)],
          ['Worked', <Passed key="good" pass={successes} messages={sessions} />],
          ['Failed', <Passed key="bad" pass={failures} messages={sessions} />],
          ['Reports', amount(reports)],
          ...(latestReportAt
            ? [['Newest report arrived', <Moment key="newest" at={latestReportAt} />] as const]
            : []),
        ]}
      />
      {policies.length > 0 && (
        <Table
          caption="By policy"
          columns={[
            { words: 'Policy' },
            { words: 'Sessions', number: true },
            { words: 'Worked', number: true },
            { words: 'Failed', number: true },
          ]}
          rows={policies.slice(0, MOST_POLICIES).map((one) => ({
            key: one.type,
            cells: [
              <Theirs key="type" text={policyKind(one.type)} />,
              amount(one.successes + one.failures),
              <Passed key="pass" pass={one.successes} messages={one.successes + one.failures} />,
              amount(one.failures),
            ],
          }))}
        />
      )}
      {more > 0 && <p class="quiet">And {amount(more)} more kinds of policy.</p>}
      <p class="quiet">
        A session succeeds when it is encrypted as the policy asks that the sender found: MTA-STS or DANE.
        Without a policy, it succeeds when it is encrypted at all. Where a session fails, the mail is
        delivered all the same without a policy or with MTA-STS in testing mode. With mode: enforce and with
        DANE it waits, and comes back to its sender when the fault lasts.
      </p>
    </Section>
  )
}
