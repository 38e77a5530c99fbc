import { FileOutcome, FileSender } from '../../components/dmarc/file-words.tsx'
import { DmarcPage } from '../../components/dmarc/frame.tsx'
import { Theirs } from '../../components/dmarc/outcome.tsx'
import { Moment } from '../../components/moment.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { bytes } from '../../words/amounts.ts'
import type { DmarcPlace } from './asked.ts'
import { type Conflict, Conflicting } from './conflict.tsx'
import type { File } from './told.ts'

interface FileProps {
  place: DmarcPlace
  file: File
  conflict?: Conflict
  /** It was just taken in place of another. */
  wasTaken: boolean
}

/** `/domains/<id>/dmarc/files/<file>`: what became of one file. */
export function FileDocument({ place, file, conflict, wasTaken }: FileProps) {
  const { site, domain, mayChange } = place
  return (
    <DmarcPage place={place} title="Report file" tab="files" below>
      {wasTaken && (
        <Notice kind="done">
          This report counts now. The one that it took the place of is kept among the conflicts.
        </Notice>
      )}
      <Facts
        facts={[
          ['File', <Theirs key="name" text={file.name || 'Nameless file'} most={400} />],
          ['What became of it', <FileOutcome key="outcome" file={file} />],
          ...(file.reporter
            ? [['Reporter', <Theirs key="who" text={file.reporter} most={400} />] as const]
            : []),
          ['Sender', <FileSender key="sender" file={file} />],
          ['Arrived', <Moment key="at" at={file.receivedAt} />],
          ['Size', bytes(file.size)],
        ]}
      />
      <p class="choice">
        {file.downloadable && (
          <a class="button button-quiet" href={site.href.domainDmarcFileContent(domain.id, file.id)} download>
            Download the file
          </a>
        )}
        {file.uid !== undefined && file.kind !== 'tls' && (
          <a class="button button-quiet" href={site.href.domainDmarcReport(domain.id, file.uid)}>
            {file.outcome === 'stored' ? 'The report' : 'The report that counts'}
          </a>
        )}
        {file.uid !== undefined && file.kind === 'tls' && (
          <a class="button button-quiet" href={site.href.domainTlsReport(domain.id, file.uid)}>
            {file.outcome === 'stored' ? 'The report' : 'The report that counts'}
          </a>
        )}
      </p>
      {!file.downloadable && <p class="quiet">The file itself is not kept.</p>}
      {conflict && <Conflicting conflict={conflict} authenticated={file.authentication === 'passed'} />}
      {file.outcome === 'conflict' && mayChange && file.downloadable && (
        <p>
          <a class="button" href={site.href.domainDmarcTake(domain.id, file.id)}>
            Take this one instead
          </a>
        </p>
      )}
    </DmarcPage>
  )
}
