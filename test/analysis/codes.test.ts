import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { analyzers } from '../../src/analysis/registry.ts'
import { CASE_NAMES, readCase, reportOf } from '../golden/corpus-case.ts'

/** By check: the codes that the cases of the corpus show. */
async function codesOfCorpus(): Promise<Map<string, Set<string>>> {
  const found = new Map(analyzers.map(({ name }) => [name, new Set<string>()]))
  for (const name of CASE_NAMES) {
    const { checks } = await reportOf(readCase(name), { withPlan: false })
    for (const { name: check, findings } of checks) {
      for (const { code } of findings) found.get(check)?.add(code)
    }
  }
  return found
}

/** A string that is a code, or several parted by commas. */
const CODES = /(['"`])([a-z0-9]+(?:[-,][a-z0-9]+)*)\1/g

/** What the tests of analyzers, and of what they rest on, expect by name. */
async function codesOfTests(): Promise<Set<string>> {
  const found = new Set<string>()
  for (const file of new Glob('{analysis,mail}/**/*.test.ts').scanSync('test')) {
    const text = await Bun.file(`test/${file}`).text()
    for (const [, , codes = ''] of text.matchAll(CODES)) {
      for (const code of codes.split(',')) found.add(code)
    }
  }
  return found
}

const shown = await codesOfCorpus()

/** A code that nothing shows may be one that nothing emits, and its cost one that nobody pays. */
test('every code that an analyzer prices is that of some case or test', async () => {
  const named = await codesOfTests()
  const unseen = analyzers.flatMap(({ name, costs }) =>
    Object.keys(costs).filter((code) => !shown.get(name)?.has(code) && !named.has(code)),
  )
  expect(unseen).toEqual([])
})

/** By check: what stands before the rest of the code. */
const FAMILIES: Readonly<Record<string, string>> = {
  blocklist: 'listed-',
  'domain-blocklist': 'listed-',
  'link-blocklist': 'listed-',
  'provider-gmail': 'gmail-',
  'provider-yahoo': 'yahoo-',
  'provider-outlook': 'outlook-',
  'provider-apple': 'apple-',
  'provider-laposte': 'laposte-',
  'provider-gmx': 'gmx-',
  'provider-orange': 'orange-',
  'provider-tonline': 'tonline-',
}

test('what the corpus shows is in the table of its check, or of its family', () => {
  for (const { name, costs } of analyzers) {
    const family = FAMILIES[name]
    const codes = [...(shown.get(name) ?? [])]
    expect([name, codes.filter((code) => !(code in costs || (family && code.startsWith(family))))]).toEqual([
      name,
      [],
    ])
    expect([name, !family || codes.some((code) => code.startsWith(family))]).toEqual([name, true])
  }
})

test('no finding costs more than its check can', () => {
  for (const { name, weight, costs } of analyzers) {
    expect([name, Object.values(costs).filter((cost) => cost < 0 || cost > weight)]).toEqual([name, []])
  }
})
