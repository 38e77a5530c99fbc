/** Domains of an account. */
export const DOMAIN_LINKS = {
  /** GET shows all, POST takes `domains`, one a line. */
  domains: '/domains',
  domain: (id: string) => `/domains/${encodeURIComponent(id)}`,
  /** POST looks for the TXT record. */
  verifyDomain: (id: string) => `/domains/${encodeURIComponent(id)}/verify`,
  /** POST looks at its DNS. */
  lookAtDomain: (id: string) => `/domains/${encodeURIComponent(id)}/look`,
  /** GET asks, POST deletes. */
  deleteDomain: (id: string) => `/domains/${encodeURIComponent(id)}/delete`,
} as const
