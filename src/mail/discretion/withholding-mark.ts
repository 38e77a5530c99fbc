import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What decides: the code, the words it looks for, and the weights. */
const DECIDES = [
  'withholding',
  'data/auth-words',
  'data/auth-points.json',
  'data/example-words.ts',
  'data/frame-words.ts',
  'data/imprint-words.ts',
  'data/subject-prefixes.ts',
]

/** A mark of the source of all that decides. Run when the program is built, where the source is. */
export function withholdingMark(): string {
  const hash = createHash('sha256')
  for (const place of DECIDES) {
    for (const file of filesAt(join(import.meta.dir, '..', place)))
      hash.update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

function filesAt(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|json)$/.test(name))
    .toSorted()
    .map((name) => join(path, name))
}
