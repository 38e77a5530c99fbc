import { describe, expect, test } from 'bun:test'
import { instantIn, isZone } from '../../../src/web/forms/local-time.ts'
import { domainView, VERIFIED } from '../domains/fake-domains.ts'
import { NOW } from '../fake-mail-tests.ts'
import { BADGE, domainMonitor, hoursAgo, monitorView } from './fake-monitors.ts'
import { monitorSite } from './monitors-site.ts'

const MAIL = {
  kind: 'mail',
  name: 'Weekly',
  every: '7',
  every_unit: 'days',
  grace: '6',
  grace_unit: 'hours',
  least_score: '8,5',
  most_drop: '1.5',
  must_pass: ['spf', 'dkim'],
  looks: ['records', 'blocklists'],
}

describe('a new monitor', () => {
  test('is asked for with what most people expect, and with what its address is for', async () => {
    const page = await monitorSite([]).html('/monitors/new')
    expect(page).toContain('How the address is used')
    expect(page).toContain('sendmail -t')
    expect(page).toContain('--mail-rcpt ADDRESS')
    expect(page).toMatch(/name="must_pass" value="dkim" checked/)
    expect(page).toMatch(/name="least_score"[^>]* value="8"|value="8"[^>]*name="least_score"/)
  })

  test('is made as it was asked for', async () => {
    const { post, held } = monitorSite([])
    const answer = await post('/monitors', MAIL)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/monitors/mon_Weekly?made'])
    expect(held.get('mon_Weekly')?.expectations).toEqual({
      interval: { everyMinutes: 10080, graceMinutes: 360 },
      leastScore: 8.5,
      mostDrop: 1.5,
      mustPass: ['spf', 'dkim'],
      blocklists: true,
      records: true,
    })
  })

  test('expects nothing that was left empty', async () => {
    const { post, held } = monitorSite([])
    await post('/monitors', { kind: 'mail', name: 'Bare' })
    expect(held.get('mon_Bare')?.expectations).toEqual({ mustPass: [], blocklists: false, records: false })
    await post('/monitors', { kind: 'mail', name: 'Daily', every: '1', every_unit: 'days' })
    expect(held.get('mon_Daily')?.expectations.interval).toEqual({ everyMinutes: 1440, graceMinutes: 144 })
  })

  test.each([
    ['a name', { name: ' ' }, 'Enter a name of at most 100 characters.'],
    ['a name that is short', { name: 'x'.repeat(101) }, 'Enter a name of at most 100 characters.'],
    ['a whole number', { every: '1.5' }, 'Enter how often a message is expected: a whole number'],
    ['an interval', { every: '0' }, 'Enter how often a message is expected: a whole number'],
    ['an interval of a year', { every: '400' }, 'Enter how often a message is expected: a whole number'],
    ['a unit', { every_unit: 'constructor' }, 'Enter how often a message is expected: a whole number'],
    ['an interval for the grace', { every: '' }, 'Enter how often a message is expected.'],
    ['a score', { least_score: '11' }, 'Enter a score from 0 to 10, such as 8.5.'],
    ['a score with one decimal', { least_score: '8.55' }, 'Enter a score from 0 to 10, such as 8.5.'],
    ['a drop', { most_drop: '0' }, 'Enter points from 0.1 to 10, such as 1.5.'],
  ])('needs %s', async (_, changes, says) => {
    const { post, held } = monitorSite([])
    const answer = await post('/monitors', { ...MAIL, ...changes })
    const page = await answer.text()
    expect([answer.status, page.includes(says)]).toEqual([422, true])
    expect(page).toMatch(/name="must_pass" value="dkim" checked/)
    expect(page).not.toMatch(/name="must_pass" value="dmarc" checked/)
    expect(held.size).toBe(0)
  })

  test('what the service refuses is said in the form, with everything that was typed', async () => {
    const { post } = monitorSite([monitorView('Weekly')])
    const taken = await post('/monitors', MAIL)
    expect([taken.status, (await taken.text()).includes('There is a monitor of that name already.')]).toEqual(
      [422, true],
    )
    const full = monitorSite([], { plan: 0 })
    const page = await (await full.post('/monitors', MAIL)).text()
    expect(page).toContain('The plan allows no more monitors.')
    expect(page).toContain('value="Weekly"')
  })

  test('of a domain is offered for verified domains that have none', async () => {
    const domains = [
      domainView('example.org', VERIFIED),
      domainView('two.example', VERIFIED),
      domainView('unproved.example'),
    ]
    const { html, post, held } = monitorSite([domainMonitor('There')], { domains })
    const page = await html('/monitors/new?kind=domain&domain=dom-two.example')
    expect(page).toMatch(/<option value="dom-two.example" selected/)
    expect(page).not.toContain('value="dom-example.org"')
    expect(page).not.toContain('unproved')
    expect(page).not.toContain('least_score')
    const answer = await post('/monitors', {
      kind: 'domain',
      domain: 'dom-two.example',
      name: 'Records of two.example',
      looks: 'records',
    })
    expect(answer.headers.get('location')).toBe('/monitors/mon_Recordsoftwoexam?made')
    expect(held.get('mon_Recordsoftwoexam')?.expectations).toEqual({
      mustPass: [],
      blocklists: false,
      records: true,
    })
    expect((await post('/monitors', { kind: 'domain', name: 'x' })).status).toBe(422)
  })

  test('of a domain without a verified one leads to the domains', async () => {
    const page = await monitorSite([]).html('/monitors/new?kind=domain')
    expect(page).toContain('No verified domain yet')
    expect(page).toContain('href="/domains"')
  })
})

