import { describe, expect, test } from 'bun:test'
import { followLinks } from '../../../src/mail/content/links/following.ts'
import type { WebLink } from '../../../src/mail/reading/links/view.ts'
import type { FetchAnswer, Fetcher } from '../../../src/net/ports.ts'
import { processorTime } from '../../support/processor-time.ts'
import { alternative, mail } from '../message-scene.ts'
import { judgeLinks } from './links-scene.ts'

/** An order's confirmation: words a shop sends, so that bare addresses are offered, not talked about. */
const TEXT =
  'Your order 4711 has been shipped today and will arrive on Thursday. It holds two pairs of garden gloves and a watering ' +
  'can. The invoice follows by post. Thank you for shopping with us, and have a good time in your garden this autumn.'
const letter = (html: string, fields: Record<string, string> = {}) =>
  alternative(TEXT, `<p>${TEXT}</p>${html}`, {
    'Auto-Submitted': 'auto-generated',
    From: 'Shop <shop@example.org>',
    Subject: 'Your order has been shipped',
    ...fields,
  })
const a = (href: string, text = 'here') => `<a href="${href}">${text}</a>`
const GOOD = a('https://www.example.org/orders', 'your orders')

test.each<[string, string, number, string]>([
  ['as it should be', GOOD, 0, ''],
  ['its own address as the text', a('https://www.example.org/a', 'www.example.org'), 0, ''],
  ['another host of one organisation', a('https://login.example.org/', 'https://www.example.org/'), 0, ''],
  ['one brand in two countries', a('https://www.examplebrand.de/', 'www.examplebrand.com'), 0, ''],
  ['text of another site', a('https://evil.net/', 'https://www.mybank.com/login'), -0.5, 'link-text-differs'],
  ['a bare name as the text', a('https://evil.net/', 'mybank.com'), -0.5, 'link-text-differs'],
  [
    'words around the address',
    a('https://evil.net/', 'Go to http://mybank.com/ now'),
    -0.5,
    'link-text-differs',
  ],
  ['text in letters of its own', a('https://evil.net/', 'b\xfccher.de'), -0.5, 'link-text-differs'],
  [
    'a file, not a site',
    a('https://files.net/x', 'report.zip') + a('https://files.net/x', 'setup.sh'),
    0,
    '',
  ],
  [
    'a version, not a site',
    a('https://files.net/x', 'v1.2.3') + a('https://files.net/x', 'e.g. this'),
    0,
    '',
  ],
  ['a mail address as the text', a('https://files.net/x', 'ann@mybank.com'), 0, ''],
  ['clicks counted under the own domain', a('https://click.example.org/x1', 'www.partner.com'), 0, ''],
  ['clicks counted by a platform', a('https://example.us1.list-manage.com/t?u=1', 'www.partner.com'), 0, ''],
  [
    'a way with the target in it',
    a('https://r.other.net/?to=https%3A%2F%2Fpartner.com%2F', 'partner.com'),
    0,
    '',
  ],
  ['IP address', a('https://192.0.2.7/x'), -0.5, 'link-ip-host'],
  ['IP address as a number', a('https://3221225991/x'), -0.5, 'link-ip-host'],
  ['IPv6 address', a('https://[2001:db8::1]/x'), -0.5, 'link-ip-host'],
  ['user before the host', a('https://mybank.com@evil.net/'), -0.5, 'link-user-info'],
  ['mixed scripts', a('https://xn--bnk-6cd.com/'), -0.5, 'link-lookalike-host'],
  ['mixed scripts like a brand', a('https://xn--ypal-43d9g.com/'), -0.5, 'link-host-imitates-brand'],
  ['one script of its own', a('https://xn--bcher-kva.de/'), 0, ''],
  ['like the domain of From', a('https://www.examp1e.org/'), -0.5, 'link-lookalike-host'],
  ['a shortener', a('https://bit.ly/abc'), -0.3, 'link-shortener'],
  ['a short address of one site', a('https://youtu.be/abc'), 0, ''],
  ['a shortener under an address text', a('https://bit.ly/abc', 'www.partner.com'), -0.3, 'link-shortener'],
  ['a port', a('https://www.example.org:8443/'), 0, 'link-port'],
  ['the port of the scheme', a('https://www.example.org:443/'), 0, ''],
  ['javascript:', a('javascript:alert(1)') + GOOD, -0.5, 'link-active'],
  ['data:', a('data:text/html,x') + GOOD, -0.5, 'link-active'],
  ['file:', a('file:///C:/x.doc') + GOOD, -0.3, 'link-file'],
  ['no scheme', a('www2/x.html') + GOOD, -0.2, 'link-without-scheme'],
  ['no scheme, but a base', `<base href="https://www.example.org/">${a('x.html')}${GOOD}`, 0, ''],
  ['a place in the message', a('#top') + GOOD, 0, ''],
  ['a broken address', a('https://exa mple.org/') + GOOD, -0.2, 'link-malformed'],
  ['a mistyped scheme', a('htps://example.org/') + GOOD, -0.2, 'link-malformed'],
  ['an unfilled field', a('https://{{host}}/x') + a('{{link}}') + GOOD, 0, ''],
  ['other schemes', a('tel:+4930123456') + a('mailto:a@example.org') + a('myapp://open') + GOOD, 0, ''],
  ['all over http', a('http://www.example.org/'), -0.2, 'link-http-mostly'],
  ['half over http', a('http://www.example.org/') + GOOD, 0, ''],
  [
    'more than half over http',
    a('http://www.example.org/1') + a('http://www.example.org/2') + GOOD,
    -0.2,
    'link-http-mostly',
  ],
  ['a name of a private network', a('https://intranet/x'), -0.3, 'link-name-private'],
  ['a name under local', a('https://nas.local/x'), -0.3, 'link-name-private'],
])('%s', async (_, html, score, code) => {
  const verdict = await judgeLinks(letter(html))
  expect({ score: verdict.score, code: verdict.findings.join(',') }).toEqual({ score, code })
  expect(verdict.status).toBe(score < 0 ? 'failed' : 'passed')
})

