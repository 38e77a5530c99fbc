import { expect, test } from 'bun:test'
import { CHECK_WORDS } from '../../src/analysis/telling/check-words.ts'
import { detailOf } from '../../src/core/check.ts'
import type { Report } from '../../src/core/report.ts'
import { toReportBody } from '../../src/http/wire.ts'
import type { TestView } from '../../src/services/mail-tests/mail-tests.ts'
import { reportForToken } from '../../src/services/withholding/shown-words.ts'
import { exportOf } from '../../src/web/export.ts'
import { testPage } from '../../src/web/view.ts'
import { mailTest, RULES } from '../support/builders.ts'
import { CASE_NAMES, corpusReport, readCase, reportOf } from './corpus-case.ts'
import { NAME_MARK, withMarkedNames } from './marked-names.ts'

const WITHHELD = { kind: 'sign_in_link', reason: 'It holds a link.' } as const

function viewOf(report: Report): TestView {
  const id = 'msg_1'
  // A random one may hold the mark.
  const token = 'token'.padEnd(26, 'x')
  const test = mailTest({
    token,
    status: 'scored',
    score: report.score,
    receivedAt: new Date(0),
    messageId: id,
  })
  const outcome = { status: 'scored', score: report.score } as const
  const message = { id, token: test.token, receivedAt: new Date(0), size: 1, outcome }
  return { test, address: 'a@in.example.com', message, messages: [message], report }
}

/** What whoever holds the token may read: the shared report, the page and its file. */
function told(report: Report): string[] {
  const view = viewOf(reportForToken(report, RULES))
  const page = testPage(view, false, CHECK_WORDS)
  return [toReportBody(view, 'token', CHECK_WORDS), page, exportOf(page)].map((body) => JSON.stringify(body))
}

const around = (text: string) =>
  NAME_MARK.exec(text) && text.slice(Math.max(0, text.search(NAME_MARK) - 60)).slice(0, 120)

/** Where a message's words are withheld, so are its names that may hold a token. */
test.each(CASE_NAMES)('%s', async (name) => {
  for (const known of [true, false]) {
    const report = await reportOf(withMarkedNames(readCase(name), known))
    for (const text of told({ ...report, withheld: WITHHELD })) expect(around(text)).toBeNull()
    const { withholdingVersion: _before, withheld: _withheld, ...old } = report
    for (const text of told(old)) expect(around(text)).toBeNull()
  }
})

test('the owner still sees all, and so does whoever holds the token where nothing is withheld', async () => {
  const { withheld: _none, ...report } = await reportOf(withMarkedNames(readCase('sign-up-link'), true))
  const owner = JSON.stringify(toReportBody(viewOf({ ...report, withheld: WITHHELD }), 'owner', CHECK_WORDS))
  expect(owner).toContain('selector zqx8mark')
  expect(owner).toContain('zqx7mark-k7f3.example.org')
  expect(told(report).every((text) => text.includes('zqx7mark-k7f3.example.org'))).toBe(true)
})

test('what hides nothing is told whole: the names that everybody uses', async () => {
  const report = await corpusReport('sign-up-link')
  const shown = reportForToken(report, RULES)
  expect(report.withheld).toBeDefined()
  expect(shown.checks.map(detailOf)).toEqual(report.checks.map(detailOf))
})
