const of = (id: string, below = '') => `/monitors/${encodeURIComponent(id)}${below}`

/** Monitors of an account. */
export const MONITOR_LINKS = {
  /** GET shows all, POST makes one. */
  monitors: '/monitors',
  newMonitor: '/monitors/new',
  /** The form of a monitor without messages; with the domain chosen where one is named. */
  newDomainMonitor: (domainId?: string) =>
    `/monitors/new?kind=domain${domainId === undefined ? '' : `&domain=${encodeURIComponent(domainId)}`}`,
  monitor: (id: string) => of(id),
  /** GET asks, POST changes. */
  monitorSettings: (id: string) => of(id, '/settings'),
  /** GET asks until when, POST pauses. */
  pauseMonitor: (id: string) => of(id, '/pause'),
  resumeMonitor: (id: string) => of(id, '/resume'),
  /** Maintenance windows: GET lists them, POST adds one or takes one away. */
  monitorWindows: (id: string) => of(id, '/windows'),
  /** GET shows it, POST turns it on, anew or off. */
  monitorBadge: (id: string) => of(id, '/badge'),
  deleteMonitor: (id: string) => of(id, '/delete'),
  badge: (token: string) => `/badge/${token}.svg`,
} as const