test('no links at all', async () => {
  expect((await judgeLinks(mail({}, 'Hello, nothing here.'))).status).toBe('neutral')
})

test.each([
  [100, ''],
  [101, 'link-many'],
])('%d links', async (count, code) => {
  const many = Array.from({ length: count }, (_, i) => a(`https://www.example.org/${i}`, `page ${i}`)).join(
    '',
  )
  const verdict = await judgeLinks(letter(many))
  expect(verdict).toMatchObject({ status: 'passed', score: 0 })
  expect(verdict.findings.join(',')).toBe(code)
})

test('never more than the weight', async () => {
  const verdict = await judgeLinks(
    letter(a('http://192.0.2.7/', 'mybank.com') + a('javascript:x') + a('http://a@bit.ly:81/')),
  )
  expect(verdict.score).toBe(-1)
})

test('the detail holds sites, the quotes hold texts and addresses', async () => {
  const verdict = await judgeLinks(
    letter(a('https://evil.net/secretpath?q=1', 'https://mybank.com/secrettext')),
  )
  expect(verdict.detail['summary']).toContain('mybank.com → evil.net')
  expect(JSON.stringify(verdict.detail)).not.toMatch(/secretpath|secrettext/)
  expect(JSON.stringify(verdict.quotes)).toMatch(/secretpath.*/)
})

test('what is only worth knowing costs nothing', async () => {
  const verdict = await judgeLinks(
    letter(
      a('https://click.example.org/1', 'www.partner.com') +
        a('https://www.dropbox.com/s/1') +
        a('https://r.example.org/?u=https://other.net/') +
        a('http://www.example.org/'),
    ),
  )
  expect(verdict).toMatchObject({ status: 'passed', score: 0 })
  expect(verdict.detail).toMatchObject({
    counted_on_the_way: 'partner.com → example.org',
    file_hosts: 'dropbox.com',
    redirecting: 'example.org',
    over_http: '1 of 4',
  })
})

describe('what people talk about', () => {
  const talk = 'Ann, try http://localhost:8080/ and http://www.gone.net/ as we said.\r\n\r\nBob\r\n'

  test('is not offered to be followed', async () => {
    const verdict = await judgeLinks(mail({}, talk), { zone: {} })
    expect(verdict).toMatchObject({ status: 'passed', score: 0 })
  })

  test('may be a machine of their own network, not one of the internet', async () => {
    const own = await judgeLinks(mail({}, 'Ann, try http://10.0.0.5:8080/log and http://[fe80::1]/.\r\n'))
    expect(own).toMatchObject({ status: 'passed', score: 0 })
    const other = await judgeLinks(mail({}, 'Ann, try http://93.184.216.34/log.\r\n'))
    expect(other).toMatchObject({ score: -0.5, findings: ['link-ip-host'] })
    const offered = await judgeLinks(alternative('Ann, try it', `<p>Ann, try ${a('http://10.0.0.5/')}</p>`))
    expect(offered.findings).toContain('link-ip-host')
  })

  test('and what they answer to is not held against them', async () => {
    const html = `<p>Ann, see below. Bob</p><blockquote>${a('http://www.gone.net/')}${a('x.html')}${a('https://a b/')}</blockquote>`
    const verdict = await judgeLinks(alternative('Ann, see below. Bob', html))
    expect(verdict).toMatchObject({ status: 'passed', score: 0 })
  })

  test('is offered in mail that a program sends', async () => {
    const verdict = await judgeLinks(
      mail({ 'Auto-Submitted': 'auto-generated', Subject: 'Your order has been shipped' }, talk),
      { zone: {} },
    )
    expect(verdict.findings.toSorted()).toEqual(
      ['link-http-mostly', 'link-name-missing', 'link-name-private', 'link-port'].toSorted(),
    )
  })
})

