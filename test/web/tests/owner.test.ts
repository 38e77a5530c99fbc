import { describe, expect, test } from 'bun:test'
import { WITHHOLDING_REASONS, type Withholding } from '../../../src/core/withholding.ts'
import { SECRETS } from '../checks.ts'
import { readEvents } from '../events.ts'
import { BAD, MIXED } from '../reports.ts'
import { testsSite } from './tests-site.ts'

const WITHHELD: Withholding = { kind: 'verification_code', reason: WITHHOLDING_REASONS.verification_code }
const everything = Object.values(SECRETS)

async function scored(changes: Parameters<ReturnType<typeof testsSite>['make']>[0] = {}, report = MIXED) {
  const site = testsSite()
  const token = await site.make(changes)
  const message = site.fake.receive(token)
  site.fake.finish(token, message, report)
  const open = async (who: string, path = '') => {
    const answer = await site.as(who)(`/t/${token}${path}`)
    return { status: answer.status, html: await answer.text(), headers: answer.headers }
  }
  return { ...site, token, message, open }
}

describe('the report as people of its account read it', () => {
  test('quotes the message and shows what is withheld, and says who else does not see it', async () => {
    const { open } = await scored({ shared: true }, { ...MIXED, withheld: WITHHELD })
    const own = await open('member')
    for (const secret of everything) expect(own.html).toContain(secret)
    expect(own.html).toContain('Quoted from the message, not on the shared page')
    expect(own.html).toContain('Only people of this account see the words of this message')
    expect(JSON.stringify(JSON.parse((await open('member', '.json')).html))).toContain(SECRETS.body)
  })

  test('is never given to those who have the token alone, whoever looked before', async () => {
    const { open } = await scored({ shared: true }, { ...BAD, withheld: WITHHELD })
    for (let round = 0; round < 3; round += 1) {
      for (const who of ['member', 'viewer', 'owner']) {
        const { html, headers } = await open(who)
        expect(html).toContain(SECRETS.body)
        expect(headers.get('cache-control')).toBe('no-store')
      }
      for (const path of ['', '.json', '/preview']) {
        const { html } = await open('nobody', path)
        for (const secret of everything) expect([path, html.includes(secret)]).toEqual([path, false])
      }
    }
  })

  test('is not cached across readers: what one may do is not offered to the other', async () => {
    const { open } = await scored()
    expect((await open('member')).html).toContain('Analyse again')
    const read = await open('viewer')
    expect(read.html).not.toContain('Analyse again')
    expect(read.html).not.toContain('/delete')
    expect(read.html).not.toContain('action="/t/')
    expect((await open('member')).html).toContain('Analyse again')
  })

  test('names who made it, when it ends, and the way back', async () => {
    const site = await scored()
    const { listed } = await import('./tests-site.ts')
    site.list([{ ...listed(1), token: site.token, createdBy: 'Ann <b>' }])
    const { html } = await site.open('viewer')
    expect(html).toContain('by Ann &lt;b> ')
    expect(html).toContain('Only people of this account can read it.')
    expect(html).toContain('href="/tests">← Tests')
    expect(html).toContain('27 Nov 2026, 14:10 UTC')
  })
})

describe('sharing', () => {
  const press = (site: Awaited<ReturnType<typeof scored>>, shared: string, who = 'member') =>
    site.as(who)(`/t/${site.token}/share`, { method: 'POST', body: new URLSearchParams({ shared }) })

  test('opens the page to whoever has its address, until it is stopped', async () => {
    const site = await scored()
    expect((await site.open('nobody')).status).toBe(404)
    const on = await press(site, 'yes')
    expect([on.status, on.headers.get('location')]).toEqual([303, `/t/${site.token}#sharing`])
    const { html } = await site.open('member')
    expect(html).toContain(`data-copy="http://mailgauge.example/t/${site.token}"`)
    expect(html).toContain('Stop sharing')
    expect((await site.open('nobody')).status).toBe(200)
    await press(site, 'no')
    expect((await site.open('nobody')).status).toBe(404)
    expect(site.did.map(([, , , shared]) => shared)).toEqual([true, false])
  })

  test('is not offered for a test that a key made, and the page says why', async () => {
    const site = await scored({ source: 'api' })
    const { html } = await site.open('owner')
    expect(html).not.toContain('/share')
    expect(html).toContain('An API key made this test, so it cannot be shared')
    site.refuse({ kind: 'bad_request', reason: 'A key made it.' })
    const refused = await press(site, 'yes')
    expect([refused.status, (await refused.text()).includes('A key made it.')]).toEqual([400, true])
  })

  test('is for members, and for nobody outside', async () => {
    const site = await scored({ shared: true })
    expect((await press(site, 'no', 'viewer')).status).toBe(403)
    expect((await press(site, 'no', 'nobody')).status).toBe(403)
    expect((await press(site, 'maybe')).status).toBe(400)
    expect((await site.open('viewer')).html).toContain('<strong>Shared.</strong>')
    expect((await site.open('viewer')).html).not.toContain('Stop sharing')
    expect(site.did).toEqual([])
  })
})

