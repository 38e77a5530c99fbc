import type { OpenIdClaims, OpenIdFailure, OpenIdProvider } from '../services/people/openid/provider.ts'
import { type Clock, ticksOf } from '../services/ports.ts'
import { boundedFetch, isLoopbackHost } from './bounded-fetch.ts'
import { claimsIn } from './claims.ts'
import { failureOf } from './failures.ts'

/** The provider of the configuration, and who we are to it. */
export interface ProviderSettings {
  issuer: string
  clientId: string
  /** Absent: a public client, which PKCE alone protects. */
  clientSecret?: string
  scopes: readonly string[]
  /** The claim that lists groups. Absent: groups are not looked at. */
  groupClaim?: string
}

/** Metadata and keys change seldom; what a provider changed is found out within this time. */
const KNOWN_FOR_MS = 10 * 60_000
/** Until a provider that failed is asked for its metadata again: nobody waits for the same timeout twice. */
const REST_MS = 5_000
const TIMEOUT_SECONDS = 10
/** OpenID Connect Core 2 allows 255; an index of PostgreSQL takes 2,704 octets, with the issuer. */
const LONGEST_SUBJECT = 1024

type Client = typeof import('openid-client')
type Configuration = InstanceType<Client['Configuration']>

/** Nothing is asked before somebody signs in with it: a provider that is down hinders nobody else. */
export function openProvider(settings: ProviderSettings, clock: Clock): OpenIdProvider {
  const discover = remembered(clock, () => discovered(settings))

  async function guarded<T>(work: () => Promise<T>): Promise<T | OpenIdFailure> {
    try {
      return await work()
    } catch (cause) {
      return failureOf(cause)
    }
  }

  return {
    issuer: settings.issuer,

    begin: ({ state, nonce, verifier }, redirectUri) =>
      guarded(async () => {
        const { client, configuration } = await discover()
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: settings.scopes.join(' '),
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { kind: 'begun' as const, url: url.href }
      }),

    finish: ({ state, nonce, verifier }, answered) =>
      guarded(async () => {
        const { client, configuration } = await discover()
        const tokens = await client.authorizationCodeGrant(configuration, answered, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const told = tokens.claims()
        if (!told) throw new Error('there is no ID token')
        if (Buffer.byteLength(String(told.sub)) > LONGEST_SUBJECT)
          throw new Error(`the claim sub has more than ${LONGEST_SUBJECT} octets`)
        const claims = await completed(client, configuration, tokens.access_token, claimsIn(told, settings))
        return { kind: 'right' as const, claims }
      }),
  }

  /** Some providers say address and groups at the userinfo endpoint alone (OpenID Connect Core 5.3). */
  async function completed(
    client: Client,
    configuration: Configuration,
    accessToken: string,
    claims: OpenIdClaims,
  ): Promise<OpenIdClaims> {
    const lacks = claims.email === undefined || (settings.groupClaim !== undefined && !claims.groups)
    if (!lacks || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
    const info = await client.fetchUserInfo(configuration, accessToken, claims.subject)
    const more = claimsIn({ ...info, iss: claims.issuer }, settings)
    return claims.email === undefined
      ? { ...more, ...claims, emailVerified: more.emailVerified }
      : { ...more, ...claims }
  }
}

async function discovered(settings: ProviderSettings) {
  const client = await import('openid-client')
  const issuer = new URL(settings.issuer)
  const insecure = issuer.protocol === 'http:' && isLoopbackHost(issuer.hostname)
  const metadata = {}
  const configuration = await client.discovery(
    issuer,
    settings.clientId,
    metadata,
    authOf(client, settings),
    {
      [client.customFetch]: boundedFetch,
      timeout: TIMEOUT_SECONDS,
      execute: [
        // The signature of the ID token counts, not only the way on which it came.
        client.enableNonRepudiationChecks,
        ...(insecure ? [client.allowInsecureRequests] : []),
      ],
    },
  )
  return { client, configuration }
}

/** How the client shows who it is: in the header, which every provider knows (RFC 6749 2.3.1), unless it says it does not. */
function authOf(client: Client, { clientSecret }: ProviderSettings) {
  if (clientSecret === undefined) return client.None()
  const basic = client.ClientSecretBasic(clientSecret)
  const post = client.ClientSecretPost(clientSecret)
  return (...[server, ...rest]: Parameters<typeof basic>) => {
    const known = server.token_endpoint_auth_methods_supported
    const takesBasic = known === undefined || known.includes('client_secret_basic')
    return (takesBasic ? basic : post)(server, ...rest)
  }
}

/** One question at a time; its answer is kept for a while, and so, shortly, is a failure. */
function remembered<T>(clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let known: { answer: Promise<T>; until: number } | undefined
  return () => {
    const now = ticksOf(clock)
    if (known && now < known.until) return known.answer
    const asked = { answer: ask(), until: now + KNOWN_FOR_MS }
    asked.answer.catch(() => {
      asked.until = ticksOf(clock) + REST_MS
    })
    known = asked
    return asked.answer
  }
}
