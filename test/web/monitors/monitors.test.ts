import { describe, expect, test } from 'bun:test'
import { granted } from '../../../src/core/refusal.ts'
import type { MonitorView } from '../../../src/services/monitors/told.ts'
import type { WebDeps } from '../../../src/web/deps.ts'
import { spanWords } from '../../../src/web/words/expectations.ts'
import { domainView, VERIFIED } from '../domains/fake-domains.ts'
import {
  BADGE,
  domainMonitor,
  HOSTILE,
  hoursAgo,
  message,
  monitorView,
  reason,
  standing,
  TOKEN,
  version,
} from './fake-monitors.ts'
import { monitorSite } from './monitors-site.ts'

const ALERTING = monitorView('Alerting', {
  standing: standing({
    state: 'alerting',
    reasons: [reason(), reason({ condition: 'listed', about: 'zen', says: 'It is listed.' })],
    score: 6.1,
    last: { at: hoursAgo(3), token: TOKEN, messageId: 'msg_0' },
  }),
})
const SILENT = monitorView('Silent', {
  standing: standing({
    state: 'silent',
    reasons: [reason({ condition: 'nothing_received', says: 'No message came for 26 hours.' })],
    lateAt: hoursAgo(1),
  }),
})
const WAITING = monitorView('Fresh', { standing: standing({ state: 'waiting' }) })
const PAUSED = monitorView('Resting', { paused: { at: hoursAgo(1), until: hoursAgo(-5) } })
const ALL: MonitorView[] = [monitorView('Fine'), PAUSED, WAITING, ALERTING, SILENT, domainMonitor('Records')]

describe('/monitors', () => {
  test('an empty list says what a monitor is for and how its address is used', async () => {
    const { html } = monitorSite([])
    const asMember = await html('/monitors')
    expect(asMember).toContain('No monitors yet')
    expect(asMember).toContain('href="/monitors/new"')
    expect(asMember).toContain('A cron job')
    const asViewer = await html('/monitors', 'viewer')
    expect(asViewer).toContain('your role lets you read them')
    expect(asViewer).not.toContain('href="/monitors/new"')
  })

  test('shows the worst first, with state, score, last message and next due', async () => {
    const page = await monitorSite(ALL).html('/monitors', 'viewer')
    const order = ['Silent', 'Alerting', 'Fresh', 'Fine', 'Records', 'Resting'].map((name) =>
      page.indexOf(`<bdi class="theirs">${name}</bdi>`),
    )
    expect(order.every((at) => at > 0)).toBe(true)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(page).toContain('6 monitors: 1 silent, 1 alerting, 1 waiting, 2 OK, 1 paused.')
    expect(page).toContain('The score is 6.1, below 8. And one more.')
    expect(page).toContain('Overdue')
    expect(page).toContain('>9.6</strong>')
    expect(page).toContain('in 24 hours')
    expect(page).toContain('Records of example.org')
    const named = domainMonitor('DNS of example.org')
    expect(await monitorSite([named]).html('/monitors')).not.toContain('Records of example.org')
    expect(page).toContain('Paused until ')
  })

  test('a pause that is over counts no more', async () => {
    const over = monitorView('Over', { paused: { at: hoursAgo(9), until: hoursAgo(1) } })
    expect(await monitorSite([over]).html('/monitors')).toContain('1 monitor: 1 OK.')
  })

  test('pages by what stood last, each below 60 KB', async () => {
    const views = Array.from({ length: 120 }, (_, at) => ({
      ...monitorView('x'),
      id: `mon_${at}`,
      name: `${String(at).padStart(3, '0')} ${'long <'.repeat(16)}`,
      standing: standing({ state: 'alerting', reasons: [reason({ says: '<b> & '.repeat(90) })] }),
    }))
    const { html } = monitorSite(views)
    const first = await html('/monitors')
    expect(first.length).toBeLessThan(60_000)
    const next = /href="(\/monitors\?after=[^"]+)"/.exec(first)?.[1] ?? ''
    const second = await html(next)
    expect(second).toContain('>040 ')
    expect(second).not.toContain('>039 ')
    expect(second).toContain('To the first page')
    const third = await html(/href="(\/monitors\?after=[^"]+)"/.exec(second)?.[1] ?? '')
    expect(third).toContain('>119 ')
    expect(third).not.toContain('More monitors')
  })
})

