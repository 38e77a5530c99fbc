import { expect, test } from 'bun:test'
import { signed } from './authentication/authentication-scene.ts'
import { checkOf, reportOn } from './whole-report.ts'

test('a message with hundreds of linked names: every list is asked about the first domains all the same', async () => {
  const links = Array.from({ length: 300 }, (_, i) => `<p><a href="https://www.d${i}.example/">Shop ${i}</a>`)
  const raw = await signed(
    Buffer.from(
      [
        'From: Ann <ann@example.org>',
        'To: bob@example.net',
        'Subject: A directory of shops',
        'Date: Fri, 20 Nov 2026 12:00:00 +0000',
        'Message-ID: <1@example.org>',
        'MIME-Version: 1.0',
        'Content-Type: text/html',
        '',
        ...links,
        '',
      ].join('\r\n'),
    ),
  )
  const { report } = await reportOn({ raw, leaveOut: ['plan'] })
  const { status, detail } = checkOf(report, 'link-blocklist')
  expect({ status, summary: detail['summary'] }).toEqual({
    status: 'passed',
    summary: expect.stringContaining('Asked 5 of 5 lists'),
  })
  const names = checkOf(report, 'links').detail
  expect(names['names_not_asked']).toBe('260')
})
