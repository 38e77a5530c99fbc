import { OUTCOMES, type Outcome } from '../../../core/aggregate/file.ts'
import { FileOutcome, FileSender } from '../../components/dmarc/file-words.tsx'
import { DmarcPage } from '../../components/dmarc/frame.tsx'
import { Theirs } from '../../components/dmarc/outcome.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Table } from '../../components/shown/table.tsx'
import { amount, bytes } from '../../words/amounts.ts'
import { type DmarcPlace, withQuery } from './asked.ts'
import { Nothing, SampleReports, Unverified } from './empty.tsx'
import type { File } from './told.ts'

interface FilesProps {
  place: DmarcPlace
  files: readonly File[]
  counts: Readonly<Partial<Record<Outcome, number>>>
  /** Those that are shown. Absent: all. */
  outcome?: Outcome
  /** It is not the first page. */
  isLater: boolean
  hasMore: boolean
  /** Sample reports were sent just now. */
  wasSent: boolean
}

const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  stored: 'Stored',
  duplicate: 'Duplicates',
  conflict: 'Conflicts',
  replaced: 'Replaced',
  rejected: 'Rejected',
}

/** `/domains/<id>/dmarc/files`: every file that came, and what became of it. */
export function FilesDocument(props: FilesProps) {
  const { place, files, counts, outcome, isLater, wasSent } = props
  const { site, domain } = place
  const path = site.href.domainDmarcFiles(domain.id)
  const all = OUTCOMES.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
  return (
    <DmarcPage
      place={place}
      title="Files"
      tab="files"
      lede="Every file that came by mail or import, newest first: what became of it, and why."
    >
      {!domain.verified && <Unverified place={place} />}
      {wasSent && (
        <Notice kind="done">
          The sample reports are on their way. They stand here as soon as they are read: open this page again
          in a second or two.
        </Notice>
      )}
      {!wasSent && all === 0 && <SampleReports place={place} reports={all} />}
      {all === 0 && files.length === 0 ? (
        domain.verified && <Nothing place={place} files={counts} path={path} />
      ) : (
        <>
          <nav class="windows" aria-label="What became of them">
            <Choice path={path} words="All" n={all} isCurrent={outcome === undefined} />
            {OUTCOMES.map((one) => (
              <Choice
                key={one}
                path={withQuery(path, { outcome: one })}
                words={OUTCOME_WORDS[one]}
                n={counts[one] ?? 0}
                isCurrent={one === outcome}
              />
            ))}
          </nav>
          {files.length === 0 ? (
            <Empty title={isLater ? 'Nothing older' : 'No such file'}>
              <p>
                <a href={path}>Show all files</a>
              </p>
            </Empty>
          ) : (
            <FileTable place={place} files={files} />
          )}
          <Neighbours {...props} />
        </>
      )}
    </DmarcPage>
  )
}

interface ChoiceProps {
  path: string
  words: string
  n: number
  isCurrent: boolean
}

function Choice({ path, words, n, isCurrent }: ChoiceProps) {
  return (
    <a href={path} aria-current={isCurrent ? 'true' : undefined}>
      {words} <span class="quiet">{amount(n)}</span>
    </a>
  )
}

function FileTable({ place: { site, domain, now }, files }: Pick<FilesProps, 'place' | 'files'>) {
  return (
    <div class="dmarc-files">
      <Table
        caption="Files"
        columns={[
          { words: 'File' },
          { words: 'What became of it' },
          { words: 'Sender' },
          { words: 'Arrived' },
        ]}
        rows={files.map((file) => ({
          key: file.id,
          cells: [
            <>
              <a href={site.href.domainDmarcFile(domain.id, file.id)}>
                <Theirs text={file.name || 'Nameless file'} most={120} />
              </a>
              <span class="detail quiet">
                {file.reporter ? (
                  <>
                    <Theirs text={file.reporter} />,{' '}
                  </>
                ) : null}
                {bytes(file.size)}
              </span>
            </>,
            <FileOutcome key="outcome" file={file} />,
            <FileSender key="sender" file={file} />,
            <Ago key="at" at={file.receivedAt} now={now} />,
          ],
        }))}
      />
    </div>
  )
}

function Neighbours({ place: { site, domain }, files, outcome, isLater, hasMore }: FilesProps) {
  const last = files.at(-1)
  if (!isLater && !hasMore) return null
  const path = site.href.domainDmarcFiles(domain.id)
  return (
    <nav class="choice pages" aria-label="Pages">
      {isLater && (
        <a class="button button-quiet" href={withQuery(path, { outcome })}>
          Newest
        </a>
      )}
      {hasMore && last && (
        <a class="button button-quiet" href={withQuery(path, { outcome, after: last.id })} rel="next">
          Older
        </a>
      )}
    </nav>
  )
}
