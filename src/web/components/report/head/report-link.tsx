import type { Site } from '../../../site.ts'
import type { TestPage } from '../../../view.ts'
import { CopyButton } from '../../copy-button.tsx'

/** The address of this report, of this very message where there are several: to be copied, or read without JavaScript. */
export function ReportLink({ site, page }: { site: Site; page: TestPage }) {
  const path = site.href.test(page.token, page.messages.length > 1 ? page.shown?.id : undefined)
  const address = `${site.baseUrl}${path}`
  const isOpen = !page.own || page.own.shared
  return (
    <span class="report-link">
      <CopyButton
        text={address}
        what={isOpen ? 'link to this report' : 'link for this account'}
        says={isOpen ? 'Copy link' : 'Copy link for this account'}
      />
      <noscript>
        <a href={path}>{address}</a>
      </noscript>
    </span>
  )
}
