import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { nsupdateScript } from '../../../src/core/applying/nsupdate.ts'
import { textOf } from '../../../src/core/applying/presentation.ts'
import { type AppliedSet, appliedSets } from '../../../src/core/applying/record-set.ts'
import { CASE_NAMES, corpusAnalysis } from '../../golden/corpus-case.ts'
import { hasNamed, type Named, startNamed } from './named.ts'

const ROOT = '$TTL 300\n. SOA ns. host. 1 3600 600 86400 77\n. NS ns.\nns. A 127.0.0.1\n'

/** What is asked for until the server answers. */
const FIRST = '$TTL 300\n@ SOA ns. host. 1 3600 600 86400 77\n@ NS ns.\n'

const title = hasNamed ? 'the corpus against BIND' : 'the corpus against BIND: skipped, it is not installed'

describe.skipIf(!hasNamed)(title, () => {
  let named: Named
  beforeAll(async () => {
    named = await startNamed({ 'zone.test': FIRST, '.': ROOT })
  }, 60_000)
  afterAll(() => named?.[Symbol.asyncDispose]())

  /** What stands at the name, as texts where they are texts. */
  const standing = async ({ owner, type }: AppliedSet) => plain(type, await named.records(owner, type))
  const plain = (type: string, records: readonly string[]) =>
    records.map((record) => (type === 'TXT' ? (textOf(record) ?? '') : record)).toSorted()

  test('each record set that a plan tells is what nsupdate makes of the zone that the report saw', async () => {
    let count = 0
    for (const name of CASE_NAMES) {
      const { report } = await corpusAnalysis(name)
      const sets = appliedSets(report.checks.flatMap(({ recordSets = [] }) => recordSets))
      if (sets.length === 0) continue
      const seen = sets.flatMap(({ owner, type, before }) => [
        `update delete ${owner}`,
        ...before.map((record) => `update add ${owner} 300 ${type} ${record}`),
      ])
      expect([name, await named.update(`${seen.join('\n')}\nsend`)]).toEqual([name, { code: 0, said: '' }])
      expect([name, await named.update(nsupdateScript(sets))]).toEqual([name, { code: 0, said: '' }])
      for (const set of sets) {
        expect([name, await standing(set)]).toEqual([name, plain(set.type, set.after)])
        count += 1
      }
    }
    expect(count).toBeGreaterThan(15)
  }, 300_000)
})
