import { describe, expect, test } from 'bun:test'
import { CHECK_WORDS } from '../../../src/analysis/telling/check-words.ts'
import { counted, siteWith, TODAY } from './history-site.ts'

describe('/history', () => {
  test('shows scores, messages and failing checks of 30 days, with their numbers in tables', async () => {
    const { get, asked } = siteWith([counted(29), counted(0)])
    const { status, html, answer } = await get('/history')
    expect(status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(asked).toEqual([{ accountId: 'acc_1', since: TODAY - 29 }])
    expect(html).toContain('Median score <strong>9.0</strong>, from 5.2 to 10')
    expect(html).toContain('2 could not be analysed')
    expect(html.match(/<svg[^>]*role="img"/g)).toHaveLength(3)
    for (const id of ['score-chart', 'volume-chart', 'checks-chart']) {
      expect(html).toContain(`aria-labelledby="${id}-title ${id}-desc"`)
      expect(html).toContain(`<title id="${id}-title">`)
      expect(html).toMatch(new RegExp(`<desc id="${id}-desc">[^<]{20,}</desc>`))
    }
    expect(html.match(/<table class="numbers">/g)).toHaveLength(3)
    const spf = CHECK_WORDS.get('spf')?.title ?? ''
    expect(html).toContain(`<th scope="row">${spf}</th><td>4</td><td>6</td><td>67%</td>`)
    expect(html).not.toMatch(/ style=/)
  })

  test('the window and the domain are in the address, and the one stays when the other changes', async () => {
    const { get, asked } = siteWith([counted(80)])
    const { html } = await get('/history?days=90&domain=B%C3%BCcher.example')
    expect(asked).toEqual([{ accountId: 'acc_1', since: TODAY - 89, domain: 'xn--bcher-kva.example' }])
    expect(html).toContain('href="/history?days=7&amp;domain=xn--bcher-kva.example"')
    expect(html).toContain('<input type="hidden" name="days" value="90"')
    expect(html).toMatch(/<a href="\/history\?days=90&amp;domain=[^"]*" aria-current="page">90 days/)
    expect(html).toContain('<option value="a.example"')
  })

  test('13 months are one page of less than 60 KB, and so are 90 full days', async () => {
    const scores = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [at, 9]))
    const checks = Object.fromEntries([...CHECK_WORDS.keys()].map((name) => [name, 400]))
    const full = Array.from({ length: 400 }, (_, ago) =>
      counted(ago, { scored: 909, failed: 99, scores, checks }),
    )
    const { get } = siteWith(full)
    for (const days of [7, 30, 90, 395]) {
      const { html } = await get(`/history?days=${days}`)
      expect(html).toContain('Median score')
      expect([days, html.length < 60_000]).toEqual([days, true])
    }
  })

  test('an address that says something else is read as the usual one', async () => {
    const { get, asked } = siteWith([counted(0)])
    for (const query of ['days=1', 'days=30x', 'days=', 'days=1e9', 'domain=', 'domain=%20'])
      expect((await get(`/history?${query}`)).status).toBe(200)
    expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(1)
  })

  test('what is no domain is said to be wrong, and stands in the field as text', async () => {
    const { get } = siteWith([counted(0)])
    const attacks = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      'a b',
      `${'x'.repeat(600)}:`,
    ]
    for (const attack of attacks) {
      const { status, html } = await get(`/history?domain=${encodeURIComponent(attack)}`)
      expect(status).toBe(422)
      expect(html).toContain('This is not a domain name')
      expect(html).not.toContain('<script>alert')
      expect(html).not.toContain('<img')
      expect(html.length).toBeLessThan(60_000)
    }
  })

  test('names of stored mail are text, whatever they are', async () => {
    const hostile = '"><img src=x onerror=alert(1)>'
    const { get } = siteWith([counted(0, { checks: { [hostile]: 3, ['x'.repeat(500)]: 2 } })], [hostile])
    const { html } = await get('/history')
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)')
  })

  test('where nothing is known it says what to do next, to whoever may do it', async () => {
    const empty = siteWith([], [])
    const isNew = (await empty.get('/history?days=395', 'member')).html
    expect(isNew).toContain('No history yet')
    expect(isNew).toContain('New test')
    expect(isNew).not.toContain('<svg class="chart')
    expect((await empty.get('/history?days=395')).html).not.toContain('<form method="post" action="/tests">')
    const { html } = await siteWith([counted(40)]).get('/history?days=7&domain=a.example')
    expect(html).toContain('The history holds no message from a.example in the last 7 days')
    expect(html).toContain('href="/history?days=395&amp;domain=a.example"')
    expect(html).toContain('href="/history?days=7"')
  })

  test.each(['', '?days=7', '?days=90', '?days=395', '?domain=a.example'])(
    'without any history /history%s says so, whatever was asked',
    async (query) => {
      const { html } = await siteWith([], []).get(`/history${query}`)
      expect(html).toContain('No history yet')
      expect(html).toContain('from now on')
    },
  )

  test('a window without mail says what the history holds, also of mail without a From domain', async () => {
    const { html } = await siteWith([counted(200)], []).get('/history?days=90')
    expect(html).toContain('The history holds no message in the last 90 days')
    expect(html).toContain('href="/history?days=395"')
    expect(html).not.toContain('No history yet')
  })

  test('only failed mail is shown without scores', async () => {
    const { html } = await siteWith([counted(0, { scored: 0, failed: 2, scores: {}, checks: {} })]).get(
      '/history',
    )
    expect(html).not.toContain('Median score')
    expect(html).toContain('2 not analysed')
    expect(html).not.toContain('score-chart')
  })
})

describe('/history.csv', () => {
  test('has a line for each day, also of 13 months', async () => {
    const { get, asked } = siteWith([counted(300), counted(0, { scored: 0, scores: {} })])
    const { answer, html } = await get('/history.csv?days=395&domain=a.example')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="history-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const lines = html.split('\r\n')
    expect(lines).toEqual([
      'day,scored,not_analysed,median,lowest,highest',
      expect.stringMatching(/^\d{4}-\d\d-\d\d,3,1,9,5\.2,10$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d,0,1,,,$/),
      '',
    ])
    expect(asked).toEqual([{ accountId: 'acc_1', since: TODAY - 394, domain: 'a.example' }])
  })
})

describe('the front page', () => {
  test('has the trend of 30 days in a line, and leads to the history', async () => {
    const { get, asked } = siteWith([counted(3), counted(0)])
    const { html } = await get('/')
    expect(html).toContain('<svg class="sparkline"')
    expect(html).toMatch(/role="img" aria-label="Median score from [^"]+, 9\.0 at the end"/)
    expect(html).toContain('Median score <strong>9.0</strong> in 30 days, of 6 messages')
    expect(html).toContain('href="/history"')
    expect(asked).toContainEqual({ accountId: 'acc_1', since: TODAY - 29 })
  })

  test('has no line of a single day, which would be a dot', async () => {
    const { html } = await siteWith([counted(0)]).get('/')
    expect(html).not.toContain('<svg class="sparkline"')
    expect(html).toContain('Median score <strong>')
  })

  test('has none where nothing was scored', async () => {
    const { html } = await siteWith([counted(0, { scored: 0, scores: {} })]).get('/')
    expect(html).not.toContain('sparkline')
  })
})
