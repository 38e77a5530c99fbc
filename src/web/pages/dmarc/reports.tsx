import { dateOfDay } from '../../../services/aggregates/window.ts'
import { longDay } from '../../components/chart/slots.ts'
import { Exports } from '../../components/dmarc/exports.tsx'
import { DmarcFilter } from '../../components/dmarc/filter.tsx'
import { DmarcPage, spanWords } from '../../components/dmarc/frame.tsx'
import { Passed, Theirs, TrustBadge } from '../../components/dmarc/outcome.tsx'
import { Pages } from '../../components/dmarc/pages.tsx'
import { Select } from '../../components/form/choices.tsx'
import { Field } from '../../components/form/field.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Table } from '../../components/shown/table.tsx'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { type DmarcPlace, withQuery } from './asked.ts'
import type { Report, ReportPage } from './told.ts'

interface ReportsProps {
  place: DmarcPlace
  found: { total: number; reports: readonly Report[] }
  page: ReportPage
}

/** `/domains/<id>/dmarc/reports`: the reports, newest first. */
export function ReportsDocument({ place, found, page }: ReportsProps) {
  const { site, domain, asked } = place
  const path = site.href.domainDmarcReports(domain.id)
  return (
    <DmarcPage
      place={place}
      title="Reports"
      tab="reports"
      lede={`What each receiver reports about ${domain.domain}, newest first, ${spanWords(place)}.`}
    >
      <DmarcFilter place={place} path={path}>
        <Field
          name="reporter"
          label="Reporter"
          hint="Its whole name"
          maxlength={200}
          filled={asked.filled}
          bare
        />
        <Select
          name="result"
          label="Result"
          choices={[
            { value: '', words: 'Any' },
            { value: 'fail', words: 'With messages that failed' },
            { value: 'pass', words: 'Every message passed' },
          ]}
          chosen={page.result ?? ''}
          filled={asked.filled}
        />
      </DmarcFilter>
      {found.total === 0 ? (
        <Empty title="No report of these days matches">
          <p class="choice">
            <a href={withQuery(path, { days: '366' })}>Look at 12 months, and all reports</a>
            <a href={site.href.domainDmarcFiles(domain.id)}>Look at the files that came</a>
          </p>
        </Empty>
      ) : (
        <>
          <ReportTable place={place} reports={found.reports} />
          <Pages
            path={path}
            kept={asked.kept}
            total={found.total}
            limit={page.limit}
            offset={page.offset}
            what={plural(found.total, 'report')}
          />
          <Exports place={place} />
        </>
      )}
    </DmarcPage>
  )
}

interface TableProps {
  place: DmarcPlace
  reports: readonly Report[]
}

/** Reports, each with what it counts. */
export function ReportTable({ place: { site, domain, now }, reports }: TableProps) {
  return (
    <Table
      caption="Reports"
      columns={[
        { words: 'Reporter' },
        { words: 'Day' },
        { words: 'Messages', number: true },
        { words: 'Passed DMARC', number: true },
        { words: 'Failed', number: true },
        { words: 'Arrived' },
      ]}
      rows={reports.map(({ uid, head, day, messages, pass, authenticated, receivedAt }) => ({
        key: uid,
        cells: [
          <>
            <a href={site.href.domainDmarcReport(domain.id, uid)}>
              <Theirs text={head.orgName || 'Nameless reporter'} />
            </a>
            {(head.recovered || head.warnings.length > 0 || head.errors.length > 0) && (
              <span class="detail quiet">{oddities(head.warnings.length, head.errors.length)}</span>
            )}
          </>,
          longDay(dateOfDay(day)),
          amount(messages),
          <Passed key="pass" pass={pass} messages={messages} />,
          amount(messages - pass),
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

/** 2 warnings, 1 error of the reporter. */
function oddities(warnings: number, errors: number): string {
  const parts = [
    warnings > 0 && `${warnings} ${plural(warnings, 'warning')}`,
    errors > 0 && `${errors} ${plural(errors, 'error')} of the reporter`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(', ') : 'Broken, and read all the same'
}
