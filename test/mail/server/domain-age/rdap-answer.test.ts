import { describe, expect, test } from 'bun:test'
import { readRdapAnswer } from '../../../../src/mail/server/domain-age/rdap-answer.ts'

const NOW = new Date('2026-11-23T12:00:00Z')

const event = (eventAction: unknown, eventDate: unknown) => ({ eventAction, eventDate })
const domain = (events: unknown, more: object = {}) =>
  JSON.stringify({ objectClassName: 'domain', ldhName: 'EXAMPLE.COM', events, ...more })
const read = (body: string, name = 'example.com') => readRdapAnswer(body, name, NOW)
const registered = (date: unknown) => read(domain([event('registration', date)]))

/** As Verisign answers, with what nobody needs left out. */
const VERISIGN = JSON.stringify({
  objectClassName: 'domain',
  handle: '2336799_DOMAIN_COM-VRSN',
  ldhName: 'EXAMPLE.COM',
  links: [{ rel: 'self', href: 'https://rdap.verisign.com/com/v1/domain/example.com' }],
  entities: [
    {
      objectClassName: 'entity',
      roles: ['registrar'],
      events: [event('registration', '2026-11-20T00:00:00Z')],
    },
  ],
  events: [
    event('registration', '1995-08-14T04:00:00Z'),
    event('expiration', '2027-08-13T04:00:00Z'),
    event('last changed', '2026-08-14T08:01:43Z'),
    event('last update of RDAP database', '2026-10-05T23:37:17Z'),
  ],
  nameservers: [
    {
      objectClassName: 'nameserver',
      ldhName: 'HERA.NS.EXAMPLE.NET',
      events: [event('registration', '2020-12-09T13:12:35Z')],
    },
  ],
  rdapConformance: ['rdap_level_0', 'icann_rdap_response_profile_1'],
})

describe('what registries answer', () => {
  test('as Verisign does: the date of the domain, not that of a server or a registrar', () => {
    expect(read(VERISIGN)).toEqual({ kind: 'registered', at: '1995-08-14T04:00:00.000Z' })
  })

  test.each([
    ['with fractions, and a trailing dot', '1994-12-13T03:49:48.98Z', '1994-12-13T03:49:48.000Z'],
    ['with an offset', '2026-11-20T01:00:00+02:00', '2026-11-19T23:00:00.000Z'],
    ['with an offset without a colon', '2026-11-20T01:00:00+0200', '2026-11-19T23:00:00.000Z'],
    ['without a zone', '2026-11-20T01:00:00', '2026-11-20T01:00:00.000Z'],
    ['without a time', '2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['in lower case', '2026-11-20t01:00:00z', '2026-11-20T01:00:00.000Z'],
    ['of a clock that is ahead', '2026-11-23T20:00:00Z', '2026-11-23T20:00:00.000Z'],
  ])('%s', (_, date, at) => {
    const body = domain([event('registration', date)], { ldhName: 'example.com.' })
    expect(read(body)).toEqual({ kind: 'registered', at })
  })

  test('the name in its own letters', () => {
    const body = domain([event('registration', '2020-01-01T00:00:00Z')], {
      ldhName: undefined,
      unicodeName: 'bücher.example',
    })
    expect(read(body, 'xn--bcher-kva.example')).toMatchObject({ kind: 'registered' })
  })

  test('what was given up and taken again is as old as that', () => {
    const events = [
      event('registration', '2001-01-01T00:00:00Z'),
      event('reregistration', '2026-11-15T00:00:00Z'),
      event('reregistration', '2019-01-01T00:00:00Z'),
      event('transfer', '2026-11-22T00:00:00Z'),
    ]
    expect(read(domain(events))).toMatchObject({ at: '2026-11-15T00:00:00.000Z' })
  })

  test('the first of several dates', () => {
    const events = ['2026-11-01', '2010-05-05', '2020-01-01'].map((date) => event('registration', date))
    expect(read(domain(events))).toMatchObject({ at: '2010-05-05T00:00:00.000Z' })
  })
})

describe('what tells nothing', () => {
  test.each([
    ['nothing', '', 'not-rdap'],
    ['a page', '<html>Not here</html>', 'not-rdap'],
    ['half an answer', VERISIGN.slice(0, 300), 'not-rdap'],
    ['a list', '[]', 'not-rdap'],
    ['an error', '{"errorCode":404,"title":"Not Found"}', 'not-rdap'],
    ['a name server', domain([], { objectClassName: 'nameserver' }), 'not-rdap'],
    ['another name', domain([event('registration', '2020-01-01')], { ldhName: 'example.net' }), 'other-name'],
    ['no name', domain([], { ldhName: 7 }), 'other-name'],
    ['a name that nearly is', domain([], { ldhName: 'www.example.com' }), 'other-name'],
    ['no events', domain(undefined), 'no-date'],
    ['events that are none', domain([null, 7, 'x', [], event(1, 2), event('registration', null)]), 'no-date'],
    ['events of another sort', domain({ registration: '2020-01-01' }), 'no-date'],
    ['no registration', domain([event('last changed', '2020-01-01')]), 'no-date'],
  ])('%s', (_, body, reason) => {
    expect(read(body)).toEqual({ kind: 'unknown', reason } as never)
  })

  test.each([
    ['the day after tomorrow', '2026-11-25T00:00:00Z', 'bad-date'],
    ['the year 9999', '9999-12-31T23:59:59Z', 'bad-date'],
    ['the beginning of time', '1970-01-01T00:00:00Z', 'bad-date'],
    ['no day', '2026-02-31T00:00:00Z', 'no-date'],
    ['words', 'yesterday', 'no-date'],
    ['a number', 1700000000, 'no-date'],
    ['a flood', `2026-11-20${' '.repeat(100_000)}`, 'no-date'],
  ])('a date that is %s', (_, date, reason) => {
    expect(registered(date)).toEqual({ kind: 'unknown', reason } as never)
  })

  test('lists in lists, until the stack ends', () => {
    expect(read('['.repeat(262_144))).toMatchObject({ reason: 'not-rdap' })
    expect(
      read(`{"objectClassName":"domain","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    ).toMatchObject({
      kind: 'unknown',
    })
  })

  test('ten thousand events are not all looked at', () => {
    const flood = Array.from({ length: 10_000 }, () => event('last changed', '2020-01-01'))
    expect(read(domain([...flood, event('registration', '2020-01-01')]))).toMatchObject({ reason: 'no-date' })
  })
})
