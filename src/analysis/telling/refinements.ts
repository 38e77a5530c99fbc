import type { DkimSignatureCode } from '../../mail/authentication/dkim/verdict.ts'
import type { AccessibilityCode } from '../../mail/content/accessibility/observer.ts'
import type { ImageCode } from '../../mail/content/images/remarks.ts'
import type { ConductCode } from '../../mail/server/smtp-conduct/remarks.ts'

/**
 * Findings about what is fine and could be finer still: no receiver and hardly a reader notices them. They are told apart
 * from advice, so that a report with nothing else reads as clean.
 */
export const REFINEMENTS: ReadonlySet<string> = new Set<
  DkimSignatureCode | ConductCode | ImageCode | AccessibilityCode
>([
  'dkim-from-not-oversigned',
  'smtp-utf8-needless',
  'size-missing',
  'title-missing',
  'heading-level-skipped',
])
