import { outcomeWords } from '../../../services/aggregates/outcome-words.ts'
import type { File } from '../../pages/dmarc/told.ts'
import { inList } from '../../words/dmarc.ts'
import { OutcomeBadge, Theirs } from './outcome.tsx'

/** What became of a file, why, and what to do. */
export function FileOutcome({ file: { outcome, reason, detail } }: { file: File }) {
  const { title, says, todo } = outcomeWords({
    outcome,
    ...(reason && { reason }),
    ...(detail !== undefined && { detail: inList(detail, 300) }),
  })
  return (
    <>
      <OutcomeBadge
        outcome={outcome}
        words={outcome === 'rejected' && reason ? `Rejected: ${title}` : title}
      />
      <span class="detail">
        {says} {todo}
      </span>
    </>
  )
}

const AUTHENTICATION = {
  passed: 'The mail passed DMARC',
  failed: 'The mail did not pass DMARC',
  undecided: 'Not authenticated so far: the DNS did not answer, and is asked again for a day',
} as const

/** Of imported files no mail is looked at, or an archived one; the DNS is not asked again. */
const IMPORTED = {
  passed: 'Authenticated: by its DKIM signature, or imported as trusted',
  failed: 'Nothing proves who sent it',
  undecided: 'Not authenticated: the DNS did not answer. Import it again later',
} as const

/** Who sent a file, and whether that is proved. */
export function FileSender({ file: { source, from, authentication } }: { file: File }) {
  const words = source === 'mail' ? AUTHENTICATION : IMPORTED
  const way = source === 'mail' ? 'By mail' : 'By import'
  return (
    <>
      {from === undefined ? (
        way
      ) : (
        <>
          {way}, from <Theirs text={from} most={100} />
        </>
      )}
      <span class="detail quiet">{words[authentication]}</span>
    </>
  )
}
