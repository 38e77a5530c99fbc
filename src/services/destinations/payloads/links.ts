const part = encodeURIComponent

/** Where pages about events are, below the address of the service. */
export const PLACES = {
  test: (token: string, messageId?: string) =>
    `/t/${part(token)}${messageId === undefined ? '' : `?m=${part(messageId)}`}`,
  domain: (id: string) => `/domains/${part(id)}`,
  records: (id: string) => `/domains/${part(id)}/records`,
  dmarc: (id: string) => `/domains/${part(id)}/dmarc`,
  source: (id: string, key: string) => `/domains/${part(id)}/dmarc/source?key=${part(key)}`,
  dmarcEvents: (id: string) => `/domains/${part(id)}/dmarc/events`,
  tls: (id: string) => `/domains/${part(id)}/tls`,
  complaints: (id: string) => `/domains/${part(id)}/complaints`,
  monitor: (id: string) => `/monitors/${part(id)}`,
  monitors: '/monitors',
  destination: (id: string) => `/settings/alerts/${part(id)}`,
  instanceDestination: (id: string) => `/admin/alerts/${part(id)}`,
  instance: '/admin/setup',
} as const
