import type { Packed } from '../../../core/kept/packed.ts'
import { lastRead, type ReadCopy } from '../../keeping/last-read.ts'
import { unpack } from '../../keeping/packing.ts'
import { TEST_COLUMNS, type TestRow, testOfRow } from '../../keeping/test-row.ts'
import type { ToldTestRow } from '../../mail-tests.ts'
import type { Connection } from '../connection.ts'
import { TEST_STANDS } from './standing.ts'

type ToldRow = [...TestRow, message: number | null, revision: number | null, version: string | null]

/** Tests with the copies of what was told of their latest reports: one look, and another at a copy that was not read lately. */
export function toldTests({ driver }: Pick<Connection, 'driver'>) {
  const found = driver
    .prepare<[string, number], ToldRow>(
      `SELECT ${TEST_COLUMNS}, latest_seq,
        (SELECT revision FROM rendered_checks WHERE message_seq = latest_seq),
        (SELECT version FROM rendered_checks WHERE message_seq = latest_seq)
      FROM mail_tests WHERE token = ? AND expires_at > ? AND ${TEST_STANDS}`,
    )
    .raw()
  const copy = driver.prepare<[number, number, string], Packed>(
    'SELECT packing, checks AS bytes FROM rendered_checks WHERE message_seq = ? AND revision = ? AND version = ?',
  )
  const last = lastRead()

  async function readCopy(
    id: string,
    message: number,
    revision: number,
    version: string,
  ): Promise<ReadCopy | undefined> {
    const packed = copy.get(message, revision, version)
    if (!packed) return undefined
    const read = { revision, version, checks: await unpack(packed) }
    last.keep(id, read)
    return read
  }

  return async (token: string, now: number): Promise<ToldTestRow | undefined> => {
    const row = found.get(token, now)
    if (!row) return undefined
    const test = testOfRow(row)
    const [message, revision, version] = [row[13], row[14], row[15]]
    const id = test.messageId
    if (id === undefined || message === null || revision === null || version === null) return { test }
    const rendered = last.get(id, revision, version) ?? (await readCopy(id, message, revision, version))
    return { test, ...(rendered && { rendered }) }
  }
}
