/** Keys of an account and its audit log. */
export const KEY_LINKS = {
  keys: '/settings/keys',
  /** GET shows the form, POST takes `id`, `name`, `scope` (several), `expiry` and `day`, and shows the key. */
  newKey: '/settings/keys/new',
  /** POST takes `was`, the first characters of the key that was looked at, and shows the new one. */
  rotateKey: (id: string) => `/settings/keys/${encodeURIComponent(id)}/rotate`,
  revokeKey: (id: string) => `/settings/keys/${encodeURIComponent(id)}/revoke`,
  /** GET, `action`, `by`, `since`, `until`, `before`. */
  audit: '/settings/audit',
  /** The same conditions, with `format`: csv or jsonl. */
  auditExport: '/settings/audit/export',
} as const
