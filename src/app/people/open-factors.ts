import type { Config } from '../../config/config.ts'
import { openProvider } from '../../oidc/open-provider.ts'
import { createConfirming } from '../../services/people/confirming.ts'
import { createSecondFactor, type SecondFactor } from '../../services/people/factors/second-factor.ts'
import { createOpenId, type OpenId } from '../../services/people/openid/openid.ts'
import { createPasskeys } from '../../services/people/passkeys/passkeys.ts'
import { relyingPartyOf } from '../../services/people/passkeys/relying-party.ts'
import type { Profile } from '../../services/people/profile.ts'
import { sessionCookie } from '../../services/people/session-cookie.ts'
import type { Tries } from '../../services/people/sign-in/tries.ts'
import type { Log } from '../../services/ports.ts'
import { createVault } from '../../services/secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import type { FactorDeps } from '../../web/deps.ts'
import { createKeyFile } from '../secrets/key-file.ts'
import { systemClock, systemLimits, systemRandom } from '../services.ts'

interface Base {
  store: Store
  log: Log
}

/** Every look at the sign-in page may ask for one. */
const ASKING = { free: 60, firstWaitMs: 1000, longestWaitMs: 60_000, forgetMs: 2000 }

/** Codes of apps, over the secrets that the key file opens. */
export function openSecondFactor(config: Config, { store, log }: Base): SecondFactor {
  const keyFile = createKeyFile(config.secrets.keyPath)
  const vault = createVault({ sealed: store.sealed, keyFile, random: systemRandom })
  return createSecondFactor({
    store,
    log,
    vault,
    siteName: config.site.name,
    clock: systemClock,
    random: systemRandom,
  })
}

/** How people sign in beside their password. */
export function openFactors(
  config: Config,
  base: Base,
  people: { secondFactor: SecondFactor; tries: Pick<Tries, 'factor'>; profile: Pick<Profile, 'prove'> },
): FactorDeps {
  const { oidc, site } = config
  const hasPasswords = !oidc.disablePassword
  const shared = { ...base, clock: systemClock, random: systemRandom, siteName: site.name }
  const provider = oidc.issuer !== undefined
  const party = relyingPartyOf(addressOf(config))
  const passkeys = createPasskeys({ ...shared, party, offered: { password: hasPasswords, provider } })
  const openId = openOpenId(config, shared, party.kind === 'usable')
  const { secondFactor, tries, profile } = people
  const confirming = createConfirming({
    ...shared,
    secondFactor,
    passkeys,
    tries,
    prove: profile.prove,
    hasPasswords,
  })
  return {
    secondFactor,
    passkeys,
    confirming,
    ...(openId && { openId }),
    cookies: {
      passkey: sessionCookie(site.baseUrl, 'mailgauge-passkey'),
      openId: sessionCookie(site.baseUrl, 'mailgauge-openid'),
    },
    asking: systemLimits.throttle('sign-in-asking', ASKING),
    hasPasswords,
  }
}

/** An evaluation answers on this machine: by the name that passkeys can be bound to, whatever it listens on. */
function addressOf({ evaluation, site }: Config): string {
  const { kind, address } = { address: undefined, ...relyingPartyOf(site.baseUrl) }
  return evaluation && kind === 'unusable' && address !== undefined ? address : site.baseUrl
}

function openOpenId(
  { oidc, site }: Config,
  shared: Base & { clock: typeof systemClock; random: typeof systemRandom },
  hasPasskeys: boolean,
): OpenId | undefined {
  const { issuer, clientId, clientSecret, scopes, groupClaim } = oidc
  if (issuer === undefined || clientId === undefined) return undefined
  const settings = {
    issuer,
    clientId,
    scopes,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(groupClaim !== undefined && { groupClaim }),
  }
  return createOpenId({
    ...shared,
    provider: openProvider(settings, shared.clock),
    redirectUri: `${site.baseUrl}/sign-in/openid/back`,
    offered: { password: !oidc.disablePassword, passkeys: hasPasskeys },
    settings: {
      name: oidc.name,
      createPeople: oidc.createPeople,
      account: oidc.account,
      groups: { admin: oidc.adminGroups, member: oidc.memberGroups, viewer: oidc.viewerGroups },
    },
  })
}
