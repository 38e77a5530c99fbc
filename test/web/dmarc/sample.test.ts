import { expect, test } from 'bun:test'
import { granted } from '../../../src/core/refusal.ts'
import type { ReportsSetUp } from '../../../src/services/aggregates/set-up.ts'
import { DEMO_DOMAIN } from '../../../src/services/samples/zone.ts'
import { domainView, fakeDomains, VERIFIED } from '../domains/fake-domains.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { evaluation, siteUnderTest } from '../site-under-test.ts'
import { fakeDmarc } from './fake-dmarc.ts'

const PLACE = `/domains/dom-${DEMO_DOMAIN}/dmarc`

function site(isVerified = true, isEvaluation = true) {
  const { sessions } = fakeSessions({
    admin: somebody({ role: 'admin' }),
    member: somebody({ role: 'member' }),
  })
  const { deps, reports } = evaluation()
  const address = async () =>
    granted(isVerified ? { address: 'token@reports.example', underWay: false } : undefined)
  const reportsSetUp: ReportsSetUp = { of: address, look: address }
  const demo = domainView(DEMO_DOMAIN, isVerified ? VERIFIED : {})
  const { ask } = siteUnderTest({
    people: peopleWith(sessions),
    domains: fakeDomains([demo, domainView('example.org', VERIFIED)]).domains,
    dmarc: fakeDmarc({ [demo.id]: {}, 'dom-example.org': {} }).dmarc,
    reportsSetUp,
    ...(isEvaluation && { evaluation: deps }),
  })
  const headers = (who: string) => ({ cookie: `mailgauge=${who}`, 'sec-fetch-site': 'same-origin' })
  return {
    reports,
    html: async (path: string, who = 'admin') => (await ask(path, { headers: headers(who) })).text(),
    send: (place = PLACE, who = 'admin') =>
      ask(`${place}/sample`, { method: 'POST', headers: headers(who), body: new URLSearchParams() }),
  }
}

test('an evaluation sends sample reports to the reports address of its domain', async () => {
  const { html, send, reports } = site()
  expect(await html(PLACE)).toContain('Send sample reports')
  expect(await html(PLACE, 'member')).not.toContain('Send sample reports')
  expect(await html('/domains/dom-example.org/dmarc')).not.toContain('Send sample reports')
  const answer = await send()
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${PLACE}/files?sent`])
  expect(reports).toEqual(['token@reports.example'])
  expect(await html(`${PLACE}/files?sent`)).toContain('The sample reports are on their way')
})

test('nobody else, and no other domain, is sent any', async () => {
  const { send, reports } = site()
  expect((await send(PLACE, 'member')).status).toBe(403)
  expect((await send('/domains/dom-example.org/dmarc')).status).toBe(404)
  expect((await site(false).send()).status).toBe(409)
  expect((await site(true, false).send()).status).toBe(404)
  expect(reports).toEqual([])
})
