import { describe, expect, test } from 'bun:test'
import { ROLES } from '../../../src/core/access/role.ts'
import type { SetUpItems } from '../../../src/core/aggregate/set-up.ts'
import { granted, refused } from '../../../src/core/refusal.ts'
import type { ReportFiles } from '../../../src/services/aggregates/report-files.ts'
import type { ReportsSetUp } from '../../../src/services/aggregates/set-up.ts'
import type { HealthView } from '../../../src/services/domains/health/health.ts'
import { ADDRESS, HOST, looked } from '../../mail/authentication/dmarc/reporting/sought.ts'
import { check } from '../../support/builders.ts'
import { NOW } from '../fake-mail-tests.ts'
import { fakeSessions, peopleWith, somebody } from '../people.ts'
import { siteUnderTest } from '../site-under-test.ts'
import { domainView, fakeDomains, HOSTILE, VERIFIED } from './fake-domains.ts'

interface Wanted {
  items?: SetUpItems
  underWay?: boolean
  /** Files that came. */
  files?: number
  often?: boolean
  health?: HealthView
}

const DMARC_TROUBLE: HealthView = {
  underWay: false,
  look: {
    at: NOW,
    checks: [
      check('dmarc', {
        findings: [
          {
            code: 'dmarc-no-reports',
            cost: 0,
            says: 'No aggregate reports are asked for.',
            advice: '',
            reference: 'RFC 9990 section 3',
            changes: [
              {
                kind: 'dns',
                name: '_dmarc.example.org',
                type: 'TXT',
                records: ['"v=DMARC1; p=reject; rua=mailto:dmarc@example.org"'],
              },
            ],
          },
        ],
      }),
    ],
    drawn: {},
  },
  changes: [],
  selectors: [],
}

function site({ items, underWay = false, files, often = false, health }: Wanted) {
  const { sessions } = fakeSessions(Object.fromEntries(ROLES.map((role) => [role, somebody({ role })])))
  const asked: string[] = []
  const view = { address: ADDRESS, underWay, ...(items && { look: { at: NOW, items } }) }
  const reportsSetUp: ReportsSetUp = {
    of: async () => granted(view),
    look: async (_, id) => {
      asked.push(id)
      return often ? refused({ kind: 'rate_limited', retryAfterSeconds: 30 }) : granted(view)
    },
  }
  const list: ReportFiles['list'] = async () =>
    granted({
      files: files ? [{ receivedAt: new Date(NOW.getTime() - 3_600_000) } as never] : [],
      counts: { stored: files ?? 0 },
    })
  const { ask } = siteUnderTest({
    people: peopleWith(sessions),
    ...fakeDomains(
      [domainView('example.org', VERIFIED), domainView('waiting.example')],
      health ? { 'dom-example.org': health } : {},
    ),
    reportsSetUp,
    ...(files !== undefined && { dmarc: { files: { list } as never } }),
  })
  const page = async (path = '/domains/dom-example.org', who = 'admin') => {
    const html = await (await ask(path, { headers: { cookie: `mailgauge=${who}` } })).text()
    return html.slice(html.indexOf('id="dmarc-reports"')).replaceAll('<wbr/>', '')
  }
  const check = (who = 'admin') =>
    ask('/domains/dom-example.org/reports-set-up', {
      method: 'POST',
      headers: { cookie: `mailgauge=${who}`, 'sec-fetch-site': 'same-origin' },
    })
  return { page, check, asked }
}

const published = (text: string) => looked('example.org', { '_dmarc.example.org': { TXT: [text] } })

describe('the reports address on the page of a domain', () => {
  test('what is missing, with the whole record to publish', async () => {
    const html = await site({ items: await published('v=DMARC1; p=reject') }).page()
    expect(html).toContain(ADDRESS)
    expect(html).toContain('Change this record in the DNS of example.org:')
    expect(html).toContain(`data-copy="v=DMARC1; p=reject; rua=mailto:${ADDRESS}"`)
    expect(html).toContain('It takes the place of: <code>v=DMARC1; p=reject</code>')
    expect(html).toContain('Missing')
    expect(html.match(/In place</g)).toHaveLength(2)
  })

  test('what the operator publishes', async () => {
    const items = await looked('example.org', { [HOST]: {}, [`*._report._dmarc.${HOST}`]: {} })
    const html = await site({ items }).page()
    expect(html).toContain(`The operator of this service publishes in the DNS of ${HOST}:`)
    expect(html).toContain(`*._report._dmarc.${HOST} TXT`)
    expect(html).toContain('data-copy="10 mx.mailgauge.net."')
    expect(html).toContain('Publish in the DNS of example.org:')
  })

  test('a subdomain’s other way is folded', async () => {
    const items = await looked('news.example.org', { '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject'] } })
    const html = await site({ items }).page()
    expect(html).toContain('<summary>If you cannot change the DNS of example.org</summary>')
    expect(html).toContain('_dmarc.news.example.org TXT<')
    expect(html).toContain('_dmarc.example.org TXT, in place of the one that begins with v=DMARC1')
  })

  test('whether reports came', async () => {
    const items = await published(`v=DMARC1; p=reject; rua=mailto:${ADDRESS}`)
    expect(await site({ items, files: 0 }).page()).toContain(
      'No report has come yet. First reports usually arrive within a day or two of publishing.',
    )
    const html = await site({ items, files: 12 }).page()
    expect(html).toContain('12 report files came, the last one')
    expect(html).toContain('href="/domains/dom-example.org/dmarc"')
    expect(html.match(/In place</g)).toHaveLength(3)
  })

  test('a check that offers another change of the same record', async () => {
    const items = await published('v=DMARC1; p=reject')
    const says = 'offers a change of the same record'
    expect(await site({ items }).page()).not.toContain(says)
    expect(await site({ items, health: DMARC_TROUBLE }).page()).toContain(says)
  })

  test('a look under way, and none', async () => {
    const running = site({ underWay: true })
    expect(await running.page()).toContain('are being looked up')
    expect(await running.page()).not.toContain('Check now')
    expect(await site({}).page()).toContain('Open this page again in a minute.')
  })

  test('admins may check now, viewers see what was seen', async () => {
    const items = await published('v=DMARC1; p=none')
    const { page, check, asked } = site({ items })
    expect(await page()).toContain('Check now')
    expect(await page(undefined, 'viewer')).not.toContain('Check now')
    expect(await page(undefined, 'viewer')).toContain(ADDRESS)
    expect((await check()).headers.get('location')).toBe('/domains/dom-example.org#dmarc-reports')
    expect((await check('viewer')).status).toBe(403)
    expect(asked).toEqual(['dom-example.org'])
    expect((await site({ items, often: true }).check()).status).toBe(429)
  })

  test('a domain that is not verified has none', async () => {
    const html = await site({}).page('/domains/dom-waiting.example')
    expect(html).not.toContain('dmarc-reports')
  })

  test('what strangers publish is text', async () => {
    const html = await site({ items: await published(`v=DMARC1; p=none; rua=${HOSTILE}`) }).page()
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('\u202e')
  })
})
