import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Glob } from 'bun'
import { analyzers } from '../../src/analysis/registry.ts'

test('every analyzer file is registered once, under its own name and group', () => {
  const files = [...new Glob('*/*.ts').scanSync('src/analysis/analyzers')].map((file) => [
    dirname(file),
    basename(file, '.ts'),
  ])
  const registered = analyzers.map((analyzer) => [analyzer.group, analyzer.name])
  expect(registered.toSorted()).toEqual(files.toSorted() as typeof registered)
})

test('no name twice', () => {
  expect(new Set(analyzers.map((analyzer) => analyzer.name)).size).toBe(analyzers.length)
})

const committed = fileURLToPath(new URL('./weights.json', import.meta.url))

/** The most each check can cost, in a file of its own, so that a change is seen and given its reason. */
test('weights are those of weights.json (UPDATE_GOLDEN=1 writes it)', () => {
  const weights = Object.fromEntries(analyzers.map((analyzer) => [analyzer.name, analyzer.weight]))
  if (process.env['UPDATE_GOLDEN']) writeFileSync(committed, `${JSON.stringify(weights, null, 2)}\n`)
  expect(weights).toEqual(JSON.parse(readFileSync(committed, 'utf8')))
})
