import { describe, expect, test } from 'bun:test'
import { check } from '../support/builders.ts'
import { BAD, MIXED, PERFECT } from './reports.ts'
import { evaluation, siteUnderTest } from './site-under-test.ts'

async function htmlOf(site: ReturnType<typeof siteUnderTest>, path: string): Promise<string> {
  return (await site.ask(path)).text()
}

/** As a reader sees it: drawings and tags out, spaces single. */
const wordsOf = (html: string) => html.replace(/<svg.*?<\/svg>|<[^>]*>/gs, ' ').replace(/\s+/g, ' ')

describe('while a test waits', () => {
  test('its address is there to be selected, copied and written to', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    const answer = await site.ask(`/t/${token}`)
    const html = await answer.text()
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('x-robots-tag')).toContain('noindex')
    expect(html).toContain('data-copy="k3vq7m2xw4pb@mail.mailgauge.example"')
    expect(html).toContain('href="mailto:k3vq7m2xw4pb@mail.mailgauge.example"')
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="8"/></noscript>')
    expect(html).toContain(`data-events="/t/${token}/events"`)
    expect(wordsOf(html)).toContain('27 Nov 2026, 14:10 UTC')
  })

  test('its page says when mail to it would be refused, and what to do', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    const words = async () => wordsOf(await htmlOf(site, `/t/${token}`))
    expect(await words()).not.toContain('refused')
    for (const kind of ['out_of_space', 'mail_not_taken', 'anonymous_share_full'] as const) {
      site.fake.refuseMail({ kind })
      expect(await words()).toContain('Mail cannot be accepted at the moment.')
    }
    site.fake.refuseMail({ kind: 'client_share_full' })
    expect(await words()).toContain('Delete one that you no longer need')
    site.fake.receive(token)
    expect(await words()).not.toContain('refused')
  })

  test('its page says why mail to it was refused, and what to do', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    const lastAt = new Date('2026-11-20T14:08:00Z')
    site.fake.wasRefused({ outcome: 'message_too_big', lastAt, count: 3, code: 552 })
    const words = wordsOf(await htmlOf(site, `/t/${token}`))
    expect(words).toContain(
      'Mail to this address was refused 3 times, last on 20 Nov 2026, 14:08 UTC , with 552',
    )
    expect(words).toContain('The message is larger than this server takes. Send a smaller one')
    expect(words).not.toContain('Mail log')
    site.fake.receive(token)
    expect(wordsOf(await htmlOf(site, `/t/${token}`))).not.toContain('was refused')
  })

  test('a message that has arrived is told of before it is analysed', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    site.fake.receive(token)
    const html = await htmlOf(site, `/t/${token}`)
    expect(html).toContain('Your message is here')
    expect(html).toContain('content="3"')
    expect(wordsOf(html)).toContain('in analysis')
  })

  test('a message whose analysis was lost says that it is tried again, and when', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    const id = site.fake.receive(token)
    const before = /data-version="([^"]*)"/.exec(await htmlOf(site, `/t/${token}`))?.[1]
    site.fake.postpone(token, id, new Date('2026-11-20T14:12:00Z'))
    const html = await htmlOf(site, `/t/${token}`)
    expect(wordsOf(html)).toContain('It will be analysed again.')
    expect(wordsOf(html)).toContain('interrupted on this server, which says nothing about your message')
    expect(html).toContain('datetime="2026-11-20T14:12:00.000Z"')
    expect(/data-version="([^"]*)"/.exec(html)?.[1]).not.toBe(before)
  })

  test('a message that cannot be analysed says why', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    site.fake.finish(token, site.fake.receive(token), 'It holds only NUL bytes.')
    const html = await htmlOf(site, `/t/${token}`)
    expect(html).toContain('This message could not be analysed')
    expect(html).toContain('It holds only NUL bytes.')
    expect(html).not.toContain('http-equiv="refresh"')
  })
})

describe('a report', () => {
  test('begins with the score, then the groups of checks: what cost points, what is open, what is fine', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    site.fake.finish(token, site.fake.receive(token), MIXED)
    const html = await htmlOf(site, `/t/${token}`)
    const words = wordsOf(html)
    expect(html).toContain('<title>6.7 · Your-secret-code-is-481516 · Mailgauge</title>')
    expect(words).toContain('6.7 of 10')
    expect(words).toContain('1 check could not be determined (up to 3 points)')
    expect(words).toContain('Begin with DKIM')
    expect(words).toContain('Sending server −0.3 1 to fix, 1 open, 3 fine')
    const places = [
      '"check-dkim"',
      '"check-dmarc"',
      '"check-spf"',
      '"check-reverse-dns"',
      '"check-blocklist"',
    ]
    const found = places.map((place) => html.indexOf(`id=${place}`))
    expect(found).toEqual(found.toSorted((a, b) => a - b))
    expect(found).not.toContain(-1)
  })

  test('every check has a stable place, its reference, its codes and its evidence', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    site.fake.finish(token, site.fake.receive(token), MIXED)
    const html = await htmlOf(site, `/t/${token}`)
    for (const { name } of MIXED.checks) expect(html).toContain(`id="check-${name}"`)
    expect(html).toContain('href="https://www.rfc-editor.org/rfc/rfc8058#section-3.1"')
    expect(html).toContain('href="https://support.google.com/a/answer/81126"')
    expect(html).toContain('<code>dkim-key-short</code>')
    expect(html).toContain('data-copy="v=DMARC1; p=none; rua=mailto:dmarc@shop.example"')
    expect(wordsOf(html)).toContain('bl.mailspike.net broken: it lists everything')
    expect(wordsOf(html)).toContain('Read as marketing mail')
  })

  test('ten points need no advice', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    site.fake.finish(token, site.fake.receive(token), PERFECT)
    const words = wordsOf(await htmlOf(site, `/t/${token}`))
    expect(words).toContain('10 of 10')
    expect(words).toContain('Nothing cost a point.')
    expect(words).not.toContain('How to fix it')
    expect(words).not.toContain('could not be determined')
  })

  test('what an analyzer says is text, whatever it looks like', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    const evil = '"><img src=x onerror=alert(1)>'
    const spf = check('spf', {
      status: 'failed',
      score: -1,
      summary: evil,
      findings: [{ code: evil, cost: 1, says: evil, advice: evil, reference: evil }],
      evidence: { [evil]: evil },
    })
    site.fake.finish(token, site.fake.receive(token), { ...MIXED, checks: [spf] })
    const html = await htmlOf(site, `/t/${token}`)
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img')
  })
})

