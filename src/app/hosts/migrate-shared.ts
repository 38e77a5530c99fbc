import type { Config } from '../../config/config.ts'
import { StoreRefused } from '../../store/keeping/refused.ts'
import { isOlder } from '../../store/keeping/versions.ts'
import { migrateAlone, type SharedForm, sharedForm } from '../../store/postgres/migrating/alone.ts'
import { OLDEST_PROGRAM } from '../../store/postgres/migrations.ts'
import { VERSION } from '../../version.ts'
import { StartRefused } from '../parts.ts'
import { databaseAddresses } from './database-address.ts'
import { nameOfHost, reached } from './open-shared-store.ts'

type HostConfig = Pick<Config, 'store' | 'host'>
type Refused = { refused: string }

interface SharedStatus extends SharedForm {
  program: string
  oldestProgram: string
  isServed: boolean
}

const EMPTY =
  'The database of store.url is empty. Start "mailgauge serve", which makes its tables, or let store.url name another one.'

/** What the database that hosts share says of its form, beside them too. */
export function sharedStatus(config: HostConfig): Promise<SharedStatus | Refused> {
  return orRefused(async () => {
    const form = await sharedForm(placeOf(config))
    if (!form) return { refused: EMPTY }
    const isServed = !isOlder(VERSION, form.serving.oldestProgram)
    return { ...form, program: VERSION, oldestProgram: OLDEST_PROGRAM, isServed }
  })
}

/** Brings the database that hosts share to the form of this program, beside them. */
export function sharedUp(config: HostConfig): Promise<{ from: number; to: number; waits?: string } | Refused> {
  return orRefused(async () => {
    const place = placeOf(config)
    const from = (await sharedForm(place))?.version ?? 0
    const waits = await migrateAlone(place, { allowed: true })
    const to = (await sharedForm(place))?.version ?? 0
    return { from, to, ...(waits !== undefined && { waits }) }
  })
}

function placeOf(config: HostConfig) {
  const addresses = databaseAddresses(config)
  if (!addresses) throw new Error('store.url is not set')
  return { ...addresses, program: VERSION, host: nameOfHost(config) }
}

async function orRefused<T>(work: () => Promise<T | Refused>): Promise<T | Refused> {
  try {
    return await reached(work())
  } catch (cause) {
    if (cause instanceof StoreRefused || cause instanceof StartRefused) return { refused: cause.message }
    throw cause
  }
}
