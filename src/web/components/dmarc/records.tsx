import { type AggregateRecord, dayOfReport, type Results } from '../../../core/aggregate/report.ts'
import type { ReportedRecord, SourceName } from '../../../services/aggregates/aggregates.ts'
import { dateOfDay } from '../../../services/aggregates/window.ts'
import { amount } from '../../words/amounts.ts'
import { DISPOSITION_WORDS, inList, OVERRIDE_WORDS } from '../../words/dmarc.ts'
import { longDay } from '../chart/slots.ts'
import { Table } from '../shown/table.tsx'
import { Theirs } from './outcome.tsx'

export type Row = Omit<AggregateRecord, 'results'> & { results: Results }

interface RecordTableProps {
  rows: readonly { record: Row; name?: SourceName; report?: ReportedRecord['report'] }[]
  /** Rows are of several reports, each of which is led to. */
  reportHref?: (uid: string) => string
}

/** Of the results of one kind that a row may have many of. */
const SHOWN = { dkim: 3, spf: 2, reasons: 2 }

/** Rows of reports: a source, and what a receiver made of its mail. */
export function RecordTable({ rows, reportHref }: RecordTableProps) {
  return (
    <div class={reportHref ? 'dmarc-found' : 'dmarc-records'}>
      <Table
        caption="Records"
        columns={[
          ...(reportHref ? [{ words: 'Report' }] : []),
          { words: 'Source' },
          { words: 'Messages', number: true },
          { words: 'DMARC' },
          { words: 'DKIM' },
          { words: 'SPF' },
          { words: 'What the receiver did' },
        ]}
        rows={rows.map(({ record, name, report }, at) => ({
          key: String(at),
          cells: [
            ...(reportHref ? [report && <InReport key="report" report={report} href={reportHref} />] : []),
            <Source key="source" record={record} name={name} />,
            amount(record.count),
            <Dmarc key="dmarc" record={record} />,
            <Dkim key="dkim" record={record} />,
            <Spf key="spf" record={record} />,
            <Done key="done" record={record} />,
          ],
        }))}
      />
    </div>
  )
}

function InReport({
  report: { uid, head, authenticated },
  href,
}: {
  report: ReportedRecord['report']
  href: (uid: string) => string
}) {
  return (
    <>
      <a href={href(uid)}>
        <Theirs text={head.orgName || 'Nameless reporter'} most={64} />
      </a>
      <span class="detail quiet">{longDay(dateOfDay(dayOfReport(head)))}</span>
      {!authenticated && <span class="detail quiet">Not authenticated</span>}
    </>
  )
}

function Source({ record, name }: { record: Row; name: SourceName | undefined }) {
  const { ip, headerFrom, envelopeFrom, envelopeTo } = record
  const about = [
    ['From', headerFrom],
    ['Envelope from', envelopeFrom],
    ['Envelope to', envelopeTo],
  ] as const
  return (
    <>
      <code>{inList(ip)}</code>
      {name?.reverseDns !== undefined && (
        <span class="detail">
          <Theirs text={name.reverseDns} most={64} />
        </span>
      )}
      {name?.organization && (
        <span class="detail quiet">
          <Theirs text={name.organization.name} most={64} />
        </span>
      )}
      {about.map(
        ([words, domain]) =>
          domain !== undefined &&
          domain !== '' && (
            <span key={words} class="detail quiet">
              {words}: <Theirs text={domain} most={64} />
            </span>
          ),
      )}
    </>
  )
}

function Dmarc({ record: { dkim, spf } }: { record: Row }) {
  if (!dkim && !spf) return <span class="badge badge-poor">Failed</span>
  const by = [dkim && 'DKIM', spf && 'SPF'].filter(Boolean).join(' and ')
  return (
    <>
      <span class="badge badge-good">Passed</span>
      <span class="detail quiet">by {by}</span>
    </>
  )
}

function Dkim({ record: { dkim, spf, results } }: { record: Row }) {
  return (
    <>
      {results.dkim.length === 0 && <span class="quiet">No result</span>}
      {results.dkim.slice(0, SHOWN.dkim).map(({ domain, selector, result }, at) => (
        <span key={`${at} ${domain}`} class="result">
          <Theirs text={result} most={20} />
          <span class="detail quiet">
            <Theirs text={domain} most={64} />
            {selector !== undefined && (
              <>
                , selector <Theirs text={selector} most={40} />
              </>
            )}
          </span>
        </span>
      ))}
      <Rest all={results.dkim.length} shown={SHOWN.dkim} />
      <NotAligned
        passed={results.dkim.some(({ result }) => result === 'pass')}
        aligned={dkim}
        counts={!spf}
      />
    </>
  )
}

function Spf({ record: { dkim, spf, results } }: { record: Row }) {
  return (
    <>
      {results.spf.length === 0 && <span class="quiet">No result</span>}
      {results.spf.slice(0, SHOWN.spf).map(({ domain, scope, result }, at) => (
        <span key={`${at} ${domain}`} class="result">
          <Theirs text={result} most={20} />
          <span class="detail quiet">
            <Theirs text={domain} most={64} />
            {scope !== undefined && (
              <>
                {' '}
                (<Theirs text={scope} most={20} />)
              </>
            )}
          </span>
        </span>
      ))}
      <Rest all={results.spf.length} shown={SHOWN.spf} />
      <NotAligned passed={results.spf.some(({ result }) => result === 'pass')} aligned={spf} counts={!dkim} />
    </>
  )
}

interface NotAlignedProps {
  passed: boolean
  aligned: boolean
  /** The message failed for it. */
  counts: boolean
}

/** It passed for another domain, which is no pass to DMARC. */
function NotAligned({ passed, aligned, counts }: NotAlignedProps) {
  return passed && !aligned ? <span class={`badge ${counts ? 'badge-fair' : ''}`}>Not aligned</span> : null
}

function Rest({ all, shown }: { all: number; shown: number }) {
  const rest = all - shown
  return rest > 0 ? <span class="detail quiet">and {amount(rest)} more, which downloads have</span> : null
}

function Done({ record: { disposition, results } }: { record: Row }) {
  return (
    <>
      {DISPOSITION_WORDS[disposition]}
      {results.reasons.slice(0, SHOWN.reasons).map(({ type, comment }, at) => (
        <span key={`${at} ${type}`} class="detail quiet">
          {OVERRIDE_WORDS[type]}
          {comment !== undefined && comment !== '' && (
            <>
              : <Theirs text={comment} most={100} />
            </>
          )}
        </span>
      ))}
      <Rest all={results.reasons.length} shown={SHOWN.reasons} />
    </>
  )
}
