import type { Logger } from 'pino'
import type { ApiKeys } from '../services/access/api-keys.ts'
import type { Limits } from '../services/access/limits.ts'
import type { createAnnouncer } from '../services/announcer.ts'
import type { Liveness } from '../services/liveness.ts'
import type { ReportGate } from '../services/mail-tests/report-gate.ts'
import type { Meters } from '../services/metrics/meters.ts'
import type { Readiness } from '../services/readiness.ts'
import type { WithholdingRules } from '../services/withholding/shown-words.ts'
import { StoreRefused } from '../store/keeping/refused.ts'
import type { Store } from '../store/store.ts'
import type { systemClock, systemRandom } from './services.ts'

/** Why the service does not start, in a sentence for the operator. */
export class StartRefused extends Error {
  /** What is in the way may go by itself: a start that is tried again may do. */
  readonly mayPass: boolean

  constructor(sentence: string, mayPass?: 'may pass') {
    super(sentence)
    this.mayPass = mayPass !== undefined
  }
}

/** What a command tells of a store that cannot be opened. Throws what is a fault of ours. */
export function refusalOf(cause: unknown): { refused: string } {
  if (cause instanceof StartRefused || cause instanceof StoreRefused) return { refused: cause.message }
  throw cause
}

export type { Later } from './life/closing.ts'

/** What the parts of the service stand on. */
export interface Shared {
  store: Store
  announcer: ReturnType<typeof createAnnouncer>
  clock: typeof systemClock
  limits: Limits
  random: typeof systemRandom
  log: Logger
  apiKeys: ApiKeys
  gate: ReportGate
  rules: WithholdingRules
  readiness: Readiness
  liveness: Liveness
  meters: Meters
}
