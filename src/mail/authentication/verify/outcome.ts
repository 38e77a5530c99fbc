/** RFC 8601 2.7 result words. */
export const AUTH_RESULTS = [
  'pass',
  'fail',
  'softfail',
  'neutral',
  'none',
  'policy',
  'temperror',
  'permerror',
] as const
export type AuthResult = (typeof AUTH_RESULTS)[number]

/** A result word of mailauth as one of ours. */
export function resultOf(word: unknown): AuthResult {
  return AUTH_RESULTS.find((known) => known === word) ?? 'permerror'
}

/** How an identifier compares with the domain of From (RFC 9989 4.4): equal, of the same organization, of another. */
export const ALIGNMENTS = ['strict', 'relaxed', 'none', 'unknown'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

/** RFC 7208 2.6: the outcome for one identity. */
export interface SpfOutcome {
  result: AuthResult
  identity: 'mailfrom' | 'helo'
  /** The domain whose record was judged, lower case. */
  domain: string
  /** The explanation or the syntax error, in words. */
  reason?: string
}

/** RFC 6376 6.1: one signature, in header order. */
export interface DkimSignature {
  result: AuthResult
  /** d=, lower case. */
  domain: string
  /** s= */
  selector: string
  /** a= */
  algorithm: string
  /** Names in h=, lower case, in order, with repetitions (oversigning). */
  signedHeaders: string[]
  /** Octets of the canonicalised body that l= leaves unsigned; absent without l=. */
  unsignedBodyBytes?: number
  /** t= */
  signedAt?: Date
  /** x= */
  expiresAt?: Date
  /** Bits of the RSA key, where the key was fetched. */
  bits?: number
  /** Absent: there is no single author domain to compare d= with. */
  alignment?: Alignment
  reason?: string
}

/** RFC 8617: the chain as validated here. */
export interface ArcOutcome {
  result: AuthResult
  reason?: string
  /** Each hop's claims, oldest first. */
  hops: { instance: number; domain: string; selector: string; chainValidation: string; claims: string }[]
}

/** RFC 9989. */
export interface DmarcOutcome {
  result: AuthResult
  /** The domain of From that was judged. Absent when From has no single usable domain. */
  domain?: string
  /** Where the record was found. */
  recordDomain?: string
  record?: string
  /** The policy that applies to this domain: none, quarantine, reject. */
  policy?: string
  /** SPF passed for an aligned domain. */
  spfAligned: boolean
  /** A DKIM signature passed for an aligned domain. */
  dkimAligned: boolean
  /** The domain SPF is about compared with From, whatever SPF said of it. Absent: one of the two is not known. */
  envelopeAlignment?: Alignment
  reason?: string
}

export interface Authentication {
  /** MAIL FROM identity, or the HELO identity when the sender is null. Absent: the client address is not known. */
  spf?: SpfOutcome
  /** The HELO identity, always shown beside it. */
  heloSpf?: SpfOutcome
  dkim: DkimSignature[]
  /** DKIM-Signature fields in the message beyond the number that is judged. */
  signaturesNotJudged: number
  /** Present when the header section was too costly for a verifier: DKIM, ARC and DMARC were not judged. */
  notVerified?: string
  arc: ArcOutcome
  dmarc: DmarcOutcome
}
