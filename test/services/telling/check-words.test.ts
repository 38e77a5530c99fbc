import { describe, expect, test } from 'bun:test'
import { analyzers } from '../../../src/analysis/registry.ts'
import { MESSAGE_KINDS } from '../../../src/core/report.ts'
import { checkWords, relevanceOf } from '../../../src/services/telling/check-words.ts'

/** Checks without a message bear the names of analyzers, this one apart. */
const NAMES = [...analyzers.map(({ name }) => name), 'dns']

describe.each(NAMES)('%s', (name) => {
  test('says in a plain line why it matters and who can change it, for every kind of mail', () => {
    expect(checkWords(name)?.title).toBeTruthy()
    for (const kind of [undefined, ...MESSAGE_KINDS]) {
      const { why = '', who = '' } = relevanceOf(name, kind) ?? {}
      for (const line of [why, who]) {
        expect(line).toMatch(/^[A-Z].*\.$/)
        expect(line.length).toBeLessThanOrEqual(130)
        expect(line).not.toMatch(/\n|mend|way out|!/)
      }
      // The plain line beside the technical words holds none of them.
      expect(why).not.toMatch(/RFC|TXT|PTR record|h=|d=|DNSBL/)
    }
  })
})

test('the answer depends on the kind where it differs', () => {
  expect(relevanceOf('list-unsubscribe', 'transactional')?.why).toContain('asked of marketing and list mail')
  expect(relevanceOf('list-unsubscribe', 'marketing')?.why).toContain('report the mail as spam')
  expect(relevanceOf('dkim', 'list')?.who).toContain('Whoever runs the list')
  expect(relevanceOf('spf', 'personal')?.who).toContain('mail provider')
})

test('a check that this version does not know has no words, whatever its name', () => {
  for (const name of ['of-later', '__proto__', 'constructor', 'toString'])
    expect(relevanceOf(name)).toBeUndefined()
})
