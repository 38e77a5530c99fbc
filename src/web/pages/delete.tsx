import { AddressText } from '../components/address.tsx'
import { Layout } from '../layout.tsx'
import type { Site } from '../site.ts'
import type { TestPage } from '../view.ts'

/** Asks once more before a test is deleted. */
export function DeleteDocument({ site, page }: { site: Site; page: TestPage }) {
  return (
    <Layout site={site} title="Delete this test">
      <div class="narrow stack">
        <h1>Delete this test?</h1>
        <p class="lede">{whatGoes(page)} This cannot be undone.</p>
        {page.fromMonitor ? (
          <p>The monitor stays, and goes on taking mail.</p>
        ) : (
          <p>
            Mail to{' '}
            <code>
              <AddressText address={page.address} />
            </code>{' '}
            is refused from then on.
          </p>
        )}
        <form method="post" action={site.href.remove(page.token)} class="choice">
          <button type="submit" class="button button-danger">
            Delete it now
          </button>
          <a class="button button-quiet" href={site.href.test(page.token)}>
            Keep it
          </a>
        </form>
      </div>
    </Layout>
  )
}

function whatGoes({ messages: { length: messages }, fromMonitor }: TestPage): string {
  if (fromMonitor) return 'The message and its report are deleted.'
  if (messages === 0) return 'The test address is deleted.'
  return messages === 1
    ? 'The test address, its message and the report are deleted.'
    : `The test address, its ${messages} messages and their reports go.`
}
