import { describe, expect, test } from 'bun:test'
import type { ExplainedBounce } from '../../src/core/bounce.ts'
import type { Report } from '../../src/core/report.ts'
import { bounce, failure } from '../support/bounces.ts'
import { VIEWS } from './message-views.ts'
import { MIXED } from './reports.ts'
import { siteUnderTest } from './site-under-test.ts'

async function shown(explained: ExplainedBounce | undefined, report: Report = MIXED) {
  const site = siteUnderTest()
  const token = await site.fake.create()
  const id = site.fake.receive(token)
  site.fake.finish(token, id, report)
  site.fake.showView(token, id, { ...VIEWS, ...(explained && { bounce: explained }) })
  const page = await (await site.ask(`/t/${token}`)).text()
  const exported = (await (await site.ask(`/t/${token}.json`)).json()) as { exhibits?: { bounce?: unknown } }
  return { page, exported }
}

describe('a bounce that was sent to a test', () => {
  test('is explained above the report, which is about the bounce itself', async () => {
    const { page, exported } = await shown(bounce())
    const order = ['This message is a bounce', 'Gmail has no such address', 'bob@gmail.com', 'class="score"']
    const places = order.map((words) => page.indexOf(words))
    expect(places.filter((place) => place < 0)).toEqual([])
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    // The checks below are about the bounce, and not about the mail that it tells of.
    const section = page.slice(page.indexOf('the-bounce'), page.indexOf('class="score"'))
    expect(section).not.toContain('href="#check-')
    expect(exported.exhibits?.bounce).toMatchObject({
      form: 'delivery status',
      failures: [{ cause: 'no such recipient' }],
    })
  })

  test('that tells of a delivery is called so', async () => {
    const { page } = await shown(bounce({ failures: [failure({ action: 'delivered', permanent: false })] }))
    expect(page).toContain('This message is a report of delivery')
    expect(page).not.toContain('This message is a bounce')
  })

  test('other mail has no such place', async () => {
    const { page, exported } = await shown(undefined)
    expect(page).not.toContain('the-bounce')
    expect(exported.exhibits).not.toHaveProperty('bounce')
  })

  test('is not shown where its words are withheld', async () => {
    const { page, exported } = await shown(bounce(), {
      ...MIXED,
      withheld: { kind: 'verification_code', reason: 'It holds a verification code.' },
    } as Report)
    expect(page).not.toContain('bob@gmail.com')
    expect(JSON.stringify(exported)).not.toContain('bob@gmail.com')
  })
})
