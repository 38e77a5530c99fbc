import type { Site } from '../site.ts'
import type { TestPage } from '../view.ts'

/** That there is a later message than the one on the page. The script fills the same place when one arrives. */
export function LaterNotice({ site, page }: { site: Site; page: TestPage }) {
  const latest = site.href.test(page.token)
  return (
    <p class="notice" data-notice data-latest={latest} hidden={!page.later}>
      {page.later === 'analysing' && 'A newer message has arrived and is being analysed.'}
      {page.later === 'analysed' && (
        <>
          This is an earlier message. <a href={latest}>Show the latest</a>
        </>
      )}
    </p>
  )
}
