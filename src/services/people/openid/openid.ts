import type { Identity, Person } from '../../../core/access/person.ts'
import { emailKey } from '../../../core/access/person.ts'
import type { Ceremony } from '../../../store/sessions.ts'
import { entryBy, type Oneself } from '../oneself.ts'
import { newToken, tokenHash } from '../token.ts'
import { waysOf } from '../ways.ts'
import { createNewcomers, type Refused } from './newcomers.ts'
import type { OpenIdClaims, OpenIdFailure, OpenIdRequest } from './provider.ts'
import type { OpenIdDeps } from './settings.ts'

/** What the browser is to come back for. */
export type OpenIdPurpose =
  | { kind: 'sign_in'; next?: string }
  | { kind: 'link'; personId: string; sessionId: string }

export type OpenIdAnswer =
  | { kind: 'signed_in'; person: Person; next?: string }
  | { kind: 'linked' }
  | { kind: 'linked_to_another' }
  /** Somebody has this address here: they sign in the way they have, and then link. `token` brings that about. */
  | { kind: 'link_first'; token: string; email: string }
  /** Begun too long ago, in another browser or session, or answered already. */
  | { kind: 'expired' }
  | Refused
  | OpenIdFailure

export interface OpenId {
  name: string
  issuer: string
  /** `token` is for the browser alone that is sent to `url`. */
  begin(purpose: OpenIdPurpose): Promise<{ kind: 'begun'; token: string; url: string } | OpenIdFailure>
  /** `search`: the query with which the browser came back. `sessionId`: the session it has by then. */
  finish(token: string, search: string, from: { client: string; sessionId?: string }): Promise<OpenIdAnswer>
  /** Whether this link waits for this person. */
  waits(token: string, personId: string): Promise<boolean>
  /** Links what `finish` gave a token for. */
  linkWaiting(doer: Oneself, token: string): Promise<'linked' | 'linked_to_another' | 'expired'>
  of(personId: string): Promise<Identity[]>
  unlink(
    doer: Oneself,
    identity: Pick<Identity, 'issuer' | 'subject'>,
  ): Promise<'unlinked' | 'unknown_identity' | 'last_way_in'>
}

/** People read what the provider asks, look for their phone, and type. */
const CEREMONY_MS = 10 * 60_000
const LINK_MS = 30 * 60_000
const LONGEST_QUERY = 8 * 1024
const SECRET_BYTES = 32

