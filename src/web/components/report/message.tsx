import type { Site } from '../../site.ts'
import type { TestPage } from '../../view.ts'
import { ClientSupport } from './client-support.tsx'
import { HeaderFields } from './header-fields.tsx'
import { Session } from './session.tsx'

/** The message itself, or why it is not shown. */
export function MessageSection({ site, page }: { site: Site; page: TestPage }) {
  const { messageView, received } = page
  const kept = page.report?.withheld?.reason
  // People of the account read it all the same, where it could be read.
  const withheld = (page.own ? undefined : kept) ?? (received?.withheld ? received.reason : undefined)
  if (!messageView && !received && !withheld) return null
  return (
    <section class="group group-message" aria-labelledby="the-message">
      <h2 id="the-message">The message</h2>
      {withheld ? (
        <p class="notice">
          {withheld} Its header fields, preview, SMTP session and path are left out for the same reason, and
          host names and DKIM selectors that may hold a secret are shortened.
        </p>
      ) : (
        <>
          {page.own && kept !== undefined && (
            <p class="notice">
              <strong>Only people of this account read what follows.</strong> {kept} Whoever the page is
              shared with sees neither the message nor its header fields, session and path.
            </p>
          )}
          <Words page={page} />
          <Looks site={site} page={page} />
        </>
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

function Words({ page: { received } }: { page: TestPage }) {
  if (!received || received.withheld) return null
  return (
    <dl class="letterhead">
      <div>
        <dt>From</dt>
        <dd>{received.from}</dd>
      </div>
      <div>
        <dt>Subject</dt>
        <dd>
          {received.subject === '' ? <span class="quiet">none</span> : <strong>{received.subject}</strong>}
        </dd>
      </div>
      {received.date !== '' && (
        <div>
          <dt>Date</dt>
          <dd>{received.date}</dd>
        </div>
      )}
    </dl>
  )
}

/** Its HTML in a frame that can do nothing, and its words beside it. */
function Looks({ site, page: { token, shown, messageView, received } }: { site: Site; page: TestPage }) {
  const text = received && !received.withheld ? received.content : undefined
  const framed = messageView?.preview !== undefined
  if (!framed && text === undefined) return null
  return (
    <div class={framed && text !== undefined ? 'looks looks-both' : 'looks'}>
      {framed && (
        <figure class="look look-html">
          <figcaption class="label">As HTML, without remote content</figcaption>
          <iframe
            class="frame"
            src={site.href.preview(token, shown?.id)}
            sandbox=""
            loading="lazy"
            title="Preview of the message"
          />
        </figure>
      )}
      {text !== undefined && (
        <figure class="look">
          <figcaption class="label">As plain text</figcaption>
          <pre class="letter" tabindex={0}>
            {text}
          </pre>
        </figure>
      )}
    </div>
  )
}
