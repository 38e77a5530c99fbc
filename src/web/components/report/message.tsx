import type { TestPage } from '../../view.ts'
import { ClientSupport } from './client-support.tsx'
import { Session } from './folds/session.tsx'
import { standingOf } from './folds/standing.ts'
import { HeaderFields } from './header-fields.tsx'

/** Checks of what client and server said to each other. */
const SEEN_IN_SESSION = ['smtp-conduct', 'helo', 'tls']

/** The message itself, or why it is not shown. */
export function MessageSection({ page }: { page: TestPage }) {
  const { messageView, received } = page
  // People of the account read it all the same, where it could be read.
  const kept = page.own ? undefined : page.report?.withheld?.reason
  const withheld = kept ?? (received?.withheld ? received.reason : undefined)
  if (!messageView && !withheld) return null
  const checks = page.report?.checks ?? []
  return (
    <section class="group group-message" aria-labelledby="the-message">
      <h2 id="the-message">The message</h2>
      {withheld && (
        <p class="notice">
          {withheld} Its header fields, preview, SMTP session and path are left out for the same reason, and
          host names and DKIM selectors that may hold a secret are shortened.
        </p>
      )}
      {messageView && !withheld && (
        <>
          <HeaderFields fields={messageView.headers} />
          <Session
            lines={messageView.transcript}
            through={messageView.through}
            standing={standingOf(checks, SEEN_IN_SESSION)}
          />
          <ClientSupport features={messageView.clientSupport} />
        </>
      )}
    </section>
  )
}
