import { LONGEST_SOURCE_NAME } from '../../../../core/aggregate/source-mark.ts'
import type { AnsweredSource } from '../../../../services/answers/answered.ts'
import { ErrorSummary } from '../../../components/form/error-summary.tsx'
import { Field } from '../../../components/form/field.tsx'
import { Section } from '../../../components/frame/area.tsx'
import type { SourceProps } from './props.ts'
import { sourceHref } from './table.tsx'

/** Is it yours? Whoever may change says so, and names it; the others read what was said. */
export function MarkForm({ place, one: { source }, filled }: SourceProps) {
  const action = sourceHref(place, source.key)
  const { mark, givenName } = source
  return (
    <Section id="yours" title="Is it yours?">
      <p>{said(source)}</p>
      {place.mayChange && (
        <>
          <form method="post" action={action} class="choice">
            {mark !== 'mine' && <Press value="mine" words="Mine" isQuiet={mark !== undefined} />}
            {mark !== 'not_mine' && <Press value="not_mine" words="Not mine" isQuiet={mark !== undefined} />}
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

function said({ mark }: AnsweredSource): string {
  switch (mark) {
    case 'mine':
      return 'It is marked as yours: mail of it that fails counts as your own.'
    case 'not_mine':
      return 'It is marked as not yours: its mail does not count as your own.'
    default:
      return 'Nobody has said so far. Say so if you know: it decides what its failing mail means, and whether the domain is ready for a stricter policy.'
  }
}
