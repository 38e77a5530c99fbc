import { withQuery } from '../../pages/dmarc/asked.ts'
import { amount } from '../../words/amounts.ts'

interface PagesProps {
  path: string
  kept: Readonly<Record<string, string>>
  total: number
  limit: number
  offset: number
  /** What is counted. */
  what: string
}

/** Where in a list a page stands, and its neighbours. */
export function Pages({ path, kept, total, limit, offset, what }: PagesProps) {
  const to = Math.min(total, offset + limit)
  const at = (place: number) => withQuery(path, { ...kept, offset: place > 0 ? String(place) : undefined })
  return (
    <nav class="choice pages" aria-label="Pages">
      <span class="quiet">
        {to > offset
          ? `${amount(offset + 1)} to ${amount(to)} of ${amount(total)} ${what}`
          : `${amount(total)} ${what}`}
      </span>
      {offset > 0 && (
        <a class="button button-quiet" href={at(Math.max(0, offset - limit))} rel="prev">
          Back
        </a>
      )}
      {to < total && (
        <a class="button button-quiet" href={at(offset + limit)} rel="next">
          More
        </a>
      )}
    </nav>
  )
}
