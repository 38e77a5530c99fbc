import type { Outcome } from '../../../core/aggregate/file.ts'
import type { Authentication, FileOutcome } from '../../report-mail.ts'
import type { FilesOf, ToldFile } from './rows.ts'

/** Nothing came of it: it was rejected, or had been there before. */
export const isNothing = ({ outcome }: Pick<FileOutcome, 'outcome'>): boolean =>
  outcome === 'rejected' || outcome === 'duplicate'

/** It tells of mail, and its sender is known. */
const counts = (told: { outcome: Outcome; authentication: Authentication }) =>
  told.outcome === 'stored' && told.authentication === 'passed'

/** Whether a report counts by this file that did not before. */
export const isNews = (
  { source }: FilesOf,
  { file, authentication }: ToldFile,
  before: { outcome: Outcome; authentication: Authentication } | undefined,
): boolean =>
  source === 'mail' &&
  file.uid !== undefined &&
  counts({ outcome: file.outcome, authentication }) &&
  !(before && counts(before))

/** Anybody may have mailed them; what is imported, somebody of the account did. */
export const areOfStrangers = ({ source }: FilesOf, told: readonly ToldFile[]): boolean =>
  source === 'mail' && told.every(({ authentication }) => authentication !== 'passed')
