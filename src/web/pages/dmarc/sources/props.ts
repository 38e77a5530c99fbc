import type { KeptSourceMark } from '../../../../core/aggregate/source-mark.ts'
import type { OneSource } from '../../../../services/answers/source-answers.ts'
import type { Filled } from '../../../forms/problems.ts'
import type { DmarcPlace } from '../asked.ts'
import type { Records } from '../told.ts'

/** What the page of a source is made with. */
export interface SourceProps {
  place: DmarcPlace
  one: OneSource
  records: Records
  /** Which of them are shown: of one address, behind a place. */
  shown: { ip?: string; isLater: boolean }
  filled: Filled
  /** What people said of it, and who. */
  said?: KeptSourceMark
  /** What was done just now. */
  done?: string
  /** Who looks may make a test. */
  mayTest: boolean
}
