import { accountWrites } from './accounts.ts'
import { apiKeyWrites } from './api-keys.ts'
import type { Connection } from './connection.ts'
import { mailTestWrites } from './mail-tests.ts'
import { acceptWrites, analysisWrites } from './message-writes.ts'
import { outboxWrites } from './outbox.ts'
import { roleMailWrites } from './role-mail.ts'

/** Every method that writes, by name. Each runs within a savepoint of its own. */
export function createWrites({ queries }: Connection) {
  return {
    ...accountWrites(queries),
    ...apiKeyWrites(queries),
    ...mailTestWrites(queries),
    ...acceptWrites(queries),
    ...analysisWrites(queries),
    ...outboxWrites(queries),
    ...roleMailWrites(queries),
  }
}

export type Writes = ReturnType<typeof createWrites>
export type WriteName = keyof Writes