describe('what is changed of a monitor', () => {
  test('its settings, of which the form shows those that are there', async () => {
    const view = monitorView('Fine', {
      expectations: { ...monitorView('x').expectations, mustPass: ['gone'] },
    })
    const { html, post, held } = monitorSite([view])
    const page = await html('/monitors/mon_Fine/settings')
    expect(page).toContain('value="Fine"')
    expect(page).toMatch(/name="must_pass" value="gone" checked/)
    expect(page).toMatch(/<option value="days" selected/)
    const answer = await post('/monitors/mon_Fine/settings', { name: 'Other', looks: 'records' })
    expect(answer.headers.get('location')).toBe('/monitors/mon_Fine?changed')
    expect(held.get('mon_Fine')).toMatchObject({
      name: 'Other',
      expectations: { mustPass: [], records: true },
    })
    const wrong = await post('/monitors/mon_Fine/settings', { name: '' })
    expect(wrong.status).toBe(422)
    expect(held.get('mon_Fine')?.name).toBe('Other')
  })

  test.each([
    ['hour', {}, hoursAgo(-1)],
    ['week', {}, hoursAgo(-168)],
    ['time', { until: '2027-01-01T00:00', zone: 'UTC' }, new Date('2027-01-01T00:00Z')],
    ['time', { until: '2027-07-01T00:00', zone: 'Europe/Berlin' }, new Date('2027-06-30T22:00Z')],
    ['resumed', {}, undefined],
  ])('its pause: %s %p', async (how, more, until) => {
    const { html, post, held } = monitorSite([monitorView('Fine')])
    const answer = await post('/monitors/mon_Fine/pause', { how, ...more })
    expect(answer.headers.get('location')).toBe('/monitors/mon_Fine?paused')
    expect(held.get('mon_Fine')?.paused?.until).toEqual(until as Date)
    expect(await html('/monitors/mon_Fine')).toContain('>Resume</button>')
    await post('/monitors/mon_Fine/resume')
    expect(held.get('mon_Fine')?.paused).toBeUndefined()
  })

  test.each([
    [{}, 'Choose how long the monitor is to pause.'],
    [{ how: 'time', until: '', zone: 'UTC' }, 'Enter a time that is still to come.'],
    [{ how: 'time', until: '2020-01-01T00:00', zone: 'UTC' }, 'Enter a time that is still to come.'],
    [{ how: 'time', until: '2027-02-30T00:00', zone: 'UTC' }, 'Enter a time that is still to come.'],
    [{ how: 'time', until: '2027-01-01T00:00', zone: 'Mars/Base' }, 'Enter a time zone'],
  ])('no pause of %p', async (fields, says) => {
    const { post, held } = monitorSite([monitorView('Fine')])
    const answer = await post('/monitors/mon_Fine/pause', fields)
    expect([answer.status, (await answer.text()).includes(says)]).toEqual([422, true])
    expect(held.get('mon_Fine')?.paused).toBeUndefined()
  })

  test('its windows, one at a time', async () => {
    const { html, post, held } = monitorSite([monitorView('Fine')])
    const path = '/monitors/mon_Fine/windows'
    await post(path, {
      act: 'once',
      from: '2027-01-01T22:00',
      until: '2027-01-02T02:00',
      zone: 'Europe/Berlin',
    })
    const weekly = {
      act: 'weekly',
      days: ['7', '1', '9'],
      at: '02:30',
      length: '2',
      length_unit: 'hours',
      weekly_zone: 'America/New_York',
    }
    await post(path, weekly)
    await post(path, weekly)
    expect(held.get('mon_Fine')?.windows).toEqual([
      { kind: 'once', from: new Date('2027-01-01T21:00Z'), until: new Date('2027-01-02T01:00Z') },
      { kind: 'weekly', days: [1, 7], at: '02:30', minutes: 120, zone: 'America/New_York' },
    ])
    const page = await html(`${path}?added`)
    expect(page).toContain('Every Monday and Sunday at 02:30 for 2 hours (America/New_York)')
    const key = /name="window" value="(once[^"]+)"/.exec(page)?.[1] ?? ''
    expect((await post(path, { act: 'remove', window: key })).headers.get('location')).toBe(`${path}?removed`)
    expect(held.get('mon_Fine')?.windows).toHaveLength(1)
  })

  test.each([
    [{ act: 'once', from: '', until: '', zone: 'UTC' }, 'Enter when the window opens'],
    [
      { act: 'once', from: '2027-01-02T00:00', until: '2027-01-01T00:00', zone: 'UTC' },
      'The window has to close after it opens.',
    ],
    [
      { act: 'once', from: '2020-01-01T00:00', until: '2020-01-02T00:00', zone: 'UTC' },
      'The window has to close in the future.',
    ],
    [{ act: 'once', from: '2027-01-01T00:00', until: '2027-01-02T00:00', zone: '' }, 'Enter a time zone'],
    [{ act: 'weekly' }, 'Choose at least one day.'],
    [{ act: 'weekly', days: '1', at: '25:00' }, 'Enter when the window opens, such as 02:30.'],
    [{ act: 'weekly', days: '1', at: '02:00', length: '0', length_unit: 'hours' }, 'Enter how long'],
    [
      { act: 'weekly', days: '1', at: '02:00', length: '8', length_unit: 'days', weekly_zone: 'UTC' },
      'lasts 1 minute to 7 days',
    ],
  ])('no window of %p', async (fields, says) => {
    const { post, held } = monitorSite([monitorView('Fine')])
    const answer = await post('/monitors/mon_Fine/windows', fields)
    expect([answer.status, (await answer.text()).includes(says)]).toEqual([422, true])
    expect(held.get('mon_Fine')?.windows).toEqual([])
  })

  test('a window that is too long is told of at its very field', async () => {
    const { post } = monitorSite([monitorView('Fine')])
    const at = async (fields: Record<string, string>) => {
      const page = await (await post('/monitors/mon_Fine/windows', fields)).text()
      return /<input[^>]*aria-invalid="true"[^>]*>/.exec(page)?.[0]
    }
    const weekly = { act: 'weekly', days: '1', at: '02:00', weekly_zone: 'UTC' }
    expect(await at({ ...weekly, length: '8', length_unit: 'days' })).toContain('name="length"')
    const once = { act: 'once', from: '2027-01-01T00:00', until: '2027-01-09T00:00', zone: 'UTC' }
    expect(await at(once)).toContain('name="until"')
  })

  test('its badge: on, anew and off', async () => {
    const { html, post, held, stranger } = monitorSite([monitorView('Fine')])
    const path = '/monitors/mon_Fine/badge'
    expect(await html(path)).toContain('The badge is off.')
    await post(path, { turn: 'on' })
    expect(await html(path)).toContain(`![Mail](http://mailgauge.example/badge/${BADGE}.svg)`)
    expect((await stranger(`/badge/${BADGE}.svg`)).status).toBe(200)
    await post(path, { turn: 'on' })
    expect(held.get('mon_Fine')?.badge).not.toBe(BADGE)
    expect((await stranger(`/badge/${BADGE}.svg`)).status).toBe(404)
    await post(path, { turn: 'off' })
    expect(held.get('mon_Fine')?.badge).toBeUndefined()
  })

  test('its end, which is asked for first', async () => {
    const { html, post, held } = monitorSite([monitorView('Fine')])
    expect(await html('/monitors/mon_Fine/delete')).toContain('Delete “Fine”?')
    expect(held.size).toBe(1)
    const answer = await post('/monitors/mon_Fine/delete')
    expect(answer.headers.get('location')).toBe('/monitors?deleted')
    expect(held.size).toBe(0)
  })
})

describe('a time in a zone', () => {
  test.each([
    ['2026-11-23T22:00', 'UTC', '2026-11-23T22:00:00.000Z'],
    ['2026-11-23T22:00', 'Asia/Kolkata', '2026-11-23T16:30:00.000Z'],
    ['2026-07-01T12:00:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ])('%s in %s is %s', (typed, zone, at) => {
    expect(instantIn(typed, zone)?.toISOString()).toBe(at)
  })

  test.each([
    '',
    'x',
    '2026-13-01T00:00',
    '2026-02-30T00:00',
    '2026-01-01T24:00',
    '0026-01-01T00:00',
    '2026-01-01',
  ])('%p is none', (typed) => expect(instantIn(typed, 'UTC')).toBeUndefined())

  test('a zone is known or not', () => {
    expect(['UTC', 'Europe/Berlin', 'Mars/Base', '', NOW.toISOString()].map(isZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
