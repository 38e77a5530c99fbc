/** A domain of an account. A subdomain is an entry of its own: a parent's id does not reach it. */
export interface SenderDomain {
  /** UUID. */
  id: string
  domain: string
  verified: boolean
}
