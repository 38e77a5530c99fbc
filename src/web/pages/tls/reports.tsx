import { dateOfDay } from '../../../services/aggregates/window.ts'
import type { ListedTlsReport } from '../../../services/tls-reports/tls-reports.ts'
import { longDay } from '../../components/chart/slots.ts'
import { DmarcFilter } from '../../components/dmarc/filter.tsx'
import { spanWords } from '../../components/dmarc/frame.tsx'
import { Passed, Theirs, TrustBadge } from '../../components/dmarc/outcome.tsx'
import { Pages } from '../../components/dmarc/pages.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Table } from '../../components/shown/table.tsx'
import { TlsExports } from '../../components/tls/exports.tsx'
import { TlsPage } from '../../components/tls/frame.tsx'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import type { DmarcPlace } from '../dmarc/asked.ts'
import { NoTlsReports } from './empty.tsx'

interface ReportsProps {
  place: DmarcPlace
  found: { total: number; reports: readonly ListedTlsReport[] }
  page: { limit: number; offset: number }
}

/** `/domains/<id>/tls/reports`: the reports, newest first. */
export function TlsReportsDocument({ place, found, page }: ReportsProps) {
  const { site, domain, asked } = place
  const path = site.href.domainTlsReports(domain.id)
  return (
    <TlsPage
      place={place}
      title="Reports"
      tab="reports"
      lede={`What each sender reports about TLS to ${domain.domain}, newest first, ${spanWords(place)}.`}
    >
      <DmarcFilter place={place} path={path} />
      {found.total === 0 ? (
        <NoTlsReports place={place} path={path} isUsual={false} />
      ) : (
        <>
          <TlsReportTable place={place} reports={found.reports} />
          <Pages
            path={path}
            kept={asked.kept}
            total={found.total}
            limit={page.limit}
            offset={page.offset}
            what={plural(found.total, 'report')}
          />
          <TlsExports place={place} />
        </>
      )}
    </TlsPage>
  )
}

interface TableProps {
  place: DmarcPlace
  reports: readonly ListedTlsReport[]
}

/** Reports, each with what it counts. */
export function TlsReportTable({ place: { site, domain, now }, reports }: TableProps) {
  return (
    <Table
      caption="Reports"
      columns={[
        { words: 'Reporter' },
        { words: 'Day' },
        { words: 'Sessions', number: true },
        { words: 'Worked', number: true },
        { words: 'Failed', number: true },
        { words: 'Arrived' },
      ]}
      rows={reports.map(({ uid, reporter, day, successes, failures, authenticated, receivedAt }) => ({
        key: uid,
        cells: [
          <a key="reporter" href={site.href.domainTlsReport(domain.id, uid)}>
            <Theirs text={reporter || 'Nameless reporter'} />
          </a>,
          longDay(dateOfDay(day)),
          amount(successes + failures),
          <Passed key="good" pass={successes} messages={successes + failures} />,
          amount(failures),
          <>
            <Ago at={receivedAt} now={now} />
            <span class="detail">
              <TrustBadge authenticated={authenticated} />
            </span>
          </>,
        ],
      }))}
    />
  )
}
