import { isBounce } from '../../../services/bounces/told.ts'
import type { Site } from '../../site.ts'
import type { TestPage } from '../../view.ts'
import { Explained } from './explained.tsx'

/** Above a report: what the message says of mail that was not delivered. Nothing where it is no bounce, or its words are not shown. */
export function BounceSection({ site, page: { messageView } }: { site: Site; page: TestPage }) {
  const bounce = messageView?.bounce
  if (!bounce) return null
  return (
    <section class="bounce-section" aria-labelledby="the-bounce">
      <h2 id="the-bounce">
        {isBounce(bounce) ? 'This message is a bounce' : 'This message is a report of delivery'}
      </h2>
      <p class="quiet">
        This is what it says of the mail that it is about. The score and the checks are about the message that
        arrived here: the report, and the server that sent it.
      </p>
      <Explained site={site} bounce={bounce} heading="h3" />
    </section>
  )
}
