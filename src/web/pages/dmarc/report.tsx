import { isLongRange } from '../../../core/aggregate/report.ts'
import { warningWords } from '../../../services/aggregates/warning-words.ts'
import { dateOfDay } from '../../../services/aggregates/window.ts'
import { longDay } from '../../components/chart/slots.ts'
import { FileLinks } from '../../components/dmarc/file-links.tsx'
import { DmarcPage } from '../../components/dmarc/frame.tsx'
import { Passed, Theirs, TrustBadge } from '../../components/dmarc/outcome.tsx'
import { RecordTable } from '../../components/dmarc/records.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { policyWords } from '../../words/dmarc.ts'
import { type DmarcPlace, withQuery } from './asked.ts'
import type { File, Records, Report } from './told.ts'

interface ReportProps {
  place: DmarcPlace
  report: Report
  records: Records
  /** It is not the first page of its records. */
  isLater: boolean
  /** What it came in. Absent: it is no longer known. */
  file?: File
}

/** The longest text that a report may hold. */
const WHOLE = 1024

/** `/domains/<id>/dmarc/reports/<uid>`: one report, all that it says of the domain. */
export function ReportDocument(props: ReportProps) {
  const { place, report, isLater } = props
  const { head, messages, pass, day } = report
  return (
    <DmarcPage
      place={place}
      title="DMARC report"
      tab="reports"
      below
      lede={
        <>
          <strong>
            <Theirs text={head.orgName || 'A nameless reporter'} />
          </strong>{' '}
          on {longDay(dateOfDay(day))}: {amount(pass)} of {amount(messages)} {plural(messages, 'message')}{' '}
          passed DMARC.
        </>
      }
    >
      {!isLater && (
        <>
          <Trouble report={report} />
          <Head {...props} />
          <Policy report={report} />
        </>
      )}
      <Rows {...props} />
    </DmarcPage>
  )
}

/** What is odd about it. */
function Trouble({ report: { head } }: Pick<ReportProps, 'report'>) {
  const { warnings, errors, recovered, skipped } = head
  const ours = [
    ...(recovered ? ['The report was broken. What could be read of it counts.'] : []),
    ...(skipped > 0
      ? [
          `${amount(skipped)} ${plural(skipped, 'record')} could not be used and ${skipped === 1 ? 'does' : 'do'} not count.`,
        ]
      : []),
    ...(isLongRange(head) ? ['It covers more than a day, and counts for the day in its middle.'] : []),
    // The number of records above says more.
    ...warnings.filter((one) => one !== 'rows_skipped' || skipped === 0).map(warningWords),
  ]
  if (ours.length === 0 && errors.length === 0) return null
  return (
    <Section id="remarks" title="What is odd about it">
      <ul class="help-list">
        {ours.slice(0, MOST_TOLD).map((says) => (
          <li key={says}>
            <Theirs text={says} most={200} />
          </li>
        ))}
        {errors.slice(0, MOST_ERRORS).map((error, at) => (
          <li key={`${at} error`}>
            The reporter names an error: <Theirs text={error} most={300} />
          </li>
        ))}
        {errors.length > MOST_ERRORS && (
          <li>{amount(errors.length - MOST_ERRORS)} more errors of the reporter.</li>
        )}
      </ul>
    </Section>
  )
}

const MOST_TOLD = 20
const MOST_ERRORS = 3

function Head({ place, report, file }: ReportProps) {
  const { head, authenticated, receivedAt, messages } = report
  const { orgEmail, extraContact, generator, version } = head
  const text = (value: string | undefined, name: string, most = WHOLE) =>
    value ? [[name, <Theirs key={name} text={value} most={most} />] as const] : []
  return (
    <Section id="report" title="The report">
      <Facts
        facts={[
          ['Reporter', <Theirs key="org" text={head.orgName || 'None named'} most={WHOLE} />],
          ...text(orgEmail, 'Contact'),
          ...text(extraContact, 'More contact'),
          ...text(head.reportId, 'Report id'),
          [
            'Covers',
            <>
              <Moment at={new Date(head.begin * 1000)} /> to <Moment at={new Date(head.end * 1000)} />
            </>,
          ],
          ['Arrived', <Moment key="at" at={receivedAt} />],
          [
            'Sender',
            <>
              {authenticated && file?.from && <Theirs text={file.from} most={253} />}{' '}
              <TrustBadge authenticated={authenticated} />
            </>,
          ],
          ['Messages', amount(messages)],
          ['Passed by DKIM', <Passed key="dkim" pass={report.dkimAligned} messages={messages} />],
          ['Passed by SPF', <Passed key="spf" pass={report.spfAligned} messages={messages} />],
          ['Format', head.format === 'rfc9990' ? 'RFC 9990' : 'RFC 7489'],
          ...text(version, 'Version', 40),
          ...text(generator, 'Made by', 200),
        ]}
      />
      {!authenticated && <Unproved file={file} />}
      {file && <FileLinks place={place} file={file} />}
    </Section>
  )
}

/** Why it does not count as authenticated. */
function Unproved({ file }: { file: File | undefined }) {
  return (
    <p class="quiet">{whyUnproved(file)} It counts, but not where only authenticated reports are counted.</p>
  )
}

function whyUnproved(file: File | undefined): string {
  if (!file) return 'Nothing is known to prove who sent it.'
  const isOpen = file.authentication === 'undecided'
  if (file.source === 'import') {
    return isOpen
      ? 'It was imported, and the DNS did not answer when its DKIM signature was checked. Import the same file again later.'
      : 'It was imported, and no valid DKIM signature shows who sent it.'
  }
  return isOpen
    ? 'Whether the mail that brought this report passes DMARC is not known yet: the DNS did not answer, and is asked again for a day.'
    : 'The mail that brought this report did not pass DMARC, so anybody may have sent it.'
}

function Policy({ report: { head } }: Pick<ReportProps, 'report'>) {
  return (
    <Section id="policy" title="The policy it saw">
      <p>
        <Theirs text={head.policyDomain} most={253} />: <code>{policyWords(head.policy)}</code>
      </p>
    </Section>
  )
}

function Rows({ place, report, records, isLater }: ReportProps) {
  const { site, domain } = place
  const path = site.href.domainDmarcReport(domain.id, report.uid)
  return (
    <Section id="records" title="Records">
      <p class="quiet">
        {amount(report.records)} {plural(report.records, 'record')} about {domain.domain}. Each is mail from
        one source with the same results.
      </p>
      <RecordTable rows={records.records} />
      {(isLater || records.next !== undefined) && (
        <nav class="choice pages" aria-label="Pages">
          {isLater && (
            <a class="button button-quiet" href={path}>
              First records
            </a>
          )}
          {records.next !== undefined && (
            <a class="button button-quiet" href={withQuery(path, { after: records.next })} rel="next">
              More records
            </a>
          )}
        </nav>
      )}
    </Section>
  )
}
