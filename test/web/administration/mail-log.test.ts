import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MAIL_REFUSALS } from '../../../src/core/mail-log.ts'
import { mailLogWords, reasonName } from '../../../src/services/mail-log/words.ts'
import type { NewMailLogLine } from '../../../src/store/mail-log.ts'
import { type Dashboard, openDashboard, type SignedInPerson } from '../../support/dashboard.ts'
import { HOSTILE, hostileLines } from '../../support/mail-log-lines.ts'

const BOUNDS = { account: 6000, anonymous: 1900, nobody: 2000 }

let site: Dashboard
let accountId = ''
let own: Awaited<ReturnType<Dashboard['test']>>
let viewer: SignedInPerson
let root: SignedInPerson

beforeAll(async () => {
  site = await openDashboard()
  accountId = (await site.account()).id
  own = await site.test(accountId)
  viewer = await site.person({ name: 'Vera' }, [accountId, 'viewer'])
  root = await site.person({ isInstanceAdmin: true })
})
afterAll(() => site.close())

/** A page without the places where an address may break. */
const page = async (path: string, who: SignedInPerson) =>
  (await site.html(path, who)).replaceAll('<wbr/>', '')

const add = (lines: NewMailLogLine[], lost = 0) =>
  site.store.mailLog.add(lines, lost > 0 ? [{ at: site.now(), lines: lost }] : [], BOUNDS)

function line(changes: Partial<NewMailLogLine> = {}): NewMailLogLine {
  return {
    firstAt: site.now(),
    lastAt: site.now(),
    count: 1,
    outcome: 'mailbox_full',
    network: '192.0.2.1/32',
    client: '192.0.2.1',
    localPart: own.localPart,
    rcptTo: `${own.localPart}@in.example.com`,
    mailFrom: 'ann@example.org',
    reply: { code: 452, text: '4.2.2 Full' },
    ...changes,
  }
}

