import type { Store } from '../../store.ts'
import type { PartOptions } from '../options.ts'
import type { Db } from '../sql/database.ts'
import { domainStore } from './domains.ts'
import { healthStore } from './health.ts'
import { sourceMarkStore } from './source-marks.ts'

/** Domains of accounts, how their DNS is, and what people say of their sources. */
export function domainParts(
  db: Db,
  _of: PartOptions,
): Pick<Store, 'domains' | 'domainHealth' | 'sourceMarks'> {
  return { domains: domainStore(db), domainHealth: healthStore(db), sourceMarks: sourceMarkStore(db) }
}
