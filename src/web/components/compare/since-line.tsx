import type { Site } from '../../site.ts'
import type { TestPage } from '../../view.ts'

/** What changed since the message before it, leading to both side by side; and to any other report, for people of the account. */
export function SinceLine({ site, page }: { site: Site; page: TestPage }) {
  const { token, since, shown, own } = page
  if (!since && !own) return null
  return (
    <p class="since">
      {since && <a href={site.href.compare(token, since.before, since.after)}>{since.sentence}</a>}
      {own && shown && (
        <a class="quiet" href={site.href.compareReports({ token, messageId: shown.id })}>
          Compare with another test
        </a>
      )}
    </p>
  )
}
