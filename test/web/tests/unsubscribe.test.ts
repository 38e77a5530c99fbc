import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { ServerResponse } from 'node:http'
import type { Report } from '../../../src/core/report.ts'
import { WITHHOLDING_REASONS } from '../../../src/core/withholding.ts'
import { check } from '../../support/builders.ts'
import { FIELDS, type Somebody, type UnsubscribingSite, unsubscribingSite } from './unsubscribing-site.ts'

const HOUR = 3_600_000

let site: UnsubscribingSite
let asked: string[]
beforeAll(async () => {
  site = await unsubscribingSite()
})
afterAll(() => site.close())
beforeEach(() => {
  asked = site.list.asked
  asked.length = 0
  site.list.answer = (response) => void response.writeHead(200).end()
})

const newsletter: UnsubscribingSite['newsletter'] = (...of) => site.newsletter(...of)
type Newsletter = Awaited<ReturnType<typeof newsletter>>

const press = ({ token, id }: Newsletter, who?: Pick<Somebody, 'cookie'>) =>
  site.see(`/t/${token}/unsubscribe`, who, { method: 'POST', body: new URLSearchParams({ message: id }) })

describe('one-click of a newsletter', () => {
  test('is offered, asked about, sent once, and told on the report', async () => {
    const ann = await site.somebody()
    const one = await newsletter(ann)
    const before = await site.see(`/t/${one.token}`, ann)
    expect(before.html).toContain('Not tried yet')
    expect(before.html).toContain(`href="/t/${one.token}/unsubscribe?m=${one.id}"`)
    const page = await site.see(one.ask, ann)
    expect(page.status).toBe(200)
    for (const says of ['example.org', 'really unsubscribed', 'https://example.org/leave/7', '@test.example'])
      expect([says, page.html.includes(says)]).toEqual([says, true])
    expect(asked).toEqual([])
    const sent = await press(one, ann)
    expect([sent.status, sent.location]).toEqual([303, `/t/${one.token}?m=${one.id}#one-click`])
    expect(asked).toEqual(['POST /leave/7'])
    const after = await site.see(`/t/${one.token}`, ann)
    expect(after.html).toContain('It works, as RFC 8058 asks.')
    expect(after.html).toContain('example.org answered 200')
    expect(asked).toHaveLength(1)
    const [entry] = await site.audited(ann.account.id)
    expect(entry).toMatchObject({
      action: 'test.unsubscribe_tried',
      details: { host: 'example.org' },
      actor: { kind: 'person', name: 'Ann' },
    })
  })

  test.each([
    [302, 'It does not work.', 'a redirect'],
    [405, 'It does not work.', 'takes no POST'],
    [500, 'It does not work.', 'the server failed'],
  ])('that answers %i does not work', async (status, says, why) => {
    const ann = await site.somebody()
    const one = await newsletter(ann)
    site.list.answer = (response) => void response.writeHead(status, { Location: '/there' }).end()
    await press(one, ann)
    const { html } = await site.see(`/t/${one.token}`, ann)
    expect(html).toContain(says)
    expect(html).toContain(why)
    expect(html).not.toContain('It works')
    expect(asked).toEqual(['POST /leave/7'])
  })

  test('without a signature over both fields is not called conforming', async () => {
    const ann = await site.somebody()
    const one = await newsletter(ann, {
      checks: [check('list-unsubscribe', { evidence: { signed: 'no' } })],
    })
    await press(one, ann)
    const { html } = await site.see(`/t/${one.token}`, ann)
    expect(html).toContain('The request was accepted.')
    expect(html).not.toContain('as RFC 8058 asks')
    expect(html).toContain('No valid DKIM signature covers')
  })
})

describe('nothing is sent', () => {
  test('by a GET, and by whoever only reads', async () => {
    const ann = await site.somebody()
    const one = await newsletter(ann)
    const viewer = await site.beside(ann.account.id, 'viewer')
    const stranger = await site.somebody()
    await site.see(`/t/${one.token}/share`, ann, {
      method: 'POST',
      body: new URLSearchParams({ shared: 'yes' }),
    })
    expect((await site.see(one.ask, viewer)).status).toBe(403)
    expect((await press(one, viewer)).status).toBe(403)
    expect((await press(one, stranger)).status).toBe(404)
    expect((await press(one)).status).toBe(403)
    expect((await site.see(one.ask)).status).toBe(303)
    const shared = await site.see(`/t/${one.token}`)
    expect([shared.status, shared.html.includes('One-click unsubscribing')]).toEqual([200, false])
    const read = await site.see(`/t/${one.token}`, viewer)
    expect([read.html.includes('Not tried yet'), read.html.includes('/unsubscribe?m=')]).toEqual([
      true,
      false,
    ])
    expect(asked).toEqual([])
  })

  test.each([
    [
      'whose words are withheld',
      { withheld: { kind: 'verification_code', reason: WITHHOLDING_REASONS.verification_code } },
    ],
    ['that other rules decided on', { withholdingVersion: 'earlier' }],
    ['of another kind', { kind: 'transactional' }],
  ] as [string, Partial<Report>][])('of a message %s', async (_which, changes) => {
    const ann = await site.somebody()
    const one = await newsletter(ann, changes)
    expect((await site.see(one.ask, ann)).status).toBe(400)
    expect((await press(one, ann)).status).toBe(400)
    expect((await site.see(`/t/${one.token}`, ann)).html).not.toContain('unsubscribe?m=')
    expect(asked).toEqual([])
    expect((await site.audited(ann.account.id)).map(({ action }) => action)).not.toContain(
      'test.unsubscribe_tried',
    )
  })

  test('where the message offers none, and the reason is told', async () => {
    const ann = await site.somebody()
    const one = await newsletter(ann, {}, FIELDS.slice(0, 1))
    const refused = await press(one, ann)
    expect([refused.status, refused.html.includes('no List-Unsubscribe-Post')]).toEqual([400, true])
    expect(asked).toEqual([])
  })

  test('of a message of another test, or of none', async () => {
    const ann = await site.somebody()
    const [one, other] = [await newsletter(ann), await newsletter(await site.somebody())]
    expect((await press({ ...one, id: other.id }, ann)).status).toBe(404)
    expect((await press({ ...one, id: '' }, ann)).status).not.toBe(303)
    expect(asked).toEqual([])
  })

  test('while another request of the account is under way', async () => {
    const ann = await site.somebody()
    const [one, other] = [await newsletter(ann), await newsletter(ann)]
    const open: ServerResponse[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    site.list.answer = (response) => {
      open.push(response)
      resolve()
    }
    const first = press(one, ann)
    await promise
    expect((await press(other, ann)).status).toBe(409)
    open[0]?.writeHead(200).end()
    expect((await first).status).toBe(303)
    expect(asked).toHaveLength(1)
  })

  test('more than a few times an hour', async () => {
    const ann = await site.somebody()
    const one = await newsletter(ann)
    for (let i = 0; i < 6; i += 1) expect((await press(one, ann)).status).toBe(303)
    expect((await press(one, ann)).status).toBe(503)
    expect(asked).toHaveLength(6)
    site.pass(HOUR)
    expect((await press(one, ann)).status).toBe(303)
  })
})

test('a request of which no answer was kept is told as such', async () => {
  const ann = await site.somebody()
  const one = await newsletter(ann)
  await site.store.oneClick.begin(
    one.id,
    { at: site.now(), host: 'example.org' },
    { at: site.now(), actor: { kind: 'operator' }, action: 'test.unsubscribe_tried' },
  )
  expect((await site.see(`/t/${one.token}`, ann)).html).toContain('What came of it is not known')
})
