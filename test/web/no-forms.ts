import { refused } from '../../src/core/refusal.ts'
import type { WebDeps } from '../../src/web/deps.ts'

/** A site whose forms are answered by nobody. */
export const NO_FORMS: Pick<WebDeps, 'uploads' | 'hinting' | 'inspections' | 'bounces'> = {
  uploads: { maxBytes: 1000, upload: async () => refused({ kind: 'out_of_space' }) },
  inspections: { inspect: async () => refused({ kind: 'anonymous_tests_off' }) },
  bounces: { maxBytes: 1000, explain: async () => refused({ kind: 'anonymous_tests_off' }) },
  hinting: { give: async () => refused({ kind: 'not_found', what: 'test' }) },
}
