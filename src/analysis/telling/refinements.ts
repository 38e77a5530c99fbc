/**
 * Findings about what is fine and could be finer still: no receiver and hardly a reader notices them. They are told apart
 * from advice, so that a report with nothing else reads as clean.
 */
export const REFINEMENTS: ReadonlySet<string> = new Set([
  'dkim-from-not-oversigned',
  'smtp-utf8-needless',
  'size-missing',
  'title-missing',
  'heading-level-skipped',
])
