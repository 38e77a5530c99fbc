import type { DestinationView } from '../../../services/destinations/told.ts'
import { ApiCode } from '../../components/api-code.tsx'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Secret } from '../../components/shown/secret.tsx'
import type { Site } from '../../site.ts'
import type { AlertPlace } from './place.ts'

interface MadeProps {
  site: Site
  place: AlertPlace
  one: DestinationView
  /** whsec_… */
  secret: string
  rotated: boolean
}

const VERIFY = `import { Webhook } from 'standardwebhooks'

const event = new Webhook(process.env.MAILGAUGE_WEBHOOK_SECRET).verify(body, headers)`

/** The answer to the form: the only place where the signing secret is shown. The script empties it when it is left. */
export function SecretDocument({ site, place, one, secret, rotated }: MadeProps) {
  const there = place.links.one(one.id)
  return (
    <AreaPage
      site={site}
      area={place.area}
      within={place.links.list}
      title={rotated ? `“${one.name}” has a new secret` : `“${one.name}” is added`}
    >
      <div class="stack" data-once={there}>
        {rotated && <p>For 24 hours each request is signed with the earlier secret, too.</p>}
        <Secret
          text={secret}
          what="the signing secret"
          says="Copy the signing secret now: it is not shown again. Your receiver needs it to know that a request is from here."
        />
        <Section id="verify" title="How a receiver verifies requests">
          <p>
            Signatures are those of Standard Webhooks, for which there are libraries in most languages. In
            JavaScript, with the body as it came:
          </p>
          <ApiCode text={VERIFY} label="how to verify a request" />
          <p>
            What each event holds stands in the <a href={site.href.docs}>API reference</a>.
          </p>
        </Section>
      </div>
      <div data-once-over hidden>
        <Notice kind="note">
          The secret was shown once. If you do not have it, rotate it to get another one.
        </Notice>
      </div>
      <p>
        <a class="button button-quiet" href={there}>
          I have copied the secret
        </a>
      </p>
    </AreaPage>
  )
}
