import { MAIL_TEST_STATUSES } from '../../../core/mail-test.ts'
import { TOLD_SOURCES } from '../../../services/mail-tests/account-tests.ts'
import { Select } from '../../components/form/choices.tsx'
import { ErrorSummary } from '../../components/form/error-summary.tsx'
import { Field } from '../../components/form/field.tsx'
import type { Site } from '../../site.ts'
import { SOURCE_WORDS } from '../../words/test-words.ts'
import type { TestsAsked } from './asked.ts'

interface FilterProps {
  site: Site
  asked: TestsAsked
  isFiltered: boolean
}

const STATUS_WORDS = { pending: 'Waiting', scored: 'Scored', failed: 'Failed' } as const

/** Looks for tests: words in sight, everything else folded. The address holds all of it. */
export function FilterForm({ site, asked, isFiltered }: FilterProps) {
  const { filled, kept } = asked
  const beside = Object.keys(kept).filter((name) => name !== 'q').length
  return (
    <search>
      <form method="get" action={site.href.tests} class="filters stack">
        <ErrorSummary problems={filled.problems} />
        <div class="search-form">
          <label for="field-q">Search</label>
          <input
            class="input"
            type="search"
            id="field-q"
            name="q"
            value={filled.typed['q']}
            maxlength={200}
            placeholder="Subject, sender or token"
            autocomplete="off"
            data-search
          />
          <button type="submit" class="button button-quiet">
            Search
          </button>
        </div>
        <details class="fold" open={beside > 0}>
          <summary class="button button-quiet">{beside > 0 ? `Filters (${beside})` : 'Filters'}</summary>
          <FilterFields filled={filled} />
          <p class="choice">
            <button type="submit" class="button">
              Apply
            </button>
            {isFiltered && (
              <a class="button button-quiet" href={site.href.tests}>
                Clear all filters
              </a>
            )}
          </p>
          <p class="quiet">The address of this page holds the filters: bookmark it to keep the view.</p>
        </details>
      </form>
    </search>
  )
}

function FilterFields({ filled }: Pick<TestsAsked, 'filled'>) {
  const chosen = (name: string) => filled.typed[name] ?? ''
  const statuses = MAIL_TEST_STATUSES.map((value) => ({ value, words: STATUS_WORDS[value] }))
  const sources = TOLD_SOURCES.map((value) => ({ value, words: SOURCE_WORDS[value] }))
  return (
    <div class="fold-content filter-fields">
      <Select
        name="status"
        label="Status"
        choices={[{ value: '', words: 'Any' }, ...statuses]}
        chosen={chosen('status')}
        filled={filled}
      />
      <Select
        name="source"
        label="Source"
        choices={[{ value: '', words: 'Any' }, ...sources]}
        chosen={chosen('source')}
        filled={filled}
      />
      <Field name="domain" label="From domain" filled={filled} maxlength={253} bare code />
      <Field name="min" label="Score from" filled={filled} maxlength={5} bare />
      <Field name="max" label="Score to" filled={filled} maxlength={5} bare />
      <Field name="since" label="Made from (UTC)" type="date" filled={filled} bare />
      <Field name="until" label="Made until (UTC)" type="date" filled={filled} bare />
    </div>
  )
}
