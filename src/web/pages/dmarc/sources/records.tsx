import { Theirs } from '../../../components/dmarc/outcome.tsx'
import { RecordTable } from '../../../components/dmarc/records.tsx'
import { Section } from '../../../components/frame/area.tsx'
import type { SourceProps } from './props.ts'
import { sourceHref } from './table.tsx'

/** The rows of reports that all of it is made of, newest first; each leads to its report. */
export function SourceRecords({ place, one: { source }, records, shown }: SourceProps) {
  const { site, domain } = place
  const { ip, isLater } = shown
  const of = ip === undefined ? {} : { ip }
  const first = sourceHref(place, source.key, of)
  return (
    <Section id="records" title="Records">
      <p class="quiet">
        {ip === undefined ? (
          'What receivers reported of it, newest first. Each row is mail from one address with the same results.'
        ) : (
          <>
            What receivers reported of <Theirs text={ip} />, newest first.{' '}
            <a href={sourceHref(place, source.key)}>Show the whole source</a>
          </>
        )}
      </p>
      {records.records.length === 0 ? (
        <p>
          {records.next === undefined
            ? `There are no ${isLater ? 'older ' : ''}records of it in these days.`
            : 'None of the reports that were looked through so far has a record of it. Go on to older ones.'}
        </p>
      ) : (
        <RecordTable
          rows={records.records}
          reportHref={(uid) => site.href.domainDmarcReport(domain.id, uid)}
        />
      )}
      {(isLater || records.next !== undefined) && (
        <nav class="choice pages" aria-label="Pages">
          {isLater && (
            <a class="button button-quiet" href={`${first}#records`}>
              Newest records
            </a>
          )}
          {records.next !== undefined && (
            <a
              class="button button-quiet"
              href={`${sourceHref(place, source.key, { ...of, after: records.next })}#records`}
              rel="next"
            >
              Older records
            </a>
          )}
        </nav>
      )}
    </Section>
  )
}