describe('the mail log of an account', () => {
  test('says where to look when nothing arrived, and leads administrators to the set-up', async () => {
    const html = await page('/tests/mail-log', viewer)
    expect(html).toContain('The log holds no mail of the last 7 days')
    expect(html).toContain('Send a message: if it does not appear, it did not reach this server')
    expect(html).not.toContain('Nothing arrived')
    expect(html).toContain('MX record')
    expect(html).not.toContain('/admin/setup')
    expect(await page('/admin/mail', root)).toContain('<a href="/admin/setup">Set-up</a>')
  })

  test('shows each refusal with its reason, what to do, how often and from where', async () => {
    await add([line({ count: 412, helo: 'mail.example.org', tls: 'TLSv1.2', size: 2048 })])
    await add([
      line({ outcome: 'accepted', messageId: 'msg_one', reply: { code: 250, text: '2.6.0 Received' } }),
    ])
    const html = await page('/tests/mail-log', viewer)
    expect(html).toContain('452 4.2.2: ')
    expect(html).toContain('The test held as many messages, or as many bytes, as one may.')
    expect(html).toContain('Create a new test.')
    expect(html).toContain('× 412')
    expect(html).toContain('first ')
    for (const shown of [
      'ann@',
      'mail.example.org',
      'TLSv1.2',
      '192.0.2.1',
      '2.0 KB',
      'msg_one',
      'Accepted',
    ]) {
      expect(html).toContain(shown)
    }
    expect(html).toContain(`href="/t/${own.token}"`)
  })

  test('says when an address expired, also when its test is gone', async () => {
    const gone = await site.test(accountId)
    await site.store.mailTests.delete(gone.token)
    const later = new Date(gone.expiresAt.getTime() + 1000)
    const { localPart } = gone
    await add([
      line({
        localPart,
        outcome: 'unknown_recipient',
        lastAt: later,
        reply: { code: 550, text: '5.1.1 No' },
      }),
    ])
    await add([line({ localPart, outcome: 'unknown_recipient', rcptTo: `${localPart}@in.example.com` })])
    const html = await page('/tests/mail-log', viewer)
    const day = gone.expiresAt.toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
    expect(html).toContain(`The test address expired on ${day}. Create a new test`)
    expect(html).toContain('The test or monitor was deleted')
  })

  test('is paged, and filtered by what the address says', async () => {
    const lines = Array.from({ length: 120 }, (_, i) =>
      line({
        lastAt: new Date(site.now().getTime() - 1000 * (i + 1)),
        rcptTo: `${own.localPart}+n${i}.@in.example.com`,
        outcome: i === 7 ? 'message_too_big' : 'accepted',
        client: i === 8 ? '198.51.100.8' : '192.0.2.1',
      }),
    )
    await add(lines)
    const seen: string[] = []
    for (let path = '/tests/mail-log?address=%2Bn'; path; ) {
      const html = await page(path, viewer)
      seen.push(...[...html.matchAll(/\+n(\d+)\./g)].map(([, n]) => n ?? ''))
      path = /href="(\/tests\/mail-log\?[^"]*after=[\d.]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    }
    expect([...new Set(seen)]).toEqual(Array.from({ length: 120 }, (_, i) => String(i)))
    const of = async (query: string) =>
      new Set([...(await page(`/tests/mail-log?${query}`, viewer)).matchAll(/\+n(\d+)\./g)].map(([, n]) => n))
    expect(await of('outcome=message_too_big')).toEqual(new Set(['7']))
    expect(await of('client=198.51.100.8')).toEqual(new Set(['8']))
    expect((await of('outcome=accepted&client=198.51')).size).toBe(1)
    expect(await page('/tests/mail-log?address=nowhere', viewer)).toContain('No mail matches')
    for (const query of ['outcome=x', 'after=1.2.3', 'after=99999999999999999.1', 'client=%00']) {
      expect((await site.ask(`/tests/mail-log?${query}`, viewer)).status).toBe(200)
    }
  })

  test('shows nothing of another account, nor of nobody', async () => {
    const other = await site.account()
    const theirs = await site.test(other.id)
    await add([
      line({ localPart: theirs.localPart, rcptTo: 'theirs@in.example.com' }),
      line({ localPart: 'nobody', rcptTo: 'nobodys@in.example.com' }),
    ])
    const html = await page('/tests/mail-log', viewer)
    expect(html).not.toContain('theirs@')
    expect(html).not.toContain('nobodys@')
    const all = await page('/admin/mail', root)
    expect(all).toContain('theirs')
    expect(all).toContain('nobodys')
    expect(all).toContain(other.name)
  })

  test('administrators see neither tokens nor senders of an account’s mail', async () => {
    const all = await page('/admin/mail', root)
    expect(all).not.toContain(own.token)
    expect(all).not.toContain('ann@')
    expect(all).toContain('@example.org')
    expect(await page('/admin/mail?address=ann@', root)).toContain('No mail matches')
  })

  test('counts what was not kept', async () => {
    await add([], 412)
    expect(await page('/admin/mail', root)).toContain('412 more lines of these days were not kept')
    expect(await page('/tests/mail-log', viewer)).not.toContain('not kept')
  })

  test('hostile text is text', async () => {
    await add(
      hostileLines(site.now()).map((one) => ({ ...one, ...(one.localPart && { localPart: own.localPart }) })),
    )
    for (const [path, who] of [
      ['/tests/mail-log?outcome=message_too_big', viewer],
      ['/admin/mail?outcome=message_too_big', root],
    ] as const) {
      const html = await page(path, who)
      expect(html).toContain('&lt;script>')
      expect(html).not.toContain('<script>alert')
      expect(html).not.toContain('<img src=x')
      expect(html).not.toMatch(/href="javascript:/)
      expect(html.length).toBeLessThan(60_000)
    }
    for (const text of HOSTILE) {
      const html = await page(
        `/tests/mail-log?${new URLSearchParams({ address: text, client: text })}`,
        viewer,
      )
      expect(html).not.toContain('<script>alert')
      expect(html).not.toContain('<img src=x')
    }
  })
})

test('every reason has words, and a sentence of what to do', () => {
  for (const outcome of MAIL_REFUSALS) {
    const words = mailLogWords({ outcome })
    for (const text of [words?.why ?? '', words?.next ?? '']) expect(text).toMatch(/^[A-Z].*\.$/)
    expect(reasonName(outcome).length).toBeGreaterThan(4)
  }
  expect(new Set(MAIL_REFUSALS.map(reasonName)).size).toBe(MAIL_REFUSALS.length)
  expect(mailLogWords({ outcome: 'accepted' })).toBeUndefined()
})
