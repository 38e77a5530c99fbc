import type { DrawnSpf, DrawnSpfRecord, DrawnSpfTerm } from '../../../core/domain-health.ts'
import { plural } from '../../wording.ts'
import { published } from '../../words/published.ts'

/** An SPF record as nested lists: what each term leads to, and which look-up of the ten it is. */
export function SpfTree({ spf }: { spf: DrawnSpf }) {
  const { root, lookups, voids, mostLookups, mostVoids, incomplete, left } = spf
  if (root.state !== 'record') return <p>{STATE_WORDS[root.state]}</p>
  const least = incomplete ? 'At least ' : ''
  return (
    <div class="stack spf">
      <p>
        {least}
        <strong class={lookups > mostLookups ? 'over' : ''}>
          {lookups} of {mostLookups} look-ups
        </strong>{' '}
        in the worst case
        {lookups > mostLookups && ': receivers stop there, and SPF fails for every message that gets so far'};{' '}
        {voids} of {mostVoids} that are answered with nothing.
      </p>
      <Terms record={root} most={mostLookups} label={`SPF record of ${published(root.domain)}`} />
      {left > 0 && (
        <p class="quiet">
          {left} more {plural(left, 'term is', 'terms are')} not shown.
        </p>
      )}
    </div>
  )
}

const STATE_WORDS: Readonly<Record<DrawnSpfRecord['state'], string>> = {
  record: 'A record.',
  none: 'There is no SPF record.',
  several: 'There are several SPF records: receivers take none of them.',
  loop: 'It is read further up already: it includes itself.',
  cut: 'Not read: the record is too large.',
  failed: 'Could not be found out: the DNS gave no answer.',
}

function Terms({ record, most, label }: { record: DrawnSpfRecord; most: number; label?: string }) {
  return (
    <ul class="spf-tree" {...(label !== undefined && { 'aria-label': label })}>
      {record.terms.map((term, at) => (
        <li key={at}>
          <Term term={term} most={most} />
        </li>
      ))}
    </ul>
  )
}

function Term({ term, most }: { term: DrawnSpfTerm; most: number }) {
  const { text, leadsTo } = term
  const isRecord = leadsTo?.state === 'record'
  return (
    <>
      <span class="spf-term">
        <code>{published(text)}</code> <Cost term={term} most={most} />
      </span>
      {leadsTo && !isRecord && <span class="quiet spf-note">{STATE_WORDS[leadsTo.state]}</span>}
      {isRecord && leadsTo.terms.length > 0 && <Terms record={leadsTo} most={most} />}
    </>
  )
}

/** Which look-up a term is, and what hinders it. */
function Cost({ term, most }: { term: DrawnSpfTerm; most: number }) {
  const { lookup, lookups, over, ignored, failed, perMessage } = term
  const below = lookup === undefined ? 0 : lookups - 1
  return (
    <span class="spf-cost">
      {lookup !== undefined && (
        <span class={over ? 'over' : ''}>
          look-up {lookup}
          {over && ` (past the limit of ${most})`}
          {below > 0 && `, ${below} more below`}
        </span>
      )}
      {ignored && <span>not reached</span>}
      {failed && <span class="open">could not be asked: no answer</span>}
      {perMessage && <span>made for each message</span>}
    </span>
  )
}