/** Signing in with the OpenID provider of the configuration. People are known by issuer and subject, never by address. */
export function createOpenId(deps: OpenIdDeps): OpenId {
  const { provider, clock, random, log } = deps
  const { people, ceremonies } = deps.store
  const newcomers = createNewcomers(deps)

  const secret = () => Buffer.from(random(SECRET_BYTES)).toString('base64url')

  async function put(ceremony: Omit<Ceremony, 'kind' | 'expiresAt'>, forMs: number): Promise<string> {
    const { text: token, hash } = newToken(random)
    const expiresAt = new Date(clock.now().getTime() + forMs)
    await ceremonies.put(hash, { kind: 'oidc', ...ceremony, expiresAt })
    return token
  }

  async function waiting(token: string): Promise<Ceremony | undefined> {
    const hash = tokenHash(token)
    return hash && ceremonies.byHash(hash)
  }

  async function taken(token: string): Promise<Ceremony | undefined> {
    const hash = tokenHash(token)
    return hash && ceremonies.take(hash)
  }

  function judged(ceremony: Ceremony | undefined, step: 'answer' | 'link'): Ceremony | undefined {
    if (ceremony?.kind !== 'oidc' || ceremony.expiresAt <= clock.now()) return undefined
    return ceremony.data['step'] === step ? ceremony : undefined
  }

  /** The operator reads why; people read what to do. */
  function told<T extends { kind: string }>(outcome: T | OpenIdFailure): T | OpenIdFailure {
    if ('reason' in outcome && outcome.kind !== 'denied') {
      const facts = { issuer: provider.issuer, failure: outcome.kind, reason: outcome.reason }
      log.warn(facts, 'A sign-in with the OpenID provider failed')
    }
    return outcome
  }

  async function linkFirst(person: Person, claims: OpenIdClaims): Promise<OpenIdAnswer> {
    const data = { step: 'link', issuer: claims.issuer, subject: claims.subject }
    const token = await put({ personId: person.id, data }, LINK_MS)
    return { kind: 'link_first', token, email: person.email }
  }

  /** Whom an address that the provider vouches for belongs to here. */
  async function sameAddress({ email = '', emailVerified }: OpenIdClaims): Promise<Person | undefined> {
    const key = emailVerified ? emailKey(email) : undefined
    return key === undefined ? undefined : people.byEmail(key)
  }

  async function signIn(claims: OpenIdClaims, client: string, next: string): Promise<OpenIdAnswer> {
    const { issuer, subject } = claims
    const identity = await people.identities.bySubject(issuer, subject)
    const known = identity && (await people.byId(identity.personId))
    const same = known ? undefined : await sameAddress(claims)
    if (same) return linkFirst(same, claims)
    const admitted = known
      ? await newcomers.comeBack(known, claims, client)
      : await newcomers.join(claims, client)
    if (admitted.kind !== 'in') return admitted
    await people.identities.touch(issuer, subject, clock.now())
    return { kind: 'signed_in', person: admitted.person, ...(next !== '' && { next }) }
  }

  async function link(doer: Oneself, issuer: string, subject: string) {
    const at = clock.now()
    const identity = { issuer, subject, personId: doer.person.id, createdAt: at }
    return people.identities.link(identity, entryBy(doer, at, 'identity.linked', { target: issuer }))
  }

  return {
    name: deps.settings.name,
    issuer: provider.issuer,

    async begin(purpose) {
      const request: OpenIdRequest = { state: secret(), nonce: secret(), verifier: secret() }
      const begun = told(await provider.begin(request, deps.redirectUri))
      if (begun.kind !== 'begun') return begun
      const data = { ...request, step: 'answer', purpose: purpose.kind }
      const token =
        purpose.kind === 'link'
          ? await put({ personId: purpose.personId, sessionId: purpose.sessionId, data }, CEREMONY_MS)
          : await put({ data: { ...data, next: purpose.next ?? '' } }, CEREMONY_MS)
      return { kind: 'begun', token, url: begun.url }
    },

    async finish(token, search, { client, sessionId }) {
      const ceremony = judged(await taken(token), 'answer')
      if (!ceremony || search.length > LONGEST_QUERY) return { kind: 'expired' }
      const { state = '', nonce = '', verifier = '', purpose, next = '' } = ceremony.data
      if (purpose === 'link' && ceremony.sessionId !== sessionId) return { kind: 'expired' }
      const answered = new URL(deps.redirectUri)
      answered.search = search
      const finished = told(await provider.finish({ state, nonce, verifier }, answered))
      if (finished.kind !== 'right') return finished
      const { claims } = finished
      if (purpose !== 'link') return signIn(claims, client, next)
      const person = await people.byId(ceremony.personId ?? '')
      if (!person) return { kind: 'expired' }
      const linked = await link({ person, client }, claims.issuer, claims.subject)
      return linked === 'linked' ? { kind: 'linked' } : { kind: 'linked_to_another' }
    },

    async waits(token, personId) {
      return judged(await waiting(token), 'link')?.personId === personId
    },

    async linkWaiting(doer, token) {
      if (judged(await waiting(token), 'link')?.personId !== doer.person.id) return 'expired'
      const ceremony = judged(await taken(token), 'link')
      const { issuer, subject } = ceremony?.data ?? {}
      if (issuer === undefined || subject === undefined) return 'expired'
      return link(doer, issuer, subject)
    },

    of: (personId) => people.identities.of(personId),

    async unlink(doer, { issuer, subject }) {
      // The store knows what people have, and not what of it is offered here.
      const credentials = (await people.byId(doer.person.id))?.credentials
      const offered = { ...deps.offered, provider: true }
      if (credentials && waysOf(credentials, offered) <= 1) return 'last_way_in'
      const entry = entryBy(doer, clock.now(), 'identity.unlinked', { target: issuer })
      return people.identities.unlink(issuer, subject, doer.person.id, entry)
    },
  }
}
