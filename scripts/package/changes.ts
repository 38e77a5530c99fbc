import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './contents.ts'

/** What the changelog says of a version. Throws where it says nothing. */
export function changesOf(
  version: string,
  changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'),
): string {
  const sections = changelog.split(/^(?=## )/m)
  const own = sections.find((section) => section.split(/\s+/)[1] === version)
  if (own === undefined) throw new Error(`CHANGELOG.md says nothing of ${version}`)
  return `${own.trim()}\n`
}
