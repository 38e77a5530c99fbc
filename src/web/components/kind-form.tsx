import type { Site } from '../site.ts'
import type { TestPage } from '../view.ts'

const CHOICES = [
  ['inferred', 'As it looks', 'Each message is taken for what its header and text say.'],
  ['transactional', 'Transactional', 'Receipts, notices, answers to something the reader did.'],
  ['marketing', 'Marketing', 'Newsletters and offers.'],
  ['list', 'Mailing list', 'What members of a list write to each other.'],
  ['personal', 'Personal', 'Written by a person to this reader.'],
] as const

/** What the owner says of a test's mail. */
export function KindForm({ site, page }: { site: Site; page: Pick<TestPage, 'token' | 'senderHints'> }) {
  const said = page.senderHints?.kind ?? 'inferred'
  return (
    <form method="post" action={site.href.kind(page.token)} class="kind-form stack">
      <fieldset>
        <legend>Kind</legend>
        {CHOICES.map(([value, name, means]) => (
          <label key={value} class="option">
            <input type="radio" name="kind" value={value} checked={said === value} />
            <span>
              {name} <span class="quiet">{means}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Volume</legend>
        <label class="option">
          <input type="checkbox" name="bulk" value="yes" checked={page.senderHints?.bulk === true} />
          <span>
            We send in bulk <span class="quiet">5,000 messages a day or more to one provider.</span>
          </span>
        </label>
      </fieldset>
      <p class="choice">
        <button type="submit" class="button">
          Analyse again
        </button>
        <a class="button button-quiet" href={site.href.test(page.token)}>
          Back to the report
        </a>
      </p>
    </form>
  )
}
