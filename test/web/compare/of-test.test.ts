import { describe, expect, test } from 'bun:test'
import { CHECK_WORDS } from '../../../src/analysis/telling/check-words.ts'
import type { Check } from '../../../src/core/check.ts'
import { granted } from '../../../src/core/refusal.ts'
import type { Report } from '../../../src/core/report.ts'
import { createComparing } from '../../../src/services/comparing/comparing.ts'
import { RULES } from '../../support/builders.ts'
import { DKIM, DKIM_FAILED, SECRETS, SPF } from '../checks.ts'
import { createAnnouncer, createFakeMailTests } from '../fake-mail-tests.ts'
import { VIEWS } from '../message-views.ts'
import { report } from '../reports.ts'
import { siteUnderTest } from '../site-under-test.ts'

const DECIDED = { withholdingVersion: RULES.version }
const BEFORE = report([SPF, DKIM_FAILED], DECIDED)
const AFTER = report([SPF, DKIM], DECIDED)

async function withTwo(before: Report = BEFORE, after: Report = AFTER) {
  const site = siteUnderTest()
  const token = await site.fake.create()
  const ids = [before, after].map((one, at) => {
    const id = site.fake.receive(token, at)
    site.fake.finish(token, id, one)
    return id
  })
  const html = async (query = '') => (await site.ask(`/t/${token}/compare${query}`)).text()
  return { ...site, token, ids, html }
}

describe('two messages of a test', () => {
  test('are the two latest with a report where none are named', async () => {
    const { html, fake, token, ids } = await withTwo()
    fake.receive(token, 9)
    const text = await html()
    expect(text).toContain('<h1>+1.5 since message 1</h1>')
    expect(text).toContain('DKIM fixed.')
    expect(text).toContain('dkim-body-changed')
    expect(text).toContain(`/t/${token}?m=${ids[0]}#check-dkim`)
  })

  test('are those that are named, in the order they are named', async () => {
    const { html, ids } = await withTwo()
    const text = await html(`?a=${ids[1]}&b=${ids[0]}`)
    expect(text).toContain('<h1>−1.5 compared with message 2</h1>')
    expect(text).toContain('New trouble in DKIM.')
  })

  test('fold checks that are open in both, and show those that are open in one alone', async () => {
    const open = { ...SPF, status: 'error' as const, score: 0 }
    const both = await (
      await withTwo(report([open, DKIM_FAILED], DECIDED), report([open, DKIM], DECIDED))
    ).html()
    expect(both).toContain('Open in both, or nothing to judge')
    expect(both).not.toContain('Cannot be compared')
    const one = await (await withTwo(BEFORE, report([open, DKIM], DECIDED))).html()
    expect(one).toContain('Cannot be compared')
    expect(one).not.toContain('Open in both')
  })

  test('show header fields side by side, with what differs marked', async () => {
    const { html, fake, token, ids } = await withTwo()
    for (const [at, id] of ids.entries()) {
      const headers = [
        { name: 'Subject', value: `Offer ${at} of the week` },
        { name: 'X-Same', value: 'same' },
        { name: 'Message-ID', value: `<${at}@shop.example>` },
      ]
      fake.showView(token, id, { ...VIEWS, headers })
    }
    const text = await html()
    expect(text).toContain('Offer <mark>1</mark> of the week')
    expect(text).toContain('Different in every message')
    expect(text).toContain('1 field<')
  })

  test('cannot be had of other tests, nor where there is none', async () => {
    const { ask, token, ids } = await withTwo()
    expect((await ask(`/t/${token}/compare?a=${ids[0]}&b=msg_${'z'.repeat(26)}`)).status).toBe(404)
    expect((await ask(`/t/${'q'.repeat(26)}/compare`)).status).toBe(404)
    expect((await ask('/t/none/compare')).status).toBe(404)
  })
})

