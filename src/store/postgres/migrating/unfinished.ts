import { StoreRefused } from '../../keeping/refused.ts'
import { plain } from '../sql/statement.ts'
import type { Connection } from '../wire/connection.ts'

/** What is noted of a move into the database, as long as it is not finished. */
export const MOVING = 'moving'

/** Rejects with StoreRefused where data is being moved to the database, or a move was cut off: a part of it is no data to serve. */
export async function refuseUnfinished(connection: Connection): Promise<void> {
  const { rows } = await connection.run(plain(`SELECT to_regclass('${MOVING}') IS NOT NULL AS moving`))
  if (rows[0]?.['moving'] !== true) return
  throw new StoreRefused(
    'Data is being moved to this database, or a move to it was cut off. Let "mailgauge move" end; run it again where it was cut off: it goes on where it was.',
    'may pass',
  )
}
