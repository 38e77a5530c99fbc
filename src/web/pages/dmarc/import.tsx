import type { Outcome } from '../../../core/aggregate/file.ts'
import type { Imported } from '../../../services/aggregates/importing.ts'
import { outcomeWords } from '../../../services/aggregates/outcome-words.ts'
import { DmarcPage } from '../../components/dmarc/frame.tsx'
import { OutcomeBadge, Theirs } from '../../components/dmarc/outcome.tsx'
import { ErrorSummary } from '../../components/form/error-summary.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Table } from '../../components/shown/table.tsx'
import { fieldId } from '../../forms/problems.ts'
import { plural } from '../../wording.ts'
import { amount, bytes } from '../../words/amounts.ts'
import { inList } from '../../words/dmarc.ts'
import type { DmarcPlace } from './asked.ts'

/** What one form takes. */
export interface ImportBounds {
  maxBytes: number
  maxFiles: number
}

interface ImportProps {
  place: DmarcPlace
  bounds: ImportBounds
  problem?: string
}

const FIELD = 'files'

/** `/domains/<id>/dmarc/import`: takes report files. */
export function ImportDocument({ place, bounds, problem }: ImportProps) {
  const { site, domain } = place
  const problems = problem === undefined ? [] : [{ field: FIELD, says: problem }]
  return (
    <DmarcPage
      place={place}
      title="Import reports"
      tab="import"
      lede="Reports that came elsewhere, before or beside the reports address. Each goes to the domain of the account that it is about, whichever page it is imported on."
    >
      <form
        method="post"
        action={site.href.domainDmarcImport(domain.id)}
        enctype="multipart/form-data"
        class="form stack"
      >
        <ErrorSummary problems={problems} />
        <div class={problem === undefined ? 'field' : 'field field-wrong'}>
          <label for={fieldId(FIELD)}>Files</label>
          <p class="quiet" id="files-hint">
            DMARC reports (XML) and TLS reports (JSON), also in gzip or zip files, mails with reports (.eml),
            or a mailbox as an mbox file. Up to {bounds.maxFiles} files, {bytes(bounds.maxBytes)} together.
          </p>
          {problem !== undefined && <p class="problem">{problem}</p>}
          <input
            type="file"
            id={fieldId(FIELD)}
            name={FIELD}
            multiple
            required
            class="file"
            aria-describedby="files-hint"
          />
        </div>
        <fieldset>
          <legend>Who sent them</legend>
          <label class="option">
            <input type="checkbox" name="trust" value="yes" />
            <span>
              Count all of them as authenticated.{' '}
              <span class="quiet">
                Only if you know that the files are what the reporters sent: anybody can write a report.
                Otherwise a report counts as authenticated where its mail still has a valid DKIM signature of
                the sender’s domain. The audit log keeps that you chose this.
              </span>
            </span>
          </label>
        </fieldset>
        <p class="choice">
          <button type="submit" class="button">
            Import
          </button>
        </p>
      </form>
      <Section id="more" title="More than that">
        <p>
          Whole folders and mailboxes are imported on the server, with <code>mailgauge dmarc import</code>.
          The same report again is a duplicate and counts once.
        </p>
      </Section>
    </DmarcPage>
  )
}

interface ImportedProps {
  place: DmarcPlace
  imported: readonly Imported[]
  /** Names of files that were not read for want of time. */
  unread: readonly string[]
}

/** Rows of one page, which is to stay below 60 KB. */
const MOST_ROWS = 60

/** What became of the files of a form: those with something to do first. */
export function ImportedDocument({ place, imported, unread }: ImportedProps) {
  const { site, domain } = place
  const rows = imported.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, MOST_ROWS)
  const more = imported.length - rows.length
  return (
    <DmarcPage place={place} title="What was imported" tab="import" below lede={sumsOf(imported)}>
      {unread.length > 0 && (
        <Notice kind="problem">
          {unread.length} {plural(unread.length, 'file was', 'files were')} not read, as the others took too
          long. Import {plural(unread.length, 'it', 'them')} again:{' '}
          <Theirs text={unread.join(', ')} most={300} />
        </Notice>
      )}
      {rows.length > 0 && (
        <Table
          caption="What became of each report"
          columns={[{ words: 'File' }, { words: 'Report' }, { words: 'Outcome' }]}
          rows={rows.map((one, at) => ({
            key: String(at),
            cells: [
              <Theirs key="file" text={one.name} most={120} />,
              <About key="report" imported={one} />,
              <Became key="outcome" imported={one} />,
            ],
          }))}
        />
      )}
      {more > 0 && (
        <p class="quiet">
          {amount(more)} more {plural(more, 'report is', 'reports are')} not listed here: the{' '}
          <a href={site.href.domainDmarcFiles(domain.id)}>files of the domain</a> have those about it.
        </p>
      )}
      <p class="choice">
        <a class="button" href={site.href.domainDmarcReports(domain.id)}>
          Reports of {domain.domain}
        </a>
        <a class="button button-quiet" href={site.href.domainDmarcImport(domain.id)}>
          Import more
        </a>
      </p>
    </DmarcPage>
  )
}

const RANK: readonly Outcome[] = ['rejected', 'conflict', 'stored', 'replaced', 'duplicate']

const rankOf = ({ outcome }: Imported) => RANK.indexOf(outcome)

function sumsOf(imported: readonly Imported[]): string {
  const n = (outcome: Outcome) => imported.filter((one) => one.outcome === outcome).length
  const parts = [
    `${amount(n('stored'))} stored`,
    ...(n('duplicate') > 0 ? [`${amount(n('duplicate'))} stored before`] : []),
    ...(n('conflict') > 0 ? [`${amount(n('conflict'))} in conflict`] : []),
    ...(n('rejected') > 0 ? [`${amount(n('rejected'))} rejected`] : []),
  ]
  return `${amount(imported.length)} ${plural(imported.length, 'report', 'reports')}: ${parts.join(', ')}.`
}

function About({ imported: { domain, reporter, records } }: { imported: Imported }) {
  if (domain === undefined) return <span class="quiet">Not known</span>
  return (
    <>
      <Theirs text={domain} most={120} />
      <span class="detail quiet">
        {reporter !== undefined && (
          <>
            By <Theirs text={reporter} most={60} />
          </>
        )}
        {records !== undefined && `, ${amount(records)} ${plural(records, 'record', 'records')}`}
      </span>
    </>
  )
}

const AUTHENTICATION = {
  passed: '',
  failed: 'It counts as not authenticated: nothing proves who sent it.',
  undecided:
    'It counts as not authenticated: the DNS did not answer, so that its signature could not be checked.',
} as const

function Became({ imported }: { imported: Imported }) {
  const { outcome, detail, authentication } = imported
  const { title, says, todo } = outcomeWords({
    ...imported,
    ...(detail !== undefined && { detail: inList(detail, 300) }),
  })
  const trust = outcome === 'stored' && authentication ? AUTHENTICATION[authentication] : ''
  return (
    <>
      <OutcomeBadge outcome={outcome} words={outcome === 'rejected' ? `Rejected: ${title}` : title} />
      <span class="detail">
        {says} {todo} {trust}
      </span>
    </>
  )
}