describe('what there is to say without a comparison', () => {
  test('of a test at which nothing has arrived, and of one message', async () => {
    const { ask, fake } = siteUnderTest()
    const token = await fake.create()
    const empty = await (await ask(`/t/${token}/compare`)).text()
    expect(empty).toContain('No report yet')
    fake.finish(token, fake.receive(token), BEFORE)
    const one = await (await ask(`/t/${token}/compare`)).text()
    expect(one).toContain('One report so far')
    expect(one).toContain('to the same address again')
    fake.receive(token)
    expect(await (await ask(`/t/${token}/compare`)).text()).toContain('A message is being analysed')
  })

  test('of a message that is being analysed, or could not be', async () => {
    const { html, fake, token, ids } = await withTwo()
    const id = fake.receive(token, 5)
    const pending = await html(`?a=${ids[0]}&b=${id}`)
    expect(pending).toContain('Not analysed yet')
    expect(pending).toContain('data-events')
    fake.finish(token, id, 'It is not a <b>message</b>.')
    const failed = await html(`?a=${ids[0]}&b=${id}`)
    expect(failed).toContain('could not be analysed: It is not a &lt;b>message')
    expect(failed).not.toContain('data-events')
  })

  test('of the same message twice', async () => {
    const { html, ids } = await withTwo()
    expect(await html(`?a=${ids[0]}&b=${ids[0]}`)).toContain('The same message twice')
  })
})

test('a gated report shows its score alone', async () => {
  const { mailTests, ...fake } = createFakeMailTests(createAnnouncer())
  const gated: typeof mailTests = {
    ...mailTests,
    async read(actor, token, messageId) {
      const read = await mailTests.read(actor, token, messageId)
      const its = read.ok && read.value.report
      return its ? granted({ ...read.value, report: { ...its, checks: [] }, gated: true }) : read
    },
  }
  const site = siteUnderTest({ mailTests: gated })
  const token = await fake.create()
  for (const one of [BEFORE, AFTER]) fake.finish(token, fake.receive(token), one)
  const text = await (await site.ask(`/t/${token}/compare`)).text()
  expect(text).toContain('+1.5 since message 1')
  expect(text).toContain('Only the scores are compared')
  for (const word of ['DKIM', 'Header fields', 'DNS records', SECRETS.subject])
    expect(text).not.toContain(word)
})

describe('of a message whose words are withheld', () => {
  const withheld = { kind: 'verification_code', reason: 'It holds a code.' } as const

  test('whoever holds the token is shown none of them', async () => {
    const { mailTests, ...fake } = createFakeMailTests(createAnnouncer())
    const evidence = async () => ({
      dns: [
        {
          name: 'k4829175x._domainkey.shop.example',
          type: 'TXT',
          answer: { kind: 'records', records: [{ text: 'v=DKIM1; p=abc', strings: 1 }] },
        },
      ],
    })
    const comparing = createComparing({
      mailTests,
      store: { messages: { evidence } },
      rules: { ...RULES, discreet: (text) => text.replaceAll('k4829175x', '…') },
      checkWords: CHECK_WORDS,
    })
    const site = siteUnderTest({ mailTests, comparing })
    const token = await fake.create()
    for (const one of [report([SPF], { ...DECIDED, withheld }), AFTER]) {
      const id = fake.receive(token)
      fake.finish(token, id, one)
      fake.showView(token, id, VIEWS)
    }
    const text = await (await site.ask(`/t/${token}/compare`)).text()
    expect(text).toContain('header fields are not shown')
    expect(text).toContain('…._domainkey.shop.example')
    expect(text).not.toContain('k4829175x')
    const own = await createComparing({
      mailTests,
      store: { messages: { evidence } },
      rules: RULES,
      checkWords: CHECK_WORDS,
    }).ofTest({ kind: 'operator' }, token, {})
    expect(own.ok && own.value.two?.before.withheld).toBeUndefined()
    expect(own.ok && own.value.two?.compared?.fields).toBeUndefined()
  })

  test('by rules of another version neither', async () => {
    const { html } = await withTwo(report([SPF], { withholdingVersion: 'old' }), AFTER)
    expect(await html()).toContain('header fields are not shown')
  })
})

test('what strangers wrote stays text', async () => {
  const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(1)> javascript:alert(1) \u202Egnp.exe ${'w'.repeat(3_000)}`
  const hostileCheck: Check = { ...DKIM_FAILED, name: `x${HOSTILE}`, summary: HOSTILE }
  const headline = { from: `${HOSTILE} <a@x.example>`, date: HOSTILE, subject: HOSTILE }
  const { html, fake, token, ids } = await withTwo(
    report([hostileCheck], { ...DECIDED, headline }),
    report([SPF], { ...DECIDED, headline }),
  )
  for (const [at, id] of ids.entries()) {
    fake.showView(token, id, { ...VIEWS, headers: [{ name: HOSTILE, value: `${HOSTILE}${at}` }] })
  }
  const text = await html()
  expect(text).not.toContain('<script>alert')
  expect(text).not.toContain('<img src=x')
  expect(text).not.toMatch(/href="javascript:/)
  expect(text.length).toBeLessThan(60_000)
})
