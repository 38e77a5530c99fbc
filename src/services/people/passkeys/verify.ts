import type { Passkey } from '../../../core/access/person.ts'
import { webauthn } from './webauthn.ts'

/** Who is asked, and where. */
interface Party {
  id: string
  origin: string
}

type NewCredential = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports' | 'backedUp'>

/** `reason` is for the log, in the library's words. */
type Refused = { kind: 'refused'; reason: string }

export type Verification =
  | { kind: 'right'; passkey: Passkey; counter: number }
  | { kind: 'unknown' | 'went_back' }
  | Refused

/** No answer of a browser is as long. */
const LONGEST_ANSWER = 32 * 1024
/** WebAuthn 4: a credential's id has at most 1023 bytes. */
const LONGEST_ID = 1364
const MOST_TRANSPORTS = 10

/** What a browser answers, as an object with the members that every answer has. Undefined: it is none. */
function answerIn(text: string): { id: string; response: Record<string, unknown> } | undefined {
  if (text.length > LONGEST_ANSWER) return undefined
  try {
    const read: unknown = JSON.parse(text)
    if (!isRecord(read) || typeof read['id'] !== 'string' || !isRecord(read['response'])) return undefined
    if (read['id'].length > LONGEST_ID || !/^[\w-]+$/.test(read['id'])) return undefined
    return { ...read, id: read['id'], response: read['response'] }
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const NO_ANSWER: Refused = { kind: 'refused', reason: 'it is no answer of a browser' }

/** What the library throws is why it refuses. */
async function orRefused<T>(work: Promise<T>): Promise<T | Refused> {
  return work.catch((cause: unknown) => ({
    kind: 'refused' as const,
    reason: cause instanceof Error ? cause.message.slice(0, 300) : 'unknown',
  }))
}

/** The credential that a browser made for this challenge. */
export async function verifiedKey(
  party: Party,
  challenge: string,
  answer: string,
): Promise<{ kind: 'right'; credential: NewCredential } | Refused> {
  const response = answerIn(answer)
  if (!response) return NO_ANSWER
  const { verifyRegistrationResponse } = await webauthn()
  type Response = Parameters<typeof verifyRegistrationResponse>[0]['response']
  const verified = await orRefused(
    verifyRegistrationResponse({
      // The library judges what it reads of it.
      response: response as unknown as Response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    }),
  )
  if ('kind' in verified) return verified
  if (!verified.verified) return { kind: 'refused', reason: 'the signature is not right' }
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    kind: 'right',
    credential: {
      id: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: transportsIn(response.response['transports']),
      backedUp: credentialBackedUp,
    },
  }
}

function transportsIn(given: unknown): string[] {
  if (!Array.isArray(given)) return []
  return given
    .filter((one): one is string => typeof one === 'string' && /^[a-z-]{1,20}$/.test(one))
    .slice(0, MOST_TRANSPORTS)
}

/** Whose passkey answered this challenge. */
export async function verifiedAnswer(
  party: Party,
  challenge: string,
  answer: string,
  passkeyOf: (id: string) => Promise<Passkey | undefined>,
): Promise<Verification> {
  const response = answerIn(answer)
  if (!response) return NO_ANSWER
  const passkey = await passkeyOf(response.id)
  if (!passkey) return { kind: 'unknown' }
  if (!isOfPerson(response.response['userHandle'], passkey.personId)) return { kind: 'unknown' }
  const { verifyAuthenticationResponse } = await webauthn()
  type Response = Parameters<typeof verifyAuthenticationResponse>[0]['response']
  const verified = await orRefused(
    verifyAuthenticationResponse({
      response: response as unknown as Response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // The store compares counters, in the transaction that keeps the new one.
      credential: { id: passkey.id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
      requireUserVerification: true,
    }),
  )
  if ('kind' in verified) return verified
  if (!verified.verified) return { kind: 'refused', reason: 'the signature is not right' }
  return { kind: 'right', passkey, counter: verified.authenticationInfo.newCounter }
}

/** Authenticators that keep the passkey say whose it is (WebAuthn 7.2, step 6). */
function isOfPerson(userHandle: unknown, personId: string): boolean {
  if (userHandle === undefined || userHandle === null || userHandle === '') return true
  return typeof userHandle === 'string' && Buffer.from(userHandle, 'base64url').toString() === personId
}
