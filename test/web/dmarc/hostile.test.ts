import { describe, expect, test } from 'bun:test'
import { dmarcSite } from './dmarc-site.ts'
import { FULL, HOSTILE_HELD } from './samples.ts'

const MOST_BYTES = 60 * 1024

const site = () => dmarcSite({ 'dom-example.org': FULL, 'dom-example.net': HOSTILE_HELD })

const PATHS = [
  '',
  '?days=366',
  '/sources',
  '/sources?group_by=reporter',
  '/sources?offset=40',
  '/reports',
  '/reports?reporter=%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '/reports/dmr_0',
  '/reports/dmr_0?after=15',
  '/files',
  '/files?outcome=conflict',
  '/files/rm_1.1',
  '/files/rm_1.2',
  '/files/rm_1.2/take',
].flatMap((rest) => [`/domains/dom-example.net/dmarc${rest}`, `/domains/dom-example.org/dmarc${rest}`])

describe('what strangers write into reports', () => {
  test.each(PATHS)('is text at %s, on a page of at most 60 KB', async (path) => {
    const answer = await site().ask(path, 'admin')
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html.length).toBeLessThan(MOST_BYTES)
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('<script>')
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    expect(html).not.toContain('\u0000')
  })
})

describe('a file', () => {
  const place = '/domains/dom-example.org/dmarc/files/rm_1.1'

  test('is saved as it came, and opened by nothing', async () => {
    const answer = await site().ask(`${place}/download`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('<feedback/>')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="report.xml.gz"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
  })

  test.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['a"; filename="evil.html\r\nx: y', 'a___filename__evil.html__x__y'],
    ['\u202Egpj.exe', '_gpj.exe'],
    ['...', 'report'],
    ['', 'report'],
    [`${'a'.repeat(500)}.xml.gz`, `${'a'.repeat(113)}.xml.gz`],
  ])('named %j is saved as %s', async (name, saved) => {
    const { dmarc, app } = site()
    const bytes = new Uint8Array([1])
    Object.assign(dmarc.files, { download: async () => ({ ok: true, value: { name, bytes } }) })
    const answer = await app.handle(
      new Request(`http://mailgauge.example${place}/download`, { headers: { cookie: 'mailgauge=viewer' } }),
    )
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${saved}"`)
  })

  test('of another domain, or that is not kept, is not there', async () => {
    const { ask } = site()
    expect((await ask('/domains/dom-example.net/dmarc/files/rm_1.1/download')).status).toBe(404)
    expect((await ask('/domains/dom-example.org/dmarc/files/rm_9.9')).status).toBe(404)
  })
})
