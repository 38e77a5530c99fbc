/** Pages of webhooks and channels below an address. */
const below = (base: string) => ({
  list: base,
  /** Behind that one. */
  after: (id: string) => `${base}?after=${encodeURIComponent(id)}`,
  /** GET without `kind` shows the kinds, with it the form of one; POST takes the form. */
  new: `${base}/new`,
  newOf: (kind: string) => `${base}/new?kind=${encodeURIComponent(kind)}`,
  /** GET, `state`, `after`, and `sent` behind a form that sent some again. */
  one: (id: string) => `${base}/${encodeURIComponent(id)}`,
  /** change, rotate, disable, enable, delete, test, again. */
  act: (id: string, what: string) => `${base}/${encodeURIComponent(id)}/${what}`,
  delivery: (id: string, delivery: string) =>
    `${base}/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(delivery)}`,
  /** What is sent, as it is. */
  event: (id: string, delivery: string) =>
    `${base}/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(delivery)}/event.json`,
})

export type AlertLinks = ReturnType<typeof below>

/** Webhooks and channels of an account, and the instance's own. */
export const ALERT_LINKS = {
  alerts: below('/settings/alerts'),
  adminAlerts: below('/admin/alerts'),
} as const
