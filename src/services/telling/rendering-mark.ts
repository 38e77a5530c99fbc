import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const SRC = join(import.meta.dir, '../..')
/** What tells checks, and what shortens names where words are withheld. */
const TELLS = [
  'services/telling/told-checks.ts',
  'services/withholding/shown-words.ts',
  'mail/discretion/discreet-text.ts',
]

/** A mark of the source of all that makes the told checks of a report, with all that it imports. Run when the program is
 * built, where the source is. */
export function renderingMark(): string {
  const hash = createHash('sha256')
  for (const file of withImports(TELLS.map((name) => join(SRC, name)))) {
    hash.update(relative(SRC, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

function withImports(files: readonly string[]): string[] {
  const found = new Set(files)
  for (const file of found) {
    if (!file.endsWith('.ts')) continue
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/\bfrom\s+['"](\.[^'"]+)['"]/g)) {
      found.add(join(dirname(file), path))
    }
  }
  return [...found].toSorted()
}
