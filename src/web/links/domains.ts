/** Domains of an account. */
export const DOMAIN_LINKS = {
  /** GET shows all, POST takes `domains`, one a line. */
  domains: '/domains',
  /** The form with that domain in it. */
  addDomain: (name: string) => `/domains?add=${encodeURIComponent(name)}`,
  /** By its id; by its name it leads to that, or to where it can be added. */
  domain: (id: string) => `/domains/${encodeURIComponent(id)}`,
  /** What its records say, since when, and what they said before. */
  domainRecords: (id: string) => `/domains/${encodeURIComponent(id)}/records`,
  /** POST looks for the TXT record. */
  verifyDomain: (id: string) => `/domains/${encodeURIComponent(id)}/verify`,
  /** POST looks at its DNS. */
  lookAtDomain: (id: string) => `/domains/${encodeURIComponent(id)}/look`,
  /** POST asks the DNS for the records by which its DMARC reports come. */
  checkReportsSetUp: (id: string) => `/domains/${encodeURIComponent(id)}/reports-set-up`,
  /** GET asks, POST deletes. */
  deleteDomain: (id: string) => `/domains/${encodeURIComponent(id)}/delete`,
} as const
