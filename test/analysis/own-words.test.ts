import { describe, expect, test } from 'bun:test'
import { withFix } from '../support/with-fix.ts'
import { reportOn } from './whole-report.ts'

/** A word that stands nowhere else, new at each call. */
function marker(): string {
  marks += 1
  return `zqx${marks}mark`
}
let marks = 0

function words(count: number): string {
  return Array.from({ length: count }, marker).join(' ')
}

function header(changes: Readonly<Record<string, string>>): string {
  const fields = {
    From: `"${words(2)}" <${marker()}@example.org>`,
    To: `${words(1)} <${marker()}@example.net>`,
    Cc: `${words(1)} <${marker()}@example.net>`,
    'Reply-To': `${words(1)} <${marker()}@example.org>`,
    Subject: words(3),
    Date: `Fri, 20 Nov 2026 11:59:00 +0000 (${marker()})`,
    'Message-ID': `<${marker()}@example.org>`,
    References: `<${marker()}@${marker()}> <${marker()}@x.example>`,
    [`X-${marker()}`]: marker(),
    'X-Mailer': marker(),
    Received: `from ${marker()} ([192.0.2.77]) by ${marker()} with ESMTP id ${marker()}; Fri, 20 Nov 2026 11:59:00 +0000`,
    'List-Id': `${words(2)} <${marker()}.example.org>`,
    'List-Unsubscribe': `<https://example.org/${marker()}?${marker()}=${marker()}>, <mailto:${marker()}@example.org>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Feedback-ID': marker(),
    Precedence: 'bulk',
    'MIME-Version': `1.0 (${marker()})`,
    ...changes,
  }
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

function message(changes: Readonly<Record<string, string>> = {}): Buffer {
  const html = `<title>${marker()}</title><p class="${marker()}">${words(60)}</p><a href="https://example.org/${marker()}">${marker()}</a><img src="https://example.org/${marker()}.png" alt="${marker()}">`
  const boundary = marker()
  const part = (fields: string, body: string) => `--${boundary}\r\n${fields}\r\n\r\n${body}\r\n`
  const attached = `Content-Type: application/pdf; name="${marker()}.pdf"\r\nContent-Disposition: attachment; filename="${marker()}.pdf"`
  const type = `multipart/mixed; boundary="${boundary}"; x=${marker()}`
  return Buffer.from(
    `${header({ 'Content-Type': type, ...changes })}\r\n${part('Content-Type: text/plain; charset=utf-8', words(40))}` +
      `${part('Content-Type: text/html; charset=utf-8', html)}${part(attached, words(3))}--${boundary}--\r\n`,
  )
}

const SIGNATURE = 'v=1; a=rsa-sha256; h=from; bh=AAAA; b=AAAA;'

/** Fields made to be quoted by whoever complains about them. */
const CASES: Readonly<Record<string, () => Record<string, string>>> = {
  'as it should be': () => ({}),
  'From without address': () => ({ From: words(2) }),
  'From of words in brackets': () => ({ From: `<${words(2)}@${words(2)}>` }),
  'From of several': () => ({ From: `${words(1)} <a@example.org>, ${words(1)} <b@example.org>` }),
  'Message-ID of words': () => ({ 'Message-ID': words(2) }),
  'Message-ID of one word': () => ({ 'Message-ID': `<${marker()}@${marker()}>` }),
  'Date of words': () => ({ Date: words(2) }),
  'encoded words': () => ({ Subject: `=?${marker()}?Q?${marker()}?= =?utf-8?B?${marker()}!?=` }),
  'List-Unsubscribe of words': () => ({ 'List-Unsubscribe': words(2), 'List-Unsubscribe-Post': words(1) }),
  'List-Unsubscribe with a name': () => ({
    'List-Unsubscribe': `<https://${marker()}:${marker()}@example.org/>`,
  }),
  'Content-Type of words': () => ({ 'Content-Type': `${marker()}/${marker()}; charset=${marker()}` }),
  charset: () => ({ 'Content-Type': `text/plain; charset=${marker()}` }),
  encoding: () => ({ 'Content-Type': 'text/plain', 'Content-Transfer-Encoding': marker() }),
  'signature of words': () => ({
    'DKIM-Signature': `v=1; a=${marker()}; d=${words(2)}; s=${words(2)}; h=from:${marker()}; bh=${marker()}; b=${marker()}; i=${marker()}; q=${marker()}; c=${marker()}`,
  }),
  'signature of one word': () => ({ 'DKIM-Signature': `${SIGNATURE} d=${marker()}; s=s1; i=${marker()}` }),
  'BIMI-Selector of one word': () => ({ 'BIMI-Selector': `v=BIMI1; s=${marker()}` }),
  'ARC set of words': () => ({
    'ARC-Seal': `i=1; a=${marker()}; d=${words(2)}; s=${words(2)}; cv=${marker()}; b=AAAA`,
    'ARC-Message-Signature': `i=1; a=${marker()}; d=x.example; s=y; h=from:${marker()}; bh=AAAA; b=AAAA; c=${marker()}`,
    'ARC-Authentication-Results': `i=1; ${words(2)}; spf=${marker()} smtp.mailfrom=${marker()}; dkim=pass (${marker()}) header.i=@${marker()}`,
  }),
}

describe('no check repeats the words of the message', () => {
  test.each(Object.keys(CASES))('%s', async (name) => {
    const raw = message(CASES[name]?.())
    expect(raw.toString()).toMatch(/zqx\d+mark/)
    const { report } = await reportOn({ raw, envelope: { mailFrom: `${marker()}@example.org` } })
    const shown = report.checks.map(({ quotes: _, ...check }) => withFix(check))
    expect(JSON.stringify([shown, report.kindReasons, report.plan])).not.toMatch(/zqx\d+mark/i)
  })
})
