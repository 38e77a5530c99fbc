import { expect, test } from 'bun:test'
import { withFix } from '../support/with-fix.ts'
import { CASE_NAMES, readCase, reportOf } from './corpus-case.ts'
import { MARK, marked } from './marked-case.ts'

const quoted = new Set<string>()

/** What anybody with the token may see never repeats a word of the message, whatever is wrong with it. */
test.each(CASE_NAMES)('%s', async (name) => {
  const { marked: given, marks } = marked(readCase(name))
  expect(marks).toBeGreaterThan(1)
  const { checks, kindReasons, plan } = await reportOf(given)
  for (const { name: check, quotes } of checks) if (MARK.test(JSON.stringify(quotes ?? {}))) quoted.add(check)
  const shown = checks
    .map(withFix)
    .flatMap(({ name: check, detail, fixes, findings }) =>
      [
        ...Object.entries(detail),
        ['fixes', JSON.stringify(fixes ?? [])],
        ['findings', JSON.stringify(findings)],
      ].map(([key, value]) => `${check} ${key}: ${value}`),
    )
  expect(
    [...shown, ...kindReasons, ...(plan ?? []).map((step) => JSON.stringify(step))].filter((line) =>
      MARK.test(line),
    ),
  ).toEqual([])
})

test('the words are seen: what is for the owner alone holds them', () => {
  expect([...quoted].toSorted()).toEqual([
    'attachments',
    'headers',
    'html',
    'links',
    'list-unsubscribe',
    'placeholders',
    'rspamd',
    'sender-identity',
    'subject',
  ])
})