describe('/monitors/<id>', () => {
  const kept = {
    mon_Fine: {
      messages: Array.from({ length: 50 }, (_, n) =>
        n === 4 ? message(n, { score: undefined as never, status: 'failed' }) : message(n),
      ),
      records: [
        version({ values: ['v=spf1 -all'], firstSeenAt: hoursAgo(20) }),
        version({ current: false, lastSeenAt: hoursAgo(20) }),
        version({ record: 'mx', values: [] }),
      ],
    },
  }

  test('shows the address, the scores with their numbers, the messages and what is expected', async () => {
    const page = await monitorSite(ALL, { kept }).html('/monitors/mon_Fine', 'viewer')
    expect(page).toContain('data-copy="k3vq7m2xw4pa@mail.mailgauge.example"')
    expect(page).toContain(
      '49 messages scored from 8.1 to 9.9; the latest 9.6. 1 message could not be analysed.',
    )
    expect(page).toContain('Score in numbers')
    expect(page).toContain('The dashed line is the least that is expected: 8.')
    expect(page).toContain('Issue 400')
    expect(page).toContain('Not analysed')
    expect(page).toContain(`href="/t/${TOKEN}"`)
    expect(page).toContain('A message every day, at most 2 hours late.')
    expect(page).toContain('The checks SPF, DKIM and DMARC must not fail.')
    expect(page).toContain('<mark>mx</mark>')
    expect(page).toContain('v=spf1 -all')
    expect(page).toContain('No record.')
  })

  test('older messages stand behind the others', async () => {
    const { html } = monitorSite(ALL, { kept })
    const first = await html('/monitors/mon_Fine')
    const older = /href="(\/monitors\/mon_Fine\?after=[^"#]+)#messages"/.exec(first)?.[1] ?? ''
    const second = await html(older)
    expect(first).toContain('>Issue 386<')
    expect(first).not.toContain('>Issue 385<')
    expect(second).toContain('>Issue 385<')
    expect(second).toContain('>Newest<')
  })

  test('what is wrong stands above everything, each with what to do and where', async () => {
    const { html } = monitorSite(ALL)
    const alerting = await html('/monitors/mon_Alerting')
    expect(alerting).toContain('What is not as expected')
    expect(alerting).toContain('The score is 6.1, below 8.')
    expect(alerting).toContain('Listed by ')
    expect(alerting.indexOf('What is not as expected')).toBeLessThan(alerting.indexOf('>Address<'))
    const dropped = monitorView('Dropped', {
      standing: standing({
        state: 'alerting',
        reasons: [reason({ condition: 'score_dropped' })],
        last: { at: hoursAgo(3), token: TOKEN, messageId: 'msg_0' },
      }),
    })
    const earlier = message(2, { token: 'e'.repeat(26) })
    const messages = [message(0), message(1, { status: 'failed', score: undefined as never }), earlier]
    const compared = await monitorSite([dropped], { kept: { [dropped.id]: { messages } } }).html(
      '/monitors/mon_Dropped',
    )
    expect(compared).toContain(`href="/tests/compare?a=${'e'.repeat(26)}&amp;b=${TOKEN}"`)
    const silent = await html('/monitors/mon_Silent')
    expect(silent).toContain('href="/tests/mail-log?address=k3vq7m2xw4pa"')
  })

  test('one that waits for its first message says how to send one, and asks for itself again', async () => {
    const page = await monitorSite(ALL).html('/monitors/mon_Fresh?made')
    expect(page).toContain('The monitor is created.')
    expect(page).toContain('--mail-rcpt k3vq7m2xw4pa@mail.mailgauge.example')
    expect(page).toContain('data-again="10"')
    expect(page).not.toContain('ADDRESS')
  })

  test('the first message is not told to be none before it was judged', async () => {
    const { html } = monitorSite([WAITING], { kept: { mon_Fresh: { messages: [message(0)] } } })
    const page = await html('/monitors/mon_Fresh')
    expect(page).toContain('The first message has come')
    expect(page).not.toContain('No message has come')
  })

  test('lengths of time are told in the units that people use', () => {
    expect([30, 60, 90, 120, 144, 1008, 1440, 10080].map(spanWords)).toEqual([
      '30 minutes',
      '1 hour',
      '90 minutes',
      '2 hours',
      '2 hours 24 minutes',
      '16 hours 48 minutes',
      '1 day',
      '7 days',
    ])
  })

  test('a message that is being analysed is waited for', async () => {
    const pending = message(0, { status: 'pending', score: undefined as never })
    const { html } = monitorSite(ALL, { kept: { mon_Fine: { messages: [pending, message(1)] } } })
    const page = await html('/monitors/mon_Fine')
    expect(page).toContain('data-again="3"')
    expect(page).toContain('Being analysed')
    expect(page).toContain('1 message scored')
  })

  test('tells what was told, and nothing of how it is named by others', async () => {
    const { standing: _, ...rest } = ALERTING
    const payload = { monitor: rest.id, name: rest.name, kind: 'mail' as const }
    const alerts = [
      {
        at: hoursAgo(1),
        event: {
          type: 'monitor.recovered' as const,
          subject: rest.id,
          payload: {
            ...payload,
            since: hoursAgo(3).toISOString(),
            reasons: [{ ...reason(), since: hoursAgo(3).toISOString() }],
            token: TOKEN,
          },
        },
      },
      {
        at: hoursAgo(2),
        event: {
          type: 'domain.record_changed' as const,
          subject: rest.id,
          payload: {
            domain: 'example.org',
            changes: [
              {
                record: 'dmarc' as const,
                name: HOSTILE,
                before: [HOSTILE],
                after: [],
                at: '2026-01-01T00:00:00.000Z',
                lastSeenAt: '2026-01-01T00:00:00.000Z',
              },
            ],
          },
        },
      },
      {
        at: hoursAgo(3),
        event: {
          type: 'monitor.alert' as const,
          subject: rest.id,
          payload: {
            ...payload,
            state: 'alerting' as const,
            reasons: [{ ...reason({ says: HOSTILE }), since: hoursAgo(3).toISOString() }],
          },
        },
      },
    ]
    const page = await monitorSite(ALL, { kept: { mon_Alerting: { alerts } } }).html('/monitors/mon_Alerting')
    expect(page).toContain('Over: Score too low.')
    expect(page).toContain('DMARC at ')
    expect(page).not.toContain('<img src=x')
    expect(page).not.toContain('\u202e')
  })

  test('names, reasons and records are texts of strangers', async () => {
    const view = monitorView('hostile', {
      name: HOSTILE.slice(0, 100),
      standing: standing({ state: 'alerting', reasons: [reason({ says: HOSTILE })] }),
    })
    const { html } = monitorSite([view], {
      kept: {
        [view.id]: {
          messages: [message(0, { subject: HOSTILE })],
          records: [version({ name: HOSTILE, values: [HOSTILE] })],
        },
      },
    })
    for (const path of ['', '/settings', '/windows', '/pause', '/badge', '/delete']) {
      const page = await html(`/monitors/${view.id}${path}`)
      expect(page).not.toContain('<img src=x')
      expect(page).not.toContain('<script>alert')
      if (path !== '/settings') expect([path, page.includes('\u202e')]).toEqual([path, false])
    }
    expect(await html('/monitors')).not.toContain('<img src=x')
  })

  test.each([
    [undefined, 'member', undefined],
    [[], 'viewer', undefined],
    [[], 'member', 'Admins of this account can set up a webhook or a channel.'],
    [[], 'admin', 'Set up a webhook or a channel</a>'],
    [[{ filter: { types: ['test.scored'] } }], 'admin', 'Nobody is told:'],
    [[{ filter: { types: ['monitor.alert'], monitorIds: ['mon_other'] } }], 'admin', 'Nobody is told:'],
    [[{ filter: { types: ['monitor.alert'] }, disabled: { at: hoursAgo(1) } }], 'admin', 'Nobody is told:'],
    [
      [{ filter: { types: ['monitor.alert'] } }],
      'member',
      'They are sent to one <a href="/settings/alerts">',
    ],
  ])('says whether anybody is told: %j, %s', async (all, who, says) => {
    const destinations = { list: async () => granted(all) } as unknown as NonNullable<WebDeps['destinations']>
    const { html } = monitorSite(ALL, { more: all ? { destinations } : {} })
    const page = await html('/monitors/mon_Fine', who)
    if (says === undefined) expect(page).not.toMatch(/Nobody is told|They are sent/)
    else expect(page).toContain(says)
  })

  test('stays below 60 KB whatever strangers write', async () => {
    const text = `\u202e${'a <b> & c '.repeat(200)}`
    const host = `${'a'.repeat(60)}.`.repeat(4)
    const CHECKS = ['spf', 'dkim', 'dmarc', 'bimi', 'mx', 'tls_rpt', 'mta_sts', 'sts_policy'] as const
    const reasons = Array.from({ length: 60 }, (_, n) => reason({ about: `${n}`, says: text }))
    const view = monitorView('busy', {
      name: '<'.repeat(100),
      standing: standing({ state: 'alerting', reasons, lookedAt: hoursAgo(1) }),
    })
    const told = reasons.map((one) => ({ ...one, since: hoursAgo(1).toISOString() }))
    const payload = {
      monitor: view.id,
      name: text,
      kind: 'mail' as const,
      state: 'alerting' as const,
      reasons: told,
    }
    const records = CHECKS.flatMap((record) =>
      Array.from({ length: 20 }, (_, n) => [
        version({ record, name: `${n}.${host}`, values: [text, `${text}${n}`] }),
        version({
          record,
          name: `${n}.${host}`,
          values: [`${n}${text}`],
          current: false,
          lastSeenAt: hoursAgo(9),
        }),
      ]).flat(),
    )
    const { html } = monitorSite([view], {
      kept: {
        [view.id]: {
          messages: Array.from({ length: 400 }, (_, n) => message(n, { subject: text })),
          alerts: Array.from({ length: 200 }, (_, n) => ({
            at: hoursAgo(n),
            event: { type: 'monitor.alert' as const, subject: view.id, payload },
          })),
          records,
        },
      },
    })
    const page = await html(`/monitors/${view.id}`)
    expect(page.length).toBeLessThan(60_000)
    expect(page).toContain('more')
  })

  test('in maintenance it says so, and that nothing is told', async () => {
    const view = monitorView('Planned', { inMaintenance: { until: hoursAgo(-1) } })
    const page = await monitorSite([view]).html('/monitors/mon_Planned')
    expect(page).toContain('>Maintenance</span>')
    expect(page).toContain('In maintenance until')
  })

  test('what is no monitor of the account is no page', async () => {
    const { ask, post } = monitorSite(ALL)
    for (const path of ['', '/settings', '/windows', '/pause', '/badge', '/delete'])
      expect([path, (await ask(`/monitors/mon_other${path}`)).status]).toEqual([path, 404])
    for (const path of ['/settings', '/windows', '/pause', '/badge', '/delete', '/resume'])
      expect([path, (await post(`/monitors/mon_other${path}`, { how: 'day', turn: 'on' })).status]).toEqual([
        path,
        404,
      ])
  })

  test('viewers read and change nothing', async () => {
    const { ask, post, html } = monitorSite(ALL)
    expect((await ask('/monitors/mon_Fine', 'viewer')).status).toBe(200)
    expect(await html('/monitors/mon_Fine', 'viewer')).not.toContain('/monitors/mon_Fine/')
    for (const path of ['/monitors/new', '/monitors/mon_Fine/settings', '/monitors/mon_Fine/delete'])
      expect([path, (await ask(path, 'viewer')).status]).toEqual([path, 403])
    for (const path of ['', '/mon_Fine/settings', '/mon_Fine/delete', '/mon_Fine/badge'])
      expect([path, (await post(`/monitors${path}`, {}, 'viewer')).status]).toEqual([path, 403])
  })
})

