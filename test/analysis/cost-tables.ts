import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')
const files = (glob: string) => [...new Bun.Glob(glob).scanSync({ cwd: ROOT })].toSorted()
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const TABLE = /\bconst COSTS\b[^=]*=\s*\{([^}]*)\}/g
const ENTRY = /(?<![\w'-])'?([a-z][a-z0-9-]*)'?: ?(?:WEIGHT|([\d.]+))/g

/** Every code that a table of costs names, with what it costs. Tables are read as text: analyzers keep them to themselves. */
export function costTables(): Map<string, number> {
  const tables = files('src/analysis/**/*.ts').flatMap((file) => [...textOf(file).matchAll(TABLE)])
  const entries = tables.flatMap(([, body = '']) => [...body.matchAll(ENTRY)])
  return new Map(entries.map(([, code = '', cost]) => [code, Number(cost)]))
}

/** Whether a test of the analyzers or of what they know names the code. */
export function namedByTests(): (code: string) => boolean {
  const tests = files('test/{analysis,mail}/**/*.test.ts').filter((file) => !file.includes('cost-codes'))
  const words = new Set(tests.flatMap((file) => textOf(file).match(/[a-z0-9]+(?:-[a-z0-9]+)*/g) ?? []))
  return (code) => words.has(code)
}
