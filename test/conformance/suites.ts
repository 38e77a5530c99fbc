import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The public suites lie beside the repository; where they are absent their tests are skipped and say so. */
const FOLDER = resolve(import.meta.dir, '../../../shared/suites')

export const suitesAbsent = !existsSync(FOLDER)
if (suitesAbsent) process.stderr.write(`No conformance suites at ${FOLDER}: their tests are skipped.\n`)

/** A suite's JSON; `fallback` where the suites are absent. */
export function suite<T>(path: string, fallback: T): T {
  return suitesAbsent ? fallback : (JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as T)
}

export function suiteFile(path: string): Buffer {
  return readFileSync(join(FOLDER, path))
}
