import { describe, expect, test } from 'bun:test'
import { CHECK_WORDS } from '../../src/analysis/telling/check-words.ts'
import { relevanceOf } from '../../src/core/check-words.ts'
import { MESSAGE_KINDS } from '../../src/core/report.ts'
import { REPORT } from '../../src/services/api-description/examples.ts'

describe.each([...CHECK_WORDS])('%s', (name, { title, asks }) => {
  test('says in a plain line why it matters and who can change it, for every kind of mail', () => {
    expect(title).toMatch(/^[A-Z]/)
    expect(asks).toMatch(/^[A-Z].*[^.]$/)
    for (const kind of [undefined, ...MESSAGE_KINDS]) {
      const { why = '', who = '' } = relevanceOf(CHECK_WORDS, name, kind) ?? {}
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
  expect(relevanceOf(CHECK_WORDS, 'list-unsubscribe', 'transactional')?.why).toContain(
    'asked of marketing and list mail',
  )
  expect(relevanceOf(CHECK_WORDS, 'list-unsubscribe', 'marketing')?.why).toContain('report the mail as spam')
  expect(relevanceOf(CHECK_WORDS, 'dkim', 'list')?.who).toContain('Whoever runs the list')
  expect(relevanceOf(CHECK_WORDS, 'spf', 'personal')?.who).toContain('mail provider')
})

test('a check that this version does not know has no words, whatever its name', () => {
  for (const name of ['of-later', '__proto__', 'constructor', 'toString'])
    expect(relevanceOf(CHECK_WORDS, name)).toBeUndefined()
})

test('the example of a report says of its checks what reports say', () => {
  const { checks } = REPORT as { checks: { name: string; detail: object }[] }
  expect(checks.length).toBeGreaterThan(1)
  for (const { name, detail } of checks)
    expect(detail).toMatchObject({ ...relevanceOf(CHECK_WORDS, name, 'transactional') })
})
