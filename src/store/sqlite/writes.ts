import { accountWrites } from './aggregates/accounts.ts'
import { apiKeyWrites } from './aggregates/api-keys.ts'
import { leaseWrites } from './aggregates/leases.ts'
import { mailTestWrites } from './aggregates/mail-tests.ts'
import { acceptWrites } from './aggregates/message-accept.ts'
import { analysisWrites } from './aggregates/message-writes.ts'
import { outboxWrites } from './aggregates/outbox.ts'
import { queueWrites } from './aggregates/queue-writes.ts'
import { roleMailWrites } from './aggregates/role-mail.ts'
import type { Connection } from './connection.ts'
import { versionOf } from './migrations.ts'

/** Every method that writes, by name. Each runs within a savepoint of its own. */
export function createWrites({ driver, queries }: Connection) {
  return {
    /** Writes a page and changes nothing: says whether the disk takes it. */
    touch(): true {
      driver.pragma(`user_version = ${versionOf(driver)}`)
      return true
    },
    ...accountWrites(queries),
    ...apiKeyWrites(queries),
    ...mailTestWrites(queries),
    ...acceptWrites(queries),
    ...analysisWrites(queries),
    ...queueWrites(queries),
    ...outboxWrites(queries),
    ...roleMailWrites(queries),
    ...leaseWrites(queries),
  }
}

export type Writes = ReturnType<typeof createWrites>
export type WriteName = keyof Writes
