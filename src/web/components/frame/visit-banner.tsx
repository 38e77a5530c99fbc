import type { Site } from '../../site.ts'
import { moment } from '../../wording.ts'

/** That an instance admin looks into an account that is not theirs: on every page while it lasts. */
export function VisitBanner({ site }: { site: Site }) {
  const account = site.visitor?.account
  if (!account?.visitingUntil) return null
  return (
    <form
      method="post"
      action={site.href.adminEndVisit}
      class="banner visit-banner"
      aria-label="Visit of an account"
    >
      <p>
        <strong>You are looking inside {account.name}</strong> as a viewer, until{' '}
        <time datetime={account.visitingUntil.toISOString()}>{moment(account.visitingUntil)}</time>. Its audit
        log records this.
      </p>
      <button type="submit" class="button button-quiet">
        End the visit
      </button>
    </form>
  )
}