describe('/badge', () => {
  test('shows state and score to whoever has its address, and no name', async () => {
    const { stranger } = monitorSite([{ ...ALERTING, badge: BADGE }])
    const answer = await stranger(`/badge/${BADGE}.svg`)
    const svg = await answer.text()
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(answer.headers.get('cache-control')).toContain('no-cache')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(svg).toContain('mail: alerting 6.1')
    expect(svg).toContain('prefers-color-scheme:dark')
    expect(svg).not.toContain('Alerting')
    expect(svg.length).toBeLessThan(1500)
    const style = /<style>(.*)<\/style>/.exec(svg)?.[1] ?? ''
    const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
    expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
  })

  test('there is none where none was turned on', async () => {
    const { stranger } = monitorSite([ALERTING])
    for (const path of [`/badge/${BADGE}.svg`, '/badge/x.svg', `/badge/${BADGE}`, '/badge/%00.svg'])
      expect([path, (await stranger(path)).status]).toEqual([path, 404])
  })
})

describe('of an account', () => {
  test('the page of a domain tells how its monitor is, or leads to one', async () => {
    const domains = [domainView('example.org', VERIFIED), domainView('two.example', VERIFIED)]
    const { html } = monitorSite(ALL, { domains })
    const watched = await html('/domains/dom-example.org', 'viewer')
    expect(watched).toContain('Its records were checked 60 minutes ago.')
    expect(watched).toContain('href="/monitors/mon_Records"')
    expect(await html('/domains/dom-two.example')).toContain(
      'href="/monitors/new?kind=domain&amp;domain=dom-two.example"',
    )
    expect(await html('/domains/dom-two.example', 'viewer')).not.toContain('/monitors/new')
  })

  test('the front page tells which monitors need somebody', async () => {
    const { html } = monitorSite(ALL, {
      more: {
        accountTests: { find: async () => ({ items: [] }) } as never,
      },
    })
    const page = await html('/', 'viewer')
    expect(page).toContain('Monitors that need you')
    expect(page).toContain('Two monitors that are not as expected')
    expect(page).toContain('href="/monitors/mon_Silent"')
    expect(page).not.toContain('href="/monitors/mon_Fine"')
    expect(page).toContain('6 monitors')
  })
})