describe('names', () => {
  const html = `${a('https://www.gone.net/x')}<img src="https://img.example.org/1.png">`
  const there = { 'img.example.org': { A: ['192.0.2.1'] } }

  test('that do not exist cost', async () => {
    const verdict = await judgeLinks(letter(html), { zone: there })
    expect(verdict).toMatchObject({ score: -0.3, findings: ['link-name-missing'] })
    expect(verdict.detail['summary']).toContain('www.gone.net')
  })

  test('that exist without an address cost nothing', async () => {
    const zone = { ...there, 'www.gone.net': { TXT: ['x'] } }
    expect(await judgeLinks(letter(html), { zone })).toMatchObject({ status: 'passed', score: 0 })
  })

  test('that could not be asked leave it open', async () => {
    const verdict = await judgeLinks(letter(html), { zone: there, fail: { 'A www.gone.net': 'timeout' } })
    expect(verdict).toMatchObject({ status: 'error', score: 0 })
  })

  test('that could not be asked do not hide what is wrong', async () => {
    const verdict = await judgeLinks(letter(html + a('https://192.0.2.1/')), {
      zone: there,
      fail: ['A www.gone.net'],
    })
    expect(verdict).toMatchObject({ status: 'failed', findings: ['link-ip-host'] })
  })
})

const page = (status: number, redirects: string[] = []): FetchAnswer => ({
  ...{ kind: 'response', status, url: '', redirects, contentType: '', body: '', truncated: false },
})
const FETCH = { settings: { fetchLinks: true } }

