/** Why a signature may not count. */
export type DkimFailureCode =
  | 'dkim-key-missing'
  | 'dkim-key-version'
  | 'dkim-key-type'
  | 'dkim-key-hash'
  | 'dkim-key-service'
  | 'dkim-key-short'
  | 'dkim-key-not-fetched'
  | 'dkim-key-unusable'
  | 'dkim-key-mismatch'
  | 'dkim-body-changed'
  | 'dkim-bad-signature'
  | 'dkim-body-cut'
  | 'dkim-sha1'
  | 'dkim-expired'
  | 'dkim-syntax'
  | 'dkim-from-unsigned'
  | 'dkim-identity'
  | 'dkim-algorithm'
  | 'dkim-unverifiable'

/** Why a signature does not count, in words for its sender. */
export interface DkimFailure {
  /** Stable. */
  code: DkimFailureCode
  /** The end of a sentence: "the body was changed after signing". */
  says: string
  /** `{key}` stands where the name of the key record goes. */
  advice: string
}

const SYNTAX_ADVICE =
  'Correct or update your signer: the DKIM-Signature field that it writes does not follow RFC 6376 section 3.5.'

/** By the reason the verifier gives. */
const FAILURES: Readonly<Record<string, DkimFailure>> = {
  'body hash did not verify': {
    code: 'dkim-body-changed',
    says: 'the body was changed after signing',
    advice:
      'Sign as the last step: let nothing rewrite, re-encode or add a footer to the body after the signer.',
  },
  'bad signature': {
    code: 'dkim-bad-signature',
    says: 'a signed header field was changed after signing, or the published key is not the one it was signed with',
    advice:
      'Compare the published key with the private key of the signer, and let nothing change signed header fields after it.',
  },
  'l= is larger than the body': {
    code: 'dkim-body-cut',
    says: 'l= promises more body than there is',
    advice: 'Sign without l=, and let nothing cut the body after the signer.',
  },
  'no key': {
    code: 'dkim-key-missing',
    says: 'there is no key record',
    advice:
      'Publish the public key of your signer at {key}, or let it sign with a selector whose key is published.',
  },
  'invalid public key': {
    code: 'dkim-key-unusable',
    says: 'the key record holds no usable key',
    advice: 'Publish the public key of your signer anew at {key}: what stands in p= is none.',
  },
  'unknown key version': {
    code: 'dkim-key-version',
    says: 'the key record has a wrong v=',
    advice: 'Begin the record at {key} with v=DKIM1.',
  },
  'unknown key type': {
    code: 'dkim-key-type',
    says: 'the key is not of a known type',
    advice: 'Publish an RSA or Ed25519 key at {key}.',
  },
  'inappropriate hash algorithm': {
    code: 'dkim-key-hash',
    says: 'the key record does not allow the hash',
    advice: 'Remove h= from the record at {key}, or name sha256 in it.',
  },
  'inappropriate key algorithm': {
    code: 'dkim-key-mismatch',
    says: 'the key is of another type than a= says',
    advice: 'Publish at {key} the key that belongs to the algorithm the signer uses.',
  },
  'key not for email': {
    code: 'dkim-key-service',
    says: 'the key record does not allow mail',
    advice: 'Remove s= from the record at {key}.',
  },
  'weak key': {
    code: 'dkim-key-short',
    says: 'the RSA key has fewer than 1024 bits (RFC 8301)',
    advice: 'Make an RSA key of 2048 bits and publish it under a new selector.',
  },
  'weak algorithm': {
    code: 'dkim-sha1',
    says: 'rsa-sha1 no longer counts (RFC 8301)',
    advice: 'Let the signer use rsa-sha256 or ed25519-sha256.',
  },
  expired: {
    code: 'dkim-expired',
    says: 'it had expired (x=)',
    advice: 'Set a later expiry or none, and check the clock of the signer.',
  },
  'invalid expiration': {
    code: 'dkim-syntax',
    says: 'it expires before it was made (x= and t=)',
    advice: 'Check the clock and the expiry setting of the signer.',
  },
  'From field not signed': {
    code: 'dkim-from-unsigned',
    says: 'it does not sign From (RFC 6376 section 5.4)',
    advice: 'Add From to the header fields that your signer signs.',
  },
  'domain mismatch': {
    code: 'dkim-identity',
    says: 'i= is not at or below d=, or the key record forbids a subdomain there (t=s)',
    advice: 'Let the signer leave i= out, or put the domain of d= there.',
  },
  'unknown algorithm': {
    code: 'dkim-algorithm',
    says: 'it uses an algorithm that is not known',
    advice: 'Let the signer use rsa-sha256 or ed25519-sha256.',
  },
  'signature missing required tag': {
    code: 'dkim-syntax',
    says: 'a required tag is missing',
    advice: SYNTAX_ADVICE,
  },
  'signature syntax error': { code: 'dkim-syntax', says: 'it cannot be read', advice: SYNTAX_ADVICE },
  'incompatible version': { code: 'dkim-syntax', says: 'v= is not 1', advice: SYNTAX_ADVICE },
  'unsupported query method': {
    code: 'dkim-syntax',
    says: 'q= names no known way to fetch the key',
    advice: SYNTAX_ADVICE,
  },
  'unknown canonicalization': {
    code: 'dkim-syntax',
    says: 'c= is neither simple nor relaxed',
    advice: SYNTAX_ADVICE,
  },
}

/** Puts the verifier's reason into words. */
export function explainFailure(reason: string | undefined): DkimFailure {
  if (reason?.startsWith('DNS failure')) {
    return {
      code: 'dkim-key-not-fetched',
      says: 'its key could not be fetched',
      advice: 'Check that the name servers of the signing domain answer, then test again.',
    }
  }
  return (
    FAILURES[reason ?? ''] ?? {
      code: 'dkim-unverifiable',
      says: 'it could not be verified',
      advice: 'Check the signature and its key with the documentation of your signer.',
    }
  )
}
