import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const DOCS = join(import.meta.dir, '..', '..', '..', 'docs', 'operating.md')

/** The commands of the docs that read the journal, each as what it does with the lines of a log. */
export function journalCommands(): string[] {
  const section =
    readFileSync(DOCS, 'utf8')
      .split(/^## /m)
      .find((text) => text.startsWith('Logs\n')) ?? ''
  return section.split('\n').flatMap((line) => /^journalctl [^|]*\| (.+)$/.exec(line)?.[1] ?? [])
}