describe('following', () => {
  const html = a('https://www.example.org/news', 'our news')

  test('happens only when it is on', async () => {
    expect((await judgeLinks(letter(html))).asked).toEqual([])
    const on = await judgeLinks(letter(html), { ...FETCH, web: () => page(200) })
    expect(on.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'HEAD https://www.example.org/news',
    ])
    expect(on).toMatchObject({ status: 'passed', score: 0 })
  })

  test('asks one host one thing at a time, and several hosts at once', async () => {
    const open: string[] = []
    const most = { host: 0, all: 0 }
    const fetcher: Fetcher = {
      async fetch({ url }) {
        const host = new URL(url).host
        open.push(host)
        most.host = Math.max(most.host, open.filter((one) => one === host).length)
        most.all = Math.max(most.all, open.length)
        await Bun.sleep(2)
        open.splice(open.indexOf(host), 1)
        return page(200)
      },
    }
    const urls = ['a', 'b', 'c'].flatMap((path) => [
      `https://one.example/${path}`,
      `https://two.example/${path}`,
    ])
    const web: WebLink[] = urls.map((address) => {
      const url = new URL(address)
      return {
        link: { url: address, host: url.host, scheme: 'https', text: '', from: 'anchor' },
        url,
        host: url.host,
      }
    })
    const view = await followLinks(web, new Set(), fetcher)
    expect(view).toMatchObject({ followed: 6, unanswered: 0 })
    expect(most).toEqual({ host: 1, all: 2 })
  })

  test.each<[string, FetchAnswer, FetchAnswer, string]>([
    ['gone', page(404), page(404), 'link-dead'],
    ['gone for good', page(410), page(410), 'link-dead'],
    ['broken', page(500), page(503), 'link-dead'],
    ['refused', page(403), page(403), ''],
    ['only for GET', page(405), page(200), ''],
    ['gone for HEAD alone', page(404), page(200), ''],
    ['without answer', { kind: 'failure', reason: 'timeout' }, page(404), ''],
    ['without answer to GET', page(404), { kind: 'failure', reason: 'network' }, ''],
    ['in circles', { kind: 'failure', reason: 'redirects' }, page(200), 'link-redirects'],
    ['behind three redirects', page(200, ['a', 'b', 'c']), page(200), ''],
    ['behind four redirects', page(200, ['a', 'b', 'c', 'd']), page(200), 'link-redirects'],
  ])('a page %s', async (_, head, get, code) => {
    const verdict = await judgeLinks(letter(html), {
      ...FETCH,
      web: ({ method }) => (method === 'HEAD' ? head : get),
    })
    expect(verdict.findings.join(',')).toBe(code)
  })

  test.each([
    ['unsubscribe in the address', a('https://www.example.org/unsubscribe')],
    ['unsubscribe in the text', a('https://www.example.org/page', 'Unsubscribe')],
    ['in German', a('https://www.example.org/page', 'Newsletter abbestellen')],
    ['in Japanese', a('https://www.example.org/page', '\u914d\u4fe1\u505c\u6b62')],
    ['the address of List-Unsubscribe', a('https://www.example.org/bye')],
    ['confirm', a('https://www.example.org/confirm')],
    ['confirm in the text', a('https://www.example.org/page', 'Confirm your address')],
    ['sign-in', a('https://www.example.org/login')],
    ['a host for sign-in', a('https://login.example.org/')],
    ['a query', a('https://www.example.org/page?id=7')],
    ['a token', a('https://www.example.org/p/9f86d081884c7d65')],
    ['a token without digits', a('https://www.example.org/p/AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEf')],
    ['a short code', a('https://www.example.org/x7Kp2')],
    ['confirm in German', a('https://www.example.org/best%C3%A4tigen')],
    ['a number', a('https://www.example.org/p/12345678')],
    ['a token behind #', a('https://www.example.org/p#9f86d081884c7d65')],
    ['a token as a host', a('https://9f86d081884c7d65.example.org/')],
    ['a user', a('https://user@www.example.org/page')],
    ['a port', a('https://www.example.org:8443/page')],
    ['mailto', a('mailto:a@example.org')],
    ['tel', a('tel:+4930123456')],
    [
      'an address that is delicate under another text',
      `${a('https://www.example.org/page')}${a('https://www.example.org/page', 'Unsubscribe')}`,
    ],
    ['an image', '<img src="https://www.example.org/pixel.gif">'],
  ])('never touches %s', async (_, delicate) => {
    const fields = { 'List-Unsubscribe': '<https://www.example.org/bye>' }
    const verdict = await judgeLinks(letter(delicate + html, fields), { ...FETCH, web: () => page(200) })
    expect(verdict.asked.map(({ url }) => url)).toEqual(['https://www.example.org/news'])
  })

  test('never touches a message that opens an account', async () => {
    const text = 'Your verification code is 482913. It expires in 10 minutes. Do not share it with anybody.'
    const verdict = await judgeLinks(
      alternative(text, `<p>${text}</p>${html}`, { Subject: 'Your verification code' }),
      { ...FETCH, web: () => page(404) },
    )
    expect(verdict.asked).toEqual([])
  })

  test('a redirect to an address that may act is not followed', async () => {
    const wanted: boolean[] = []
    const targets = [
      'https://www.example.org/a',
      'https://www.example.org/leave?id=7',
      'https://e.example/confirm',
    ]
    const verdict = await judgeLinks(letter(html), {
      ...FETCH,
      web: (_request, mayFollow) => {
        wanted.push(...targets.map((target) => mayFollow?.(new URL(target)) ?? true))
        return page(302)
      },
    })
    expect(wanted).toEqual([true, false, false])
    expect(verdict).toMatchObject({ status: 'passed', score: 0 })
  })

  test('stops at its share', async () => {
    const many = Array.from({ length: 200 }, (_, i) =>
      a(`https://www.example.org/page-${i}`, `page ${i}`),
    ).join('')
    const verdict = await judgeLinks(letter(many), { ...FETCH, web: () => page(404) })
    expect(verdict.asked.length).toBeLessThanOrEqual(60)
    expect(verdict.detail['summary']).toContain('30 links')
  })
})

describe('hostile input', () => {
  const timed = async (html: string) => {
    const begun = processorTime()
    await judgeLinks(letter(html))
    return processorTime() - begun
  }

  test('thousands of links, long ones and deep names end soon', async () => {
    const names = Array.from({ length: 2_500 }, (_, i) =>
      a(`https://h${i}.xn--bcher-kva${i}.de/`, `www.n${i}.com`),
    )
    const long = a(`https://${'a.'.repeat(1_000)}com/${'%25'.repeat(600)}`, 'x.'.repeat(5_000))
    const dashes = a(`https://www.example.org/${'https%3a%2f%2f'.repeat(150)}`, `www.${'a-'.repeat(2_000)}`)
    expect(await timed(names.join(''))).toBeLessThan(10_000)
    expect(await timed(long.repeat(300) + dashes.repeat(300))).toBeLessThan(10_000)
  })

  test('names of the language itself are names', async () => {
    const odd = ['constructor', '__proto__', 'toString'].map((name) => a(`https://${name}/`, name)).join('')
    expect((await judgeLinks(letter(odd))).status).toBe('failed')
  })
})
