import { ANSWER_TARGETS } from './answer-targets.ts'
import { BOUNCE_TARGET } from './bounce-target.ts'
import { BRAND_TARGET } from './brand-target.ts'
import { MESSAGE_TARGETS } from './message-targets.ts'
import { RECORD_TARGETS } from './record-targets.ts'
import { REPORT_TARGET } from './report-target.ts'
import { REPORTED_TARGETS } from './reported-targets.ts'
import type { Target } from './target.ts'
import { TEXT_TARGETS } from './text-targets.ts'

/** Everything that reads what strangers wrote. */
export const TARGETS: readonly Target[] = [
  ...MESSAGE_TARGETS,
  ...TEXT_TARGETS,
  ...RECORD_TARGETS,
  ...ANSWER_TARGETS,
  BOUNCE_TARGET,
  BRAND_TARGET,
  REPORT_TARGET,
  ...REPORTED_TARGETS,
]