describe('several messages', () => {
  async function twoMessages() {
    const site = siteUnderTest()
    const token = await site.fake.create()
    const first = site.fake.receive(token, 2)
    site.fake.finish(token, first, BAD)
    const second = site.fake.receive(token, 9)
    return { site, token, first, second }
  }

  test('the report stays while a newer message is analysed, and says so', async () => {
    const { site, token } = await twoMessages()
    const html = await htmlOf(site, `/t/${token}`)
    expect(html).toContain('A newer message has arrived and is being analysed.')
    expect(html).toContain('<title>0 · ')
    expect(html).toContain('http-equiv="refresh"')
  })

  test('the newest analysed one is shown, and every one can be gone back to', async () => {
    const { site, token, first, second } = await twoMessages()
    site.fake.finish(token, second, MIXED)
    const html = await htmlOf(site, `/t/${token}`)
    expect(html).toContain('<title>6.7 · ')
    expect(html).toContain(`href="/t/${token}?m=${first}"`)
    expect(html).toMatch(new RegExp(`href="/t/${token}\\?m=${second}" aria-current="true"`))
    expect(html).toContain(`href="/t/${token}.json?m=${second}"`)
    expect(wordsOf(html)).toContain('Report on message 2')
  })

  test('an earlier one says that it is', async () => {
    const { site, token, first, second } = await twoMessages()
    site.fake.finish(token, second, MIXED)
    const html = await htmlOf(site, `/t/${token}?m=${first}`)
    expect(html).toContain('This is an earlier message.')
    expect(html).toContain('<title>0 · ')
  })

  test('a message of another test is 404, with a way to this one', async () => {
    const { site, token } = await twoMessages()
    const answer = await site.ask(`/t/${token}?m=msg_${'z'.repeat(26)}`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain(`href="/t/${token}"`)
  })
})

describe('deleting', () => {
  test('asks first, then is done for good', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    site.fake.finish(token, site.fake.receive(token), MIXED)
    const asked = await site.ask(`/t/${token}/delete`)
    expect(await asked.text()).toContain('its message and the report are deleted')
    expect((await site.post(`/t/${token}/delete`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const done = await site.post(`/t/${token}/delete`)
    expect([done.status, done.headers.get('location')]).toEqual([303, '/deleted'])
    expect(await htmlOf(site, '/deleted')).toContain('The test is deleted')
    expect((await site.ask(`/t/${token}`)).status).toBe(404)
    expect((await site.post(`/t/${token}/delete`)).status).toBe(404)
  })
})

describe('evaluation', () => {
  test('samples go through the given door, and the page says where they come from', async () => {
    const { sent, deps } = evaluation()
    const site = siteUnderTest({ evaluation: deps })
    const token = await site.fake.create()
    const html = await htmlOf(site, `/t/${token}`)
    expect(html).toContain('Evaluation mode.')
    expect(html).toContain('exists only in evaluation mode')
    expect(html).toContain(
      'swaks --server 127.0.0.1:2525 --from you@example.org --to k3vq7m2xw4pb@mail.mailgauge.example',
    )
    expect(html).not.toContain('mailto:')
    for (const kind of ['clean', 'bad'] as const) {
      const answer = await site.post(`/t/${token}/samples/${kind}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/t/${token}`])
    }
    expect(sent.map(([kind]) => kind)).toEqual(['clean', 'bad'])
    expect(sent[0]?.[1]).toBe('k3vq7m2xw4pb@mail.mailgauge.example')
    expect((await site.post(`/t/${token}/samples/clean`, {})).status).toBe(403)
    expect((await site.post(`/t/${'q'.repeat(26)}/samples/clean`)).status).toBe(404)
  })

  test('a sample that the door refuses is told', async () => {
    const send = async () => ({ ok: false, refusal: { kind: 'mailbox_full' } }) as const
    const site = siteUnderTest({
      evaluation: {
        smtpServer: '127.0.0.1:2525',
        program: '/opt/mailgauge',
        samples: { send, sendReports: send },
        year: { load: async () => undefined },
      },
    })
    const token = await site.fake.create()
    const answer = await site.post(`/t/${token}/samples/bad`)
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('Create another address')
  })

  test('elsewhere there are no samples', async () => {
    const site = siteUnderTest()
    const token = await site.fake.create()
    expect((await site.post(`/t/${token}/samples/clean`)).status).toBe(404)
    const html = await htmlOf(site, `/t/${token}`)
    expect(html).not.toContain('sample')
    expect(html).not.toContain('Evaluation')
  })
})
