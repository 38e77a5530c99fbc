import { OPEN_ID, PASSKEY_SIGN_IN } from '../../pages/factors/paths.ts'
import type { Site } from '../../site.ts'
import { PasskeyButton } from './passkey-button.tsx'

interface OtherWaysProps {
  site: Site
  /** Where the sign-in leads on to. */
  next?: string | undefined
}

/** On the sign-in page: a passkey, and the provider of the configuration. */
export function OtherWays({ site, next }: OtherWaysProps) {
  const { ways } = site
  if (ways.passkeys === undefined && ways.provider === undefined) return null
  const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
  return (
    <div class="other-ways stack">
      {ways.provider !== undefined && (
        <p>
          <a class={ways.password ? 'button button-quiet' : 'button'} href={`${OPEN_ID.begin}${query}`}>
            Continue with {ways.provider}
          </a>
        </p>
      )}
      {ways.passkeys !== undefined && (
        <form method="post" action={PASSKEY_SIGN_IN.path}>
          {next !== undefined && <input type="hidden" name="next" value={next} />}
          <PasskeyButton
            site={site}
            options={PASSKEY_SIGN_IN.options}
            words="Sign in with a passkey"
            offers
          />
        </form>
      )}
    </div>
  )
}
