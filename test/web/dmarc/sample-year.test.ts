import { expect, test } from 'bun:test'
import { granted } from '../../../src/core/refusal.ts'
import type { ReportsSetUp } from '../../../src/services/aggregates/set-up.ts'
import { DEMO_DOMAIN } from '../../../src/services/samples/zone.ts'
import { domainView, fakeDomains, VERIFIED } from '../domains/fake-domains.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { evaluation, siteUnderTest } from '../site-under-test.ts'
import { fakeDmarc } from './fake-dmarc.ts'
import { FULL } from './samples.ts'

const PLACE = `/domains/dom-${DEMO_DOMAIN}/dmarc`
const PRESS = 'Load a year of sample data'

function site({ isVerified = true, isEvaluation = true, hasReports = false } = {}) {
  const { sessions } = fakeSessions({
    admin: somebody({ role: 'admin' }),
    member: somebody({ role: 'member' }),
  })
  const { deps, years } = evaluation()
  const address = async () => granted({ address: 'token@reports.example', underWay: false })
  const reportsSetUp: ReportsSetUp = { of: address, look: address }
  const demo = domainView(DEMO_DOMAIN, isVerified ? VERIFIED : {})
  const { ask } = siteUnderTest({
    people: peopleWith(sessions),
    domains: fakeDomains([demo, domainView('example.org', VERIFIED)]).domains,
    dmarc: fakeDmarc({ [demo.id]: hasReports ? FULL : {}, 'dom-example.org': {} }).dmarc,
    reportsSetUp,
    ...(isEvaluation && { evaluation: deps }),
  })
  const headers = (who: string) => ({ cookie: `mailgauge=${who}`, 'sec-fetch-site': 'same-origin' })
  return {
    years,
    html: async (path: string, who = 'admin') => (await ask(path, { headers: headers(who) })).text(),
    press: (place = PLACE, who = 'admin') =>
      ask(`${place}/sample-year`, { method: 'POST', headers: headers(who), body: new URLSearchParams() }),
  }
}

test('an evaluation loads a year of reports into its domain with one press', async () => {
  const { html, press, years } = site()
  expect(await html(PLACE)).toContain(PRESS)
  expect(await html(`${PLACE}/files`)).toContain(PRESS)
  expect(await html(PLACE, 'member')).not.toContain(PRESS)
  expect(await html('/domains/dom-example.org/dmarc')).not.toContain(PRESS)
  const answer = await press()
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${PLACE}?days=366`])
  expect(years).toEqual([`acc_1 dom-${DEMO_DOMAIN}`])
})

test('where there are reports of months it is not offered', async () => {
  expect(await site({ hasReports: true }).html(PLACE)).not.toContain(PRESS)
})

test('nobody else, no other domain and no other instance gets it', async () => {
  const { press, years } = site()
  expect((await press(PLACE, 'member')).status).toBe(403)
  expect((await press('/domains/dom-example.org/dmarc')).status).toBe(404)
  expect((await press('/domains/dom-unknown/dmarc')).status).toBe(404)
  const unverified = site({ isVerified: false })
  expect((await unverified.press()).status).toBe(409)
  const real = site({ isEvaluation: false })
  expect((await real.press()).status).toBe(404)
  expect(await real.html(PLACE)).not.toContain(PRESS)
  expect([...years, ...unverified.years, ...real.years]).toEqual([])
})
