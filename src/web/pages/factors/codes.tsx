import { CopyButton } from '../../components/copy-button.tsx'
import { AreaPage } from '../../components/frame/area.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import type { Site } from '../../site.ts'
import { TWO_FACTOR } from './paths.ts'

interface CodesProps {
  site: Site
  codes: readonly string[]
  /** What came about with them. */
  done: string
  email: string
}

/** Recovery codes, shown this once. */
export function CodesDocument({ site, codes, done, email }: CodesProps) {
  return (
    <AreaPage
      site={site}
      area="me"
      within={TWO_FACTOR.path}
      title="Your recovery codes"
      lede="Without your phone, use one of these in place of a code from the app. Each works once. They are not shown again: keep them where you keep your passwords."
    >
      <Notice kind="done">{done}</Notice>
      <div class="secret stack">
        <ol class="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p class="choice">
          <CopyButton text={codes.join('\n')} what="the recovery codes" />
          <a
            class="button button-quiet"
            download="mailgauge-recovery-codes.txt"
            href={fileOf(site, email, codes)}
          >
            Download
          </a>
          <button type="button" class="button button-quiet" data-print hidden>
            Print
          </button>
        </p>
      </div>
      <p>
        <a class="button" href={TWO_FACTOR.path}>
          I have saved them
        </a>
      </p>
    </AreaPage>
  )
}

/** A file without a request: what is shown once is not at any address. */
function fileOf(site: Site, email: string, codes: readonly string[]): string {
  const text = `${site.name}: recovery codes of ${email}\nEach works once.\n\n${codes.join('\n')}\n`
  return `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
}
