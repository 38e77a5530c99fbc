import { SQL } from 'bun'
import { type Moved, type MoveRequest, moveByCommand } from '../../../src/app/move/move-command.ts'
import { openPostgres, type SharedStore } from '../../../src/store/postgres/open.ts'
import { addressOf } from '../../../src/store/postgres/wire/address.ts'
import { configOf } from '../../config/loading.ts'
import type { TestClock } from '../../support/clock.ts'

/** Moves, with what is usual where nothing is said. */
export function move(
  directory: string,
  to: string,
  more: Partial<MoveRequest> = {},
): Promise<Moved | { refused: string }> {
  const config = configOf('[smtp]\ndomain = "test.example"\n[store]\ntls = "disable"\n')
  const request = {
    from: directory,
    to,
    signal: new AbortController().signal,
    status: () => {},
    progress: () => {},
  }
  return moveByCommand(config, { ...request, ...more })
}

/** The store over a database. */
export const opened = (url: string, clock: TestClock): Promise<SharedStore> =>
  openPostgres({ address: addressOf({ url, tls: 'disable' }), migrate: true, clock })

/** Runs a statement on a database. */
export async function query<R>(url: string, text: string): Promise<R[]> {
  const client = new SQL(url, { max: 1 })
  try {
    return [...(await client.unsafe(text))] as R[]
  } finally {
    await client.close()
  }
}
