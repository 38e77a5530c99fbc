import type { Site } from '../site.ts'
import type { TestPage } from '../view.ts'

const CHOICES = [
  ['inferred', 'As the messages look'],
  ['transactional', 'Transactional: receipts, notices, answers to something the reader did'],
  ['marketing', 'Marketing: newsletters and offers'],
  ['list', 'Mailing list: what its members write'],
  ['personal', 'Personal: written to this reader'],
] as const

/** The owner's word on a test's mail. */
export function KindForm({ site, page }: { site: Site; page: Pick<TestPage, 'token' | 'ownerWord'> }) {
  const said = page.ownerWord?.kind ?? 'inferred'
  return (
    <form method="post" action={site.href.kind(page.token)} class="kind-form stack">
      <fieldset>
        <legend>Kind</legend>
        {CHOICES.map(([value, says]) => (
          <label key={value}>
            <input type="radio" name="kind" value={value} checked={said === value} /> {says}
          </label>
        ))}
      </fieldset>
      <label>
        <input type="checkbox" name="bulk" value="yes" checked={page.ownerWord?.bulk === true} /> We send
        5,000 messages a day or more to one provider
      </label>
      <button type="submit" class="button">
        Judge again
      </button>
    </form>
  )
}
