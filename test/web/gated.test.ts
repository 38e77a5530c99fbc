import { expect, test } from 'bun:test'
import { granted } from '../../src/core/refusal.ts'
import { createAnnouncer, createFakeMailTests } from './fake-mail-tests.ts'
import { MIXED } from './reports.ts'
import { siteUnderTest } from './site-under-test.ts'

test('a gated report shows its score, says why there is no more, and shows no check', async () => {
  const { mailTests, ...fake } = createFakeMailTests(createAnnouncer())
  const site = siteUnderTest({
    mailTests: {
      ...mailTests,
      async read(actor, token, messageId) {
        const read = await mailTests.read(actor, token, messageId)
        const report = read.ok && read.value.report
        if (!read.ok || !report) return read
        return granted({ ...read.value, report: { ...report, checks: [], kindReasons: [] }, gated: true })
      },
    },
  })
  const token = await fake.create()
  fake.finish(token, fake.receive(token), MIXED)
  const html = await (await site.ask(`/t/${token}`)).text()
  expect(html).toContain('<title>6.7 of 10')
  expect(html).toContain('the checks themselves are not shown')
  for (const word of ['DKIM', 'What cost points', 'Passed', 'could not be determined', 'Kind of message']) {
    expect(html).not.toContain(word)
  }
})
