/** Pages of the instance's administrators. */
export const ADMIN_LINKS = {
  admin: '/admin',
  adminAccounts: '/admin/accounts',
  adminPlan: (id: string) => `/admin/accounts/${encodeURIComponent(id)}/plan`,
  adminVisit: (id: string) => `/admin/accounts/${encodeURIComponent(id)}/visit`,
  adminEndVisit: '/admin/visit/end',
  adminPeople: '/admin/people',
  adminPerson: (id: string) => `/admin/people/${encodeURIComponent(id)}`,
  adminPersonDo: (id: string, what: string) => `/admin/people/${encodeURIComponent(id)}/${what}`,
  adminSettings: '/admin/settings',
  adminErrors: '/admin/errors',
  adminStorage: '/admin/storage',
  adminQueue: '/admin/queue',
  adminBlocklists: '/admin/blocklists',
  adminAudit: '/admin/audit',
  adminAuditExport: '/admin/audit/export',
} as const
