/** What is sent with a request for sign-in, and asked of the answer. */
export interface OpenIdRequest {
  state: string
  nonce: string
  /** RFC 7636; its S256 challenge is what the provider sees. */
  verifier: string
}

/** Who somebody is, as the provider says in a token that was verified. */
export interface OpenIdClaims {
  issuer: string
  subject: string
  email?: string
  /** Only true where the provider says `true`. */
  emailVerified: boolean
  name?: string
  /** Absent: the provider says nothing of groups. */
  groups?: readonly string[]
}

/** Why there is no answer. `reason` is for the log and names no secret. */
export type OpenIdFailure =
  /** It cannot be reached, or what it says is no answer. */
  | { kind: 'unreachable'; reason: string }
  /** It is not what the configuration says: another issuer, no client of ours, a key that does not fit. */
  | { kind: 'misconfigured'; reason: string }
  /** The person or the provider said no (RFC 6749 4.1.2.1). */
  | { kind: 'denied'; reason: string }
  /** The answer does not belong to the request: another state, nonce, issuer, or a code that was used. */
  | { kind: 'not_ours'; reason: string }

/** The OpenID provider of the configuration (OpenID Connect Core 1.0, authorization code flow). */
export interface OpenIdProvider {
  /** As the configuration writes it. */
  issuer: string
  /** Where the browser goes. */
  begin(request: OpenIdRequest, redirectUri: string): Promise<{ kind: 'begun'; url: string } | OpenIdFailure>
  /** `answered`: the address that the browser came back to, with its query. */
  finish(
    request: OpenIdRequest,
    answered: URL,
  ): Promise<{ kind: 'right'; claims: OpenIdClaims } | OpenIdFailure>
}