describe('analysing again', () => {
  const press = (site: Awaited<ReturnType<typeof scored>>) =>
    site.as('member')(`/t/${site.token}/again`, {
      method: 'POST',
      body: new URLSearchParams({ message: site.message }),
    })

  test('is asked for, and followed', async () => {
    const site = await scored()
    const asked = await press(site)
    expect([asked.status, asked.headers.get('location')]).toEqual([303, `/t/${site.token}?m=${site.message}`])
    expect(site.did).toEqual([['again', 'per_1', site.token, site.message]])
    site.fake.again(site.token, site.message, true)
    const { html } = await site.open('member')
    expect(html).toContain('This message is being analysed again')
    expect(html).not.toContain(`action="/t/${site.token}/again"`)
    expect(html).not.toContain('data-report="yes"')
    expect(html).toContain('http-equiv="refresh"')
    const version = /data-version="(\w+)"/.exec(html)?.[1]
    site.fake.again(site.token, site.message, false)
    expect((await site.open('member')).html).not.toContain(`data-version="${version}"`)
  })

  test('is done once at a time', async () => {
    const site = await scored()
    site.refuse({ kind: 'under_way' })
    expect((await press(site)).status).toBe(303)
    site.refuse({ kind: 'rate_limited', retryAfterSeconds: 30 })
    const many = await press(site)
    expect([many.status, many.headers.get('retry-after')]).toEqual([503, '30'])
    site.refuse({ kind: 'not_found', what: 'message' })
    expect((await press(site)).status).toBe(404)
  })
})

describe('a test of an account that waits for its mail', () => {
  test('shows the address, what to do, and where it is found again', async () => {
    const site = testsSite()
    const token = await site.make()
    const html = await (await site.as('member')(`/t/${token}`)).text()
    expect(html).toContain('Send your message to this address')
    expect(html).toMatch(/data-copy="k3vq7m2xw4p\w@mail\.mailgauge\.example"/)
    expect(html).toContain('You find the test again under Tests.')
    expect(html).toContain(`data-events="/t/${token}/events"`)
  })

  test('is followed live by its people, and ends for others when it is no longer shared', async () => {
    const site = testsSite()
    const token = await site.make({ shared: true })
    const own = readEvents(await site.as('viewer')(`/t/${token}/events`))
    const stranger = readEvents(await site.as('nobody')(`/t/${token}/events`))
    await own.next()
    await stranger.next()
    site.fake.change(token, { shared: undefined as never })
    site.announcer.announce({ token, change: 'unshared' })
    expect((await stranger.next())?.event).toBe('gone')
    expect((await own.next())?.event).toBe('change')
    await own.close()
  })

  test('is deleted by those who may, and they are led back to the list', async () => {
    const site = testsSite()
    const token = await site.make()
    const gone = await site.as('member')(`/t/${token}/delete`, { method: 'POST' })
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/tests?done=deleted'])
    expect(await (await site.as('member')('/tests?done=deleted')).text()).toContain('The test was deleted')
  })
})

describe('a test of a monitor', () => {
  const ofMonitor = { source: 'monitor', monitorId: 'mon_1' } as const

  test('leads to the monitor, and asks nobody to send to it again', async () => {
    const { open } = await scored(ofMonitor)
    const { html } = await open('member')
    expect(html).toContain('href="/monitors/mon_1"')
    expect(html).toContain('The next message to this address makes a test of its own.')
    for (const words of ['Send again', 'send to the same address', '/samples/'])
      expect(html).not.toContain(words)
    const compared = await open('member', '/compare')
    expect(compared.html).not.toContain('to the same address again')
  })

  test('that is shared tells nobody else of the monitor', async () => {
    const { open } = await scored({ ...ofMonitor, shared: true })
    const { status, html } = await open('nobody')
    expect(status).toBe(200)
    for (const words of ['mon_1', 'From a monitor', 'Send again']) expect(html).not.toContain(words)
  })

  test('is deleted, and the monitor stays', async () => {
    const { open } = await scored(ofMonitor)
    const { html } = await open('member', '/delete')
    expect(html).toContain('The monitor stays, and goes on taking mail.')
    expect(html).not.toContain('is refused from then on')
  })
})
