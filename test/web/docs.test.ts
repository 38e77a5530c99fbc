import { describe, expect, test } from 'bun:test'
import { describeApi } from '../../src/services/api-description/describe-api.ts'
import { OPERATIONS } from '../../src/services/api-description/operations.ts'
import { snippetsOf } from '../../src/services/api-description/snippets.ts'
import { fixedPages, siteUnderTest } from './site-under-test.ts'

const BASE = 'https://mailgauge.example.org'

async function docs(baseUrl = BASE) {
  const answer = await siteUnderTest({ baseUrl }).ask('/docs')
  return { answer, html: await answer.text() }
}

/** As the page writes text. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

describe('the reference of the API', () => {
  test('shows every route with its examples and every answer', async () => {
    const { html } = await docs()
    for (const route of OPERATIONS) {
      expect(html).toContain(`<code>${route.path}</code>`)
      for (const snippet of Object.values(snippetsOf(route, BASE))) expect(html).toContain(escaped(snippet))
      for (const { description } of Object.values(route.responses))
        expect(html).toContain(escaped(description))
    }
  })

  test('shows every event that webhooks are sent, with an example', async () => {
    const { html } = await docs()
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      expect(html).toContain(`<code>${name}</code>`)
    for (const [type, { post }] of Object.entries(describeApi(BASE).webhooks)) {
      expect(html).toContain(`id="${post.operationId}"`)
      expect(html).toContain(`<code>${type}</code>`)
      const { example } = post.requestBody.content['application/json']
      expect(html).toContain(escaped(JSON.stringify(example, null, 2)))
    }
  })

  test('every link on the page leads to a place on it', async () => {
    const { html } = await docs()
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(targets.filter((id) => !ids.includes(id))).toEqual([])
    for (const name of Object.keys(describeApi(BASE).components.schemas)) expect(ids).toContain(name)
  })

  test('keeps to the policy of the site', async () => {
    const { answer, html } = await docs()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i)
    expect([...html.matchAll(/(?:src|href)="(?:https?:)?\/\/[^"]*"/g)]).toEqual([])
  })

  test('names base_url in its examples', async () => {
    const { html } = await docs('https://gauge.example.org:8443')
    expect(html).toContain('href="/openapi.json"')
    expect(html).toContain('curl --request POST &quot;https://gauge.example.org:8443/v1/tests&quot;')
  })

  test('every page leads to it, to a new test, to the check of a domain and to the explanation of a bounce', async () => {
    const { ask } = siteUnderTest()
    for (const path of [...(await fixedPages()), '/no-such-page']) {
      const html = await (await ask(path)).text()
      const [navigation = ''] = /<nav class="site-nav".*?<\/nav>/.exec(html) ?? []
      expect([...navigation.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
        '/',
        '/check',
        '/bounce',
        '/docs',
      ])
    }
  })

  test('where anonymous tests are off, nothing leads to one', async () => {
    const html = await (await siteUnderTest({ anonymousTests: false }).ask('/docs')).text()
    expect(html).not.toContain('New test')
    expect(html).not.toContain('href="/check"')
  })
})
