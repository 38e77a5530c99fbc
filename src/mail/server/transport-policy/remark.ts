import type { Remark } from '../../remark.ts'

/** What is said of how mail to a domain is carried. */
export type TransportCode =
  | StsCode
  | 'tlsrpt-not-a-record'
  | 'tlsrpt-several-records'
  | 'tlsrpt-no-address'
  | 'tlsrpt-bad-address'
  | 'tlsrpt-missing'
  | 'dane-unusable'
  | 'dane-not-validated'
  | 'caa-unknown-critical'

/** A remark that knows whether what was published does not work. */
export interface TransportRemark extends Remark<TransportCode> {
  /** Senders cannot use what is published. */
  broken: boolean
}

/** What is said of MTA-STS. */
export type StsCode =
  | 'sts-not-a-record'
  | 'sts-several-records'
  | 'sts-bad-id'
  | 'sts-policy-redirect'
  | 'sts-policy-tls'
  | 'sts-policy-not-public'
  | 'sts-policy-no-host'
  | 'sts-policy-status'
  | 'sts-policy-invalid'
  | 'sts-mx-not-covered'
  | 'sts-content-type'
  | 'sts-testing'
  | 'sts-max-age-short'
