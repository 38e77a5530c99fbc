import { isOlder } from '../../keeping/versions.ts'
import { plain, sql } from '../sql/statement.ts'
import type { Connection } from '../wire/connection.ts'
import { patiently } from './patiently.ts'
import type { Step } from './step.ts'

/** A host says every ten seconds that it is there. */
const SEEN_MS = 30_000
/** So long it may have been unable to say so: the database may have been away from all hosts, which went on meanwhile. */
const UNHEARD_MS = 600_000

export interface Watcher {
  /** Its own name: what an earlier start of this host left is in nobody's way. */
  host: string
  /** It saw the hosts say that they are there, for as long as each has to: whoever did not runs no more. */
  hasWatched: boolean
}

/** Before a contract takes away what older programs use: from now on none of them enters. Gives the sentence about one that may still
 * run, and changes nothing then. */
export function keepOut(
  connection: Connection,
  { kind, from }: Step,
  watcher: Watcher,
): Promise<string | undefined> {
  if (kind !== 'contract' || from === undefined) return Promise.resolve(undefined)
  return patiently(connection, async () => {
    await connection.run(plain('BEGIN'))
    // Whoever enters meanwhile waits, and then reads that it is too old.
    await connection.run(plain('LOCK TABLE hosts IN SHARE ROW EXCLUSIVE MODE'))
    const inTheWay = await olderHost(connection, from, watcher)
    if (inTheWay === undefined)
      await connection.run(
        sql`UPDATE mailgauge SET oldest_program = ${from}
          WHERE id = 1 AND string_to_array(oldest_program, '.')::int4[] < string_to_array(${from}, '.')::int4[]`,
      )
    await connection.run(plain('COMMIT'))
    return inTheWay
  })
}

async function olderHost(
  connection: Connection,
  from: string,
  { host, hasWatched }: Watcher,
): Promise<string | undefined> {
  const { rows } = await connection.run(
    sql`SELECT name, program, seen_at > mailgauge_now() - ${SEEN_MS}::int8 AS is_seen FROM hosts
      WHERE seen_at > mailgauge_now() - ${UNHEARD_MS}::int8 ORDER BY seen_at <= mailgauge_now() - ${SEEN_MS}::int8, name`,
  )
  const older = rows.find(
    ({ name, program, isSeen }) =>
      isOlder(String(program), from) && (isSeen === true || (!hasWatched && name !== host)),
  )
  if (!older) return undefined
  const { name, program, isSeen } = older
  return isSeen === true
    ? `Host ${name} still runs Mailgauge ${program}, which needs the database as it was before ${from}. Upgrade it or end it.`
    : `Host ${name} ran Mailgauge ${program} within the last ${UNHEARD_MS / 60_000} minutes and did not say that it ended; that version needs the database as it was before ${from}. Make sure that it runs no more, and wait until that time has passed.`
}
