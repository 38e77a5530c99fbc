import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Report } from '../../../clients/typescript/src/client.ts'
import type { Invocation } from '../command.ts'
import { inWords } from '../io.ts'
import { markdownOf } from './markdown.ts'

/** How commands take it. */
export const SUMMARY_OPTION = {
  summary: {
    value: 'file',
    sentence: 'Appends the result and what to fix to a file, in Markdown: "$GITHUB_STEP_SUMMARY".',
  },
} as const

/** Appends to the file that was named, where one was. */
export function appendSummary({ io, value }: Invocation, report: Report, ending: string): void {
  const path = value('summary')
  if (path === undefined) return
  try {
    appendFileSync(resolve(io.cwd, path), markdownOf(report, ending))
  } catch (cause) {
    throw inWords(path, 'written', cause)
  }
}
