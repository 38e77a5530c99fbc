import { Aside } from '../components/aside.tsx'
import { Moment } from '../components/moment.tsx'
import { LaterNotice } from '../components/notice.tsx'
import type { Site } from '../site.ts'
import type { TestPage } from '../view.ts'

/** A message that gave no report, and why. */
export function Failed({ site, page }: { site: Site; page: TestPage }) {
  return (
    <div class="split">
      <div class="stack">
        <LaterNotice site={site} page={page} />
        <h1>This message could not be analysed</h1>
        {page.reason && <p class="reason">{page.reason}</p>}
        <p>
          {page.shown && (
            <>
              It arrived on <Moment at={page.shown.receivedAt} /> and was accepted.{' '}
            </>
          )}
          Send again to the same address: the next message gets a report of its own.
        </p>
      </div>
      <Aside site={site} page={page} />
    </div>
  )
}
