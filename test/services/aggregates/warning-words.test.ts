import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { warningWords } from '../../../src/services/aggregates/warning-words.ts'

const SOURCE = new URL('../../../src/', import.meta.url).pathname

/** Where the readers of reports write a warning down. */
const WRITTEN = /(?:warnings|notes)\.add\('(\w+)'\)|warn\(\w+, '(\w+)'\)|[?:] \['(\w+)'\]/g

test('every warning that a reader of reports gives has a sentence', async () => {
  const found = new Set<string>()
  for (const room of ['mail/aggregate', 'mail/tls-report'])
    for await (const path of new Glob(`${room}/**/*.ts`).scan(SOURCE))
      for (const [, ...names] of (await Bun.file(SOURCE + path).text()).matchAll(WRITTEN))
        for (const name of names) if (name) found.add(name)
  expect(found.size).toBeGreaterThan(6)
  expect([...found].filter((name) => warningWords(name).startsWith('Other'))).toEqual([])
})

test('a warning without words of its own is given as it is written', () => {
  expect(warningWords('some_new_one')).toBe('Other: some new one.')
  expect(warningWords('constructor')).toBe('Other: constructor.')
})
