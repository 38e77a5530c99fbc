import { Aside } from '../components/aside.tsx'
import { Moment } from '../components/moment.tsx'
import type { Site } from '../site.ts'
import type { TestPage } from '../view.ts'

/** A message is here and has no report yet. */
export function Analysing({ site, page }: { site: Site; page: TestPage }) {
  const again = page.shown?.triedAgainAt
  return (
    <div class="split">
      <div class="stack">
        <h1>Your message is here</h1>
        <div>
          <p class="state">
            <span class="pulse" aria-hidden="true" />
            <strong>{again ? 'It will be analysed again.' : 'It is being analysed.'}</strong>
          </p>
          <p class="state-note">
            {page.shown && (
              <>
                It arrived on <Moment at={page.shown.receivedAt} />.{' '}
              </>
            )}
            {again ? (
              <>
                Its analysis was interrupted on this server, which says nothing about your message. It is
                tried again on <Moment at={again} />. You need not send it again.
              </>
            ) : (
              'The report takes a few seconds, up to half a minute when name servers are slow.'
            )}
          </p>
        </div>
      </div>
      <Aside site={site} page={page} />
    </div>
  )
}
