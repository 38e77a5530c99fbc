import { published } from './published.ts'

interface ResultWords {
  words: string
  /** What it means, in a sentence. */
  means: string
}

/** The result types of RFC 8460 4.3. */
const RESULTS: Readonly<Record<string, ResultWords>> = {
  'starttls-not-supported': {
    words: 'No STARTTLS',
    means: 'The mail server did not offer STARTTLS, so the session could not be encrypted.',
  },
  'certificate-host-mismatch': {
    words: 'Certificate for another name',
    means: 'The certificate of the mail server does not name the host that the sender connected to.',
  },
  'certificate-expired': {
    words: 'Certificate expired',
    means: 'The certificate of the mail server has expired.',
  },
  'certificate-not-trusted': {
    words: 'Certificate not trusted',
    means: 'The certificate of the mail server does not lead to an authority that the sender trusts.',
  },
  'validation-failure': {
    words: 'TLS failed otherwise',
    means:
      'The session failed for a reason that has no type of its own, such as a TLS handshake that failed.',
  },
  'tlsa-invalid': {
    words: 'TLSA record does not match',
    means: 'None of the TLSA records of the mail server matches its certificate, or they are not valid.',
  },
  'dnssec-invalid': {
    words: 'DNSSEC not valid',
    means: 'The sender could not validate the DNSSEC signatures of the DNS records that DANE needs.',
  },
  'dane-required': {
    words: 'DANE required, none found',
    means: 'The sender delivers to this domain only with DANE, and found no valid TLSA records.',
  },
  'sts-policy-fetch-error': {
    words: 'MTA-STS policy not fetched',
    means: 'The sender could not fetch the MTA-STS policy over HTTPS.',
  },
  'sts-policy-invalid': {
    words: 'MTA-STS policy not valid',
    means: 'The sender fetched the MTA-STS policy and could not use it: it breaks the syntax of RFC 8461.',
  },
  'sts-webpki-invalid': {
    words: 'Certificate of the MTA-STS policy host',
    means: 'The certificate of the host that serves the MTA-STS policy is not valid.',
  },
}

/** The types that RFC 8460 defines. */
export const RESULT_TYPES = Object.keys(RESULTS)

/** Why sessions failed, as people read it. A type that nobody defined stands as it was reported. */
export const resultWords = (type: string): ResultWords =>
  (Object.hasOwn(RESULTS, type) ? RESULTS[type] : undefined) ?? {
    words: published(type),
    means: 'RFC 8460 does not define this type.',
  }

const POLICIES: Readonly<Record<string, string>> = {
  sts: 'MTA-STS',
  tlsa: 'DANE (TLSA)',
  'no-policy-found': 'No policy found',
}

/** The kind of a policy. */
export const policyKind = (type: string): string =>
  (Object.hasOwn(POLICIES, type) ? POLICIES[type] : undefined) ?? published(type)
