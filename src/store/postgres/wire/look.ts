import { DatabaseBusy } from '../sql/database.ts'
import { sql } from '../sql/statement.ts'
import type { Connection } from './connection.ts'
import type { Wire } from './wire.ts'

export interface LookOptions {
  wire: Wire
  /** A connection of its own: those of the pools may all be at work. */
  open(): Promise<Connection>
  everyMs?: number
}

const EVERY_MS = 2000

/** Asks the database again and again whether it is there: a net that is silent is known within two looks, not only when somebody's
 * statement has waited its time. */
export function startLooking({ wire, open, everyMs = EVERY_MS }: LookOptions): { end(): void } {
  let connection: Connection | undefined
  let ended = false
  let timer = setTimeout(look, everyMs)
  const reasonOf = {
    late: `The database did not answer within ${everyMs} ms.`,
    read_only: 'The database takes no writes: it is no primary any more.',
  }

  async function answer(): Promise<'there' | 'read_only'> {
    if (connection?.lost) connection = undefined
    if (!connection) {
      const opened = await open()
      // Too late: this look is given up.
      if (ended || connection) opened.end()
      connection ??= opened
    }
    const { rows } = await connection.run(
      sql`SELECT current_setting('transaction_read_only') = 'on' AS is_read_only`,
    )
    return rows[0]?.['isReadOnly'] === true ? 'read_only' : 'there'
  }

  async function ask(): Promise<'there' | 'read_only' | 'late'> {
    const late = Promise.withResolvers<'late'>()
    const limit = setTimeout(() => late.resolve('late'), everyMs)
    try {
      return await Promise.race([answer(), late.promise])
    } finally {
      clearTimeout(limit)
    }
  }

  function drop(): void {
    connection?.end()
    connection = undefined
  }

  async function look(): Promise<void> {
    try {
      const seen = await ask()
      if (seen === 'there') wire.seen(undefined)
      else {
        drop()
        if (!ended) wire.giveUp(reasonOf[seen])
      }
    } catch (cause) {
      drop()
      wire.seen(cause instanceof DatabaseBusy ? 'busy' : 'silent')
    }
    if (ended) drop()
    else timer = setTimeout(look, everyMs)
  }

  return {
    end() {
      ended = true
      clearTimeout(timer)
      drop()
    },
  }
}
