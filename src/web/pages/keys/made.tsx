import type { ApiKey } from '../../../core/access/api-key.ts'
import type { KeyLines } from '../../../services/api-description/key-lines.ts'
import { ApiCode } from '../../components/api-code.tsx'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Secret } from '../../components/shown/secret.tsx'
import type { Site } from '../../site.ts'

interface MadeProps {
  site: Site
  made: ApiKey
  /** The whole key. */
  secret: string
  lines: readonly KeyLines[]
  rotated: boolean
}

/** The answer to the form: the only place where the key is shown. The script empties it when it is left. */
export function KeyMadeDocument({ site, made, secret, lines, rotated }: MadeProps) {
  const { href } = site
  const title = rotated ? `“${made.name}” has a new secret` : `“${made.name}” is created`
  return (
    <AreaPage site={site} area="settings" within={href.keys} title={title}>
      <div class="stack" data-once={href.keys}>
        {rotated && <p>The old secret no longer works.</p>}
        <Secret
          text={secret}
          what="the API key"
          says="Copy the key now: it is not shown again. Only a hash of it is stored."
        />
        {lines.map(({ title: what, text }, at) => (
          <Section key={what} id={`use-${at + 1}`} title={what}>
            <ApiCode text={text} label={what} />
          </Section>
        ))}
      </div>
      <div data-once-over hidden>
        <Notice kind="note">
          The key was shown once. If you do not have it, rotate it to get another one.
        </Notice>
      </div>
      <p>
        <a class="button button-quiet" href={href.keys}>
          I have copied the key
        </a>
      </p>
    </AreaPage>
  )
}
