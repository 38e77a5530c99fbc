import type { ComponentChildren } from 'preact'
import type { DmarcPlace } from '../../pages/dmarc/asked.ts'
import { Select } from '../form/choices.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Field } from '../form/field.tsx'
import { FilterButtons } from '../form/filter-buttons.tsx'
import { Windows } from './frame.tsx'

interface FilterProps {
  place: DmarcPlace
  path: string
  /** Fields that this page has beside the window. */
  children?: ComponentChildren
}

/** Which days and which reports count: windows in sight, the rest folded. */
export function DmarcFilter({ place, path, children }: FilterProps) {
  const { filled, kept } = place.asked
  const set = Object.keys(kept).filter((name) => name !== 'days').length
  return (
    <search class="dmarc-asked">
      <Windows place={place} path={path} />
      <details class="fold" open={set > 0 || filled.problems.length > 0}>
        <summary class="button button-quiet">{set > 0 ? `Filter (${set})` : 'Filter'}</summary>
        <form method="get" action={path} class="form form-wide stack">
          {kept['days'] !== undefined && <input type="hidden" name="days" value={kept['days']} />}
          <ErrorSummary problems={filled.problems} />
          <Field name="from" label="First day" hint="YYYY-MM-DD, in UTC" filled={filled} bare />
          <Field name="to" label="Last day" hint="Empty: today" filled={filled} bare />
          <Select
            name="authenticated"
            label="Which reports"
            choices={[
              { value: '', words: 'All' },
              { value: 'true', words: 'Authenticated' },
              { value: 'false', words: 'Not authenticated' },
            ]}
            chosen={filled.typed['authenticated'] ?? ''}
            filled={filled}
          />
          {children}
          <FilterButtons all={set > 0 ? path : undefined} />
        </form>
      </details>
    </search>
  )
}
