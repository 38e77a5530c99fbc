import type { TlsFailure, TlsPolicy } from '../../../core/tls-report.ts'
import { warningWords } from '../../../services/aggregates/warning-words.ts'
import { dateOfDay } from '../../../services/aggregates/window.ts'
import type { KeptTlsReport } from '../../../services/tls-reports/tls-reports.ts'
import { longDay } from '../../components/chart/slots.ts'
import { FileLinks } from '../../components/dmarc/file-links.tsx'
import { Theirs, TrustBadge } from '../../components/dmarc/outcome.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { Table } from '../../components/shown/table.tsx'
import { TlsPage } from '../../components/tls/frame.tsx'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { policyKind, resultWords } from '../../words/tls.ts'
import type { DmarcPlace } from '../dmarc/asked.ts'
import type { File } from '../dmarc/told.ts'

interface ReportProps {
  place: DmarcPlace
  report: KeptTlsReport
  /** What it came in. Absent: it is no longer known. */
  file?: File
}

/** What one page shows of a report; its file has the rest. */
const MOST_POLICIES = 6
const MOST_DETAILS = 20
const MOST_LINES = 8
const WHOLE = 300

/** `/domains/<id>/tls/reports/<uid>`: one report, all that it says of the domain. */
export function TlsReportDocument({ place, report, file }: ReportProps) {
  const { policies, warnings } = report.report
  const sessions = report.successes + report.failures
  let left = MOST_DETAILS
  const shown = policies.slice(0, MOST_POLICIES).map((policy) => {
    const details = policy.details.slice(0, Math.max(0, left))
    left -= details.length
    return { policy, details }
  })
  return (
    <TlsPage
      place={place}
      title="TLS report"
      tab="reports"
      below
      lede={
        <>
          <strong>
            <Theirs text={report.reporter || 'A nameless reporter'} />
          </strong>{' '}
          on {longDay(dateOfDay(report.day))}: {amount(report.successes)} of {amount(sessions)}{' '}
          {plural(sessions, 'session')} succeeded.
        </>
      }
    >
      {warnings.length > 0 && <Oddities warnings={warnings} />}
      <Head place={place} report={report} {...(file && { file })} />
      {policies.length === 0 && <p class="quiet">The report names no policy, and counts no session.</p>}
      {shown.map(({ policy, details }, at) => (
        <Policy key={`${at} policy`} at={at + 1} policy={policy} details={details} />
      ))}
      {policies.length > MOST_POLICIES && (
        <p class="quiet">
          And {amount(policies.length - MOST_POLICIES)} more policies. The export has all of them.
        </p>
      )}
    </TlsPage>
  )
}

function Oddities({ warnings }: { warnings: readonly string[] }) {
  return (
    <Section id="remarks" title="What is odd about it">
      <ul class="help-list">
        {warnings.slice(0, 20).map((one) => (
          <li key={one}>
            <Theirs text={warningWords(one)} most={200} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Head({ place, report: kept, file }: ReportProps) {
  const { report, authenticated, receivedAt } = kept
  const text = (value: string | undefined, name: string) =>
    value ? [[name, <Theirs key={name} text={value} most={WHOLE} />] as const] : []
  return (
    <Section id="report" title="The report">
      <Facts
        facts={[
          ['Reporter', <Theirs key="org" text={report.orgName || 'None named'} most={WHOLE} />],
          ...text(report.contact, 'Contact'),
          ...text(report.reportId, 'Report id'),
          [
            'Covers',
            <>
              <Moment at={new Date(report.begin * 1000)} /> to <Moment at={new Date(report.end * 1000)} />
            </>,
          ],
          ['Arrived', <Moment key="at" at={receivedAt} />],
          ['Sender', <TrustBadge key="trust" authenticated={authenticated} />],
          ['Sessions', amount(kept.successes + kept.failures)],
          ['Worked', amount(kept.successes)],
          ['Failed', amount(kept.failures)],
        ]}
      />
      {file && <FileLinks place={place} file={file} />}
    </Section>
  )
}

interface PolicyProps {
  at: number
  policy: TlsPolicy
  /** Those that are shown. */
  details: readonly TlsFailure[]
}

function Policy({ at, policy, details }: PolicyProps) {
  const { domain, type, hosts, lines, successes, failures } = policy
  const more = policy.details.length - details.length
  const untold = failures - policy.details.reduce((sum, { sessions }) => sum + sessions, 0)
  return (
    <Section id={`policy-${at}`} title={`Policy: ${policyKind(type).slice(0, 60)}`}>
      <Facts
        facts={[
          ['Domain', domain ? <Theirs key="domain" text={domain} most={253} /> : 'None named'],
          ['Worked', amount(successes)],
          ['Failed', amount(failures)],
          ...(hosts.length > 0 ? [['Mail servers', <Lines key="hosts" lines={hosts} />] as const] : []),
          ...(lines.length > 0
            ? [['As the sender saw it', <Lines key="lines" lines={lines} />] as const]
            : []),
        ]}
      />
      {details.length > 0 && <Details details={details} />}
      {more > 0 && <p class="quiet">And {amount(more)} more details. The export has all that are kept.</p>}
      {untold > 0 && details.length > 0 && (
        <p class="quiet">
          Of {amount(untold)} failed {plural(untold, 'session')} the report says nothing more.
        </p>
      )}
    </Section>
  )
}

/** Lines of a policy, or hosts, each on its own. */
function Lines({ lines }: { lines: readonly string[] }) {
  const more = lines.length - MOST_LINES
  return (
    <>
      {lines.slice(0, MOST_LINES).map((line, at) => (
        <code key={`${at} line`} class="detail">
          <Theirs text={line} most={80} />
        </code>
      ))}
      {more > 0 && <span class="detail quiet">and {amount(more)} more</span>}
    </>
  )
}

function Details({ details }: Pick<PolicyProps, 'details'>) {
  return (
    <Table
      caption="Failed sessions"
      columns={[
        { words: 'What went wrong' },
        { words: 'Mail server' },
        { words: 'From' },
        { words: 'Sessions', number: true },
      ]}
      rows={details.map((one, at) => ({
        key: `${at} detail`,
        cells: [
          <Wrong key="type" failure={one} />,
          <Receiving key="receiving" failure={one} />,
          one.sendingIp ? (
            <code>
              <Theirs text={one.sendingIp} />
            </code>
          ) : (
            '–'
          ),
          amount(one.sessions),
        ],
      }))}
    />
  )
}

function Wrong({ failure: { type, reason, information } }: { failure: TlsFailure }) {
  const { words, means } = resultWords(type)
  return (
    <>
      <Theirs text={words} />
      <span class="detail quiet">{means}</span>
      {reason && (
        <span class="detail">
          <Theirs text={reason} most={100} />
        </span>
      )}
      {information && (
        <span class="detail quiet">
          <Theirs text={information} most={100} />
        </span>
      )}
    </>
  )
}

function Receiving({ failure }: { failure: TlsFailure }) {
  const { receivingHost, receivingHelo, receivingIp } = failure
  if (!receivingHost && !receivingIp && !receivingHelo) return <>–</>
  return (
    <>
      {receivingHost && (
        <code>
          <Theirs text={receivingHost} />
        </code>
      )}
      {receivingIp && (
        <span class="detail">
          <Theirs text={receivingIp} />
        </span>
      )}
      {receivingHelo && receivingHelo !== receivingHost && (
        <span class="detail quiet">
          HELO <Theirs text={receivingHelo} />
        </span>
      )}
    </>
  )
}
