import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CHECK_WORDS } from '../../src/analysis/telling/check-words.ts'
import { fromRendered } from '../../src/core/check.ts'
import { type MailTest, opensByToken } from '../../src/core/mail-test.ts'
import type { Report } from '../../src/core/report.ts'
import { toReportBody } from '../../src/http/wire.ts'
import type { WithholdingRules } from '../../src/services/withholding/shown-words.ts'
import { CASE_NAMES, corpusReport } from '../golden/corpus-case.ts'
import { RULES, random } from '../support/builders.ts'
import { sessionOf } from '../support/session.ts'
import { until } from '../support/until.ts'
import { openWorld, type World } from '../support/world.ts'

let world: World
let secret: string
let owner: string
let gated: { id: string; secret: string }

beforeAll(async () => {
  const plans = {
    'self-hosted': { name: 'self-hosted', api: true, ratePerMinute: 1_000_000, burst: 1_000_000 },
    gated: { name: 'gated', api: true, ratePerMinute: 1_000_000, burst: 1_000_000, fullReportsPerMonth: 0 },
  }
  world = await openWorld({ plans })
  owner = (await world.account()).id
  secret = (await world.key(owner)).secret
  const { id } = await world.account('gated')
  gated = { id, secret: (await world.key(id)).secret }
})
afterAll(() => world.close())

async function answered(one: MailTest, key = secret, query = ''): Promise<string> {
  const shared = opensByToken(one)
  const path = shared ? `/v1/shared/${one.token}` : `/v1/tests/${one.token}`
  const request = new Request(`http://mailgauge.test${path}${query}`, {
    headers: shared ? {} : { authorization: `Bearer ${key}` },
  })
  const response = await world.http.handle(request, '127.0.0.1')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json;charset=utf-8')
  return response.text()
}

/** The body as it is made of the report, without any copy. */
async function plain(one: MailTest, accountId = owner): Promise<string> {
  const actor = opensByToken(one) ? ({ kind: 'token', token: one.token } as const) : sessionOf(accountId)
  const view = await world.mailTests.read(actor, one.token)
  if (!view.ok) throw new Error(view.refusal.kind)
  return JSON.stringify(toReportBody(view.value, opensByToken(one) ? 'token' : 'owner', CHECK_WORDS))
}

const kept = async ({ token }: MailTest) => (await world.store.mailTests.told(token))?.rendered

/** Told by the first who reads, out of the copy, and out of memory. */
async function expectAlike(one: MailTest): Promise<void> {
  const expected = await plain(one)
  expect(await answered(one)).toBe(expected)
  await until(async () => (await kept(one)) !== undefined)
  expect(await answered(one)).toBe(expected)
  expect(await answered(one)).toBe(expected)
}

async function scored(make: () => Promise<MailTest>, report: Report) {
  const one = await make()
  return { one, id: await world.message(one.token, report) }
}

const WITHHELD = { kind: 'verification_code', reason: 'It may hold a code.' } as const

/** A report as earlier versions kept it: its checks as strings. */
const ofEarlierVersion = (report: Report): Report => ({
  ...report,
  checks: report.checks.map(({ name, status, score, summary, quotes }) =>
    fromRendered({ name, status, score, detail: { summary }, ...(quotes && { quotes }) }),
  ),
})

describe('the copy of what was told is the very body', () => {
  test.each(CASE_NAMES)('%s', async (name) => {
    const report = await corpusReport(name)
    const withheld: Report = { ...report, withheld: WITHHELD }
    const { withheld: _, ...shown } = report
    const byOthers: Report = { ...report, withholdingVersion: 'an earlier one' }
    for (const one of [report, ofEarlierVersion(report)])
      await expectAlike((await scored(() => world.test(owner), one)).one)
    for (const one of [withheld, shown, byOthers])
      await expectAlike((await scored(() => world.anonymousTest(), one)).one)
    const { one } = await scored(() => world.test(gated.id), report)
    expect(await answered(one, gated.secret)).toBe(await plain(one, gated.id))
  })
})

describe('a copy that is out of date', () => {
  const replaced = async (make: () => Promise<MailTest>) => {
    const report = await corpusReport('newsletter')
    const { one, id } = await scored(make, report)
    await expectAlike(one)
    return { one, id, report }
  }

  test('goes with the report that it was made of', async () => {
    const { one, id, report } = await replaced(() => world.test(owner))
    const next = { ...report, score: 3, checks: report.checks.slice(0, 4) }
    const replacement = { revision: 0, report: next, evidence: {}, content: 'x' }
    expect(await world.store.messages.replaceReport(id, replacement)).toBe('replaced')
    expect(await kept(one)).toBeUndefined()
    expect(JSON.parse(await answered(one)).checks).toHaveLength(4)
    await expectAlike(one)
  })

  test('goes when it is decided anew what is withheld', async () => {
    const { one, id } = await replaced(() => world.anonymousTest())
    const read = await world.store.messages.report(one.token, id)
    if (!read?.report) throw new Error('no report')
    const decision = { withheld: WITHHELD, withholdingVersion: RULES.version }
    expect(await world.store.messages.replaceWithholding(id, read, decision)).toBe('replaced')
    expect(await kept(one)).toBeUndefined()
    await expectAlike(one)
  })

  test('is not kept where the report was replaced meanwhile', async () => {
    const { id, report } = await replaced(() => world.test(owner))
    await world.store.messages.replaceReport(id, { revision: 0, report, evidence: {}, content: 'x' })
    const late = { revision: 0, version: 'any', checks: random(100) }
    expect(await world.store.messages.keepRendered(id, late)).toBe('changed')
    expect(await world.store.messages.keepRendered('msg_none', late)).toBe('changed')
  })

  test('is made anew where another version made it', async () => {
    const { one, id } = await replaced(() => world.test(owner))
    const foreign = { revision: 0, version: 'another', checks: new TextEncoder().encode('["foreign"]') }
    expect(await world.store.messages.keepRendered(id, foreign)).toBe('kept')
    expect(await answered(one)).toBe(await plain(one))
    await until(async () => (await kept(one))?.version !== 'another')
    expect(await answered(one)).toBe(await plain(one))
  })

  test('of a message that is deleted is not told of the one that takes its row', async () => {
    const { one } = await replaced(() => world.test(owner))
    expect(await world.store.mailTests.delete(one.token)).toBe('deleted')
    const { one: next } = await scored(() => world.test(owner), await corpusReport('personal'))
    await expectAlike(next)
  })

  test('follows the latest message, and leaves pinned ones alone', async () => {
    const { one, id } = await replaced(() => world.test(owner))
    const first = await answered(one)
    await world.message(one.token, await corpusReport('personal'))
    await expectAlike(one)
    expect(await answered(one)).not.toBe(first)
    expect(await answered(one, secret, `?m=${id}`)).toBe(first)
  })
})

test('with other rules of withholding a token is told anew', async () => {
  const { one } = await scored(() => world.anonymousTest(), await corpusReport('newsletter'))
  await expectAlike(one)
  const before = (await kept(one))?.version
  const rules: WithholdingRules = { ...RULES, version: 'later rules' }
  const later = await openWorld({ rules })
  const { one: other } = { one: await later.anonymousTest() }
  await later.message(other.token, await corpusReport('newsletter'))
  const asked = new Request(`http://mailgauge.test/v1/shared/${other.token}`)
  await (await later.http.handle(asked, '127.0.0.1')).text()
  await until(async () => (await later.store.mailTests.told(other.token))?.rendered !== undefined)
  expect((await later.store.mailTests.told(other.token))?.rendered?.version).not.toBe(before)
  await later.close()
})
