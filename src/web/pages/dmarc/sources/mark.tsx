import { LONGEST_SOURCE_NAME } from '../../../../core/aggregate/source-mark.ts'
import type { Ownership } from '../../../../services/answers/answered.ts'
import { ErrorSummary } from '../../../components/form/error-summary.tsx'
import { Field } from '../../../components/form/field.tsx'
import { Section } from '../../../components/frame/area.tsx'
import { Ago } from '../../../components/shown/ago.tsx'
import type { SourceProps } from './props.ts'
import { sourceHref } from './table.tsx'

/** Is it yours? Whoever may change says so, and names it; the others read what was said. */
export function MarkForm(props: SourceProps) {
  const { place, one, filled } = props
  const { source } = one
  const action = sourceHref(place, source.key)
  const { mark, givenName, whose } = source
  // It is asked where nobody knows.
  const isQuiet = mark !== undefined || whose !== 'undecided'
  return (
    <Section id="yours" title="Is it yours?">
      <Told {...props} />
      {place.mayChange && (
        <>
          <form method="post" action={action} class="choice">
            {mark !== 'mine' && <Press value="mine" words="Mine" isQuiet={isQuiet} />}
            {mark !== 'not_mine' && <Press value="not_mine" words="Not mine" isQuiet={isQuiet} />}
            {mark !== undefined && <Press value="none" words="Take that back" isQuiet />}
          </form>
          <details class="fold" open={filled.problems.length > 0}>
            <summary class="button button-quiet">{givenName === undefined ? 'Name it' : 'Rename it'}</summary>
            <form method="post" action={action} class="form stack">
              <ErrorSummary problems={filled.problems} />
              <Field
                name="name"
                label="Name"
                hint={
                  givenName === undefined
                    ? 'As you call it: Newsletter, Shop, Payroll. Everybody in the account sees it.'
                    : 'Empty: the name that was found out stands again.'
                }
                maxlength={LONGEST_SOURCE_NAME}
                filled={filled}
                bare
              />
              <p>
                <button type="submit" class="button">
                  Save the name
                </button>
              </p>
            </form>
          </details>
        </>
      )}
    </Section>
  )
}

function Press({ value, words, isQuiet }: { value: string; words: string; isQuiet: boolean }) {
  return (
    <button type="submit" class={isQuiet ? 'button button-quiet' : 'button'} name="mark" value={value}>
      {words}
    </button>
  )
}

const WHOSE: Readonly<Record<Ownership, string>> = {
  own: 'It counts as yours: its mail passes DMARC or did, your SPF record names it, or it signs as your domain. If that is wrong, say so.',
  passed_on:
    'It counts as a forwarder or mailing list of mail that you sent. If it sends for you itself, say so.',
  others: 'It does not count as yours. If it is, say so: then its failing mail is yours to repair.',
  undecided:
    'Nobody has said so far. If you know, say so: whether the domain is ready for a stricter policy depends on it.',
}

const MARKED = {
  mine: 'It is marked as yours: mail of it that fails counts as your own.',
  notMine: 'It is marked as not yours: its mail does not count as your own.',
  passedOn:
    'It is marked as not yours. Mail of yours that it only forwards counts as forwarded all the same.',
}

/** What it counts as, and who said so. */
function Told({ place: { now }, one: { source }, said }: SourceProps) {
  const { mark, whose } = source
  if (mark === undefined) return <p>{WHOSE[whose]}</p>
  return (
    <p>
      {mark === 'mine' ? MARKED.mine : whose === 'passed_on' ? MARKED.passedOn : MARKED.notMine}{' '}
      {said && (
        <span class="quiet">
          Last changed by {said.by} <Ago at={said.at} now={now} />.
        </span>
      )}
    </p>
  )
}
