import type { TestPage } from '../../view.ts'
import { ClientSupport } from './client-support.tsx'
import { HeaderFields } from './header-fields.tsx'
import { Session } from './session.tsx'

/** The message itself, or why it is not shown. */
export function MessageSection({ page }: { page: TestPage }) {
  const { messageView, received } = page
  // People of the account read it all the same, where it could be read.
  const kept = page.own ? undefined : page.report?.withheld?.reason
  const withheld = kept ?? (received?.withheld ? received.reason : undefined)
  if (!messageView && !withheld) return null
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
          <Session lines={messageView.transcript} />
          <ClientSupport features={messageView.clientSupport} />
        </>
      )}
    </section>
  )
}
