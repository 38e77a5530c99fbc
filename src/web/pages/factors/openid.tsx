import type { Identity } from '../../../core/access/person.ts'
import type { ProofKind } from '../../../services/people/confirming.ts'
import { ProofFields } from '../../components/factors/proof-fields.tsx'
import { Form } from '../../components/form/form.tsx'
import { AreaPage } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import type { Filled } from '../../forms/problems.ts'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'
import { OPEN_ID } from './paths.ts'

interface OpenIdProps {
  site: Site
  /** What people call the provider. */
  name: string
  identities: readonly Identity[]
  proofs: readonly ProofKind[]
  filled: Filled
  done?: string
}

const titleOf = (name: string) => `Sign in with ${name}`

/** Whether the provider is linked, and how to link it. */
export function OpenIdDocument({ site, name, identities, proofs, filled, done }: OpenIdProps) {
  return (
    <AreaPage
      site={site}
      area="me"
      title={titleOf(name)}
      lede={`Sign in here with ${name}, without another password.`}
    >
      {done !== undefined && <Notice kind="done">{done}</Notice>}
      {identities.length > 0 ? (
        <Linked identities={identities} />
      ) : (
        <div class="stack">
          <p>
            <strong>Not linked.</strong> You go to {name}, sign in there, and come back.
          </p>
          <Form action={OPEN_ID.link} button={`Link ${name}`} filled={filled}>
            <ProofFields site={site} proofs={proofs} filled={filled} />
          </Form>
        </div>
      )}
    </AreaPage>
  )
}

function Linked({ identities }: Pick<OpenIdProps, 'identities'>) {
  return (
    <div class="stack">
      {identities.map(({ issuer, subject, createdAt, lastUsedAt }) => (
        <p key={`${issuer} ${subject}`}>
          <strong>It is linked</strong> since <Moment at={createdAt} />
          {lastUsedAt && (
            <>
              , last used <Moment at={lastUsedAt} />
            </>
          )}
          .
          <br />
          <span class="quiet">{issuer}</span>
        </p>
      ))}
      <p>
        <a class="button button-quiet" href={OPEN_ID.unlink}>
          Unlink
        </a>
      </p>
    </div>
  )
}

/** Asks before the provider is unlinked. */
export function UnlinkDocument({ site, name, proofs, filled }: Omit<OpenIdProps, 'identities' | 'done'>) {
  return (
    <AreaPage
      site={site}
      area="me"
      within={OPEN_ID.path}
      title={`Unlink ${name}?`}
      lede="It will no longer sign you in here. You can link it again at any time."
    >
      <Form
        action={OPEN_ID.unlink}
        button="Unlink"
        danger
        cancel={{ href: OPEN_ID.path, words: 'Cancel' }}
        filled={filled}
      >
        <ProofFields site={site} proofs={proofs} filled={filled} />
      </Form>
    </AreaPage>
  )
}

/** Leads to the provider. */
export function OnTheWayDocument({ site, name, url }: { site: Site; name: string; url: string }) {
  return (
    <Layout site={site} title={`On to ${name}`} goesTo={url}>
      <div class="narrow stack">
        <h1>On to {name}</h1>
        <p class="lede">You sign in there, and come back here.</p>
        <p>
          <a class="button" href={url}>
            Continue
          </a>
        </p>
      </div>
    </Layout>
  )
}

/** After a sign-in in the old way: whether to link what they came with. */
export function LinkWaitingDocument({ site, name }: { site: Site; name: string }) {
  return (
    <Layout site={site} title={`Link ${name}?`}>
      <div class="narrow stack">
        <h1>Link {name}?</h1>
        <p class="lede">Link it, and you can sign in with {name} from now on.</p>
        <Form
          action={OPEN_ID.waiting}
          button={`Link ${name}`}
          cancel={{ href: site.href.home, words: 'Not now' }}
        />
      </div>
    </Layout>
  )
}
