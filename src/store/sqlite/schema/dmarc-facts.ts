import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'

/** Tables of DMARC reports beside those of dmarc.ts, as the migrations make them. */

export const dmarcPolicies = sqliteTable(
  'dmarc_policies',
  {
    domain: integer('domain').notNull(),
    day: integer('day').notNull(),
    policyDomain: integer('policy_domain').notNull(),
    policy: integer('policy').notNull(),
    authenticated: integer('authenticated').notNull(),
    reports: integer('reports').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.domain, table.day, table.policyDomain, table.policy, table.authenticated],
    }),
  ],
)

export const dmarcPartlyCounted = sqliteTable(
  'dmarc_partly_counted',
  {
    domain: integer('domain').notNull(),
    report: integer('report').notNull(),
    piece: integer('piece').notNull(),
  },
  (table) => [primaryKey({ columns: [table.domain, table.report, table.piece] })],
)
