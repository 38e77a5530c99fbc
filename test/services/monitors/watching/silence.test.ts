import { describe, expect, test } from 'bun:test'
import { DAY, HOUR, MINUTE, START, scene } from './scene.ts'

const HOURLY = { interval: { everyMinutes: 60, graceMinutes: 15 } }
const LATE = 75 * MINUTE
const once = (from: number, until: number) => ({
  kind: 'once' as const,
  from: new Date(START + from),
  until: new Date(START + until),
})

describe('a message that is late', () => {
  test('is told when interval and grace are over, and over with the next one', () => {
    const at = scene(HOURLY)
    at.time()
    at.mail(9)
    expect(at.standing().lateAt).toEqual(new Date(START + LATE))
    at.pass(LATE - 1)
    expect([at.is(), at.told()]).toEqual(['ok', []])
    at.pass(1)
    expect([at.is(), at.standing().lateAt]).toEqual(['silent', undefined])
    expect(at.events()).toMatchObject([
      {
        type: 'monitor.alert',
        payload: {
          state: 'silent',
          score: 9,
          reasons: [
            {
              condition: 'nothing_received',
              says: 'No message has come since 23 Nov 2026, 12:00 UTC; one is expected every hour, at most 15 minutes late.',
            },
          ],
        },
      },
    ])
    at.pass(5 * DAY)
    expect(at.told()).toEqual([])
    at.mail(9)
    expect([at.is(), at.told()]).toEqual(['ok', ['recovered: nothing_received']])
  })

  test('is told though none ever came', () => {
    const at = scene({ interval: { everyMinutes: 1440, graceMinutes: 0 } })
    at.time()
    at.pass(DAY - 1)
    expect(at.is()).toBe('waiting')
    at.pass(1)
    expect(at.is()).toBe('silent')
    expect(at.standing().reasons[0]?.says).toBe(
      'No message has come since the monitor was made, 23 Nov 2026, 12:00 UTC; one is expected every day.',
    )
  })

  test('is not late when it came and is not analysed yet', () => {
    const at = scene(HOURLY)
    at.mail(9)
    at.pass(70 * MINUTE)
    at.arrive()
    at.pass(60 * MINUTE)
    expect([at.is(), at.told()]).toEqual(['ok', []])
    at.pass(LATE - 60 * MINUTE)
    expect(at.is()).toBe('silent')
    at.arrive()
    at.time()
    expect([at.is(), at.told().at(-1)]).toEqual(['ok', 'recovered: nothing_received'])
  })

  test('ends the silence though it is bad, and that is told', () => {
    const at = scene({ ...HOURLY, leastScore: 8 })
    at.mail(9)
    at.pass(LATE)
    at.mail(3)
    expect([at.is(), at.told()]).toEqual(['alerting', ['silent: nothing_received', 'alerting: score_low']])
    at.mail(9)
    at.mail(9)
    expect(at.told()).toEqual(['recovered: nothing_received, score_low'])
  })

  test('is told with what else is wrong', () => {
    const at = scene({ ...HOURLY, leastScore: 8 })
    at.mail(3)
    at.pass(LATE)
    expect([at.is(), at.told()]).toEqual([
      'silent',
      ['alerting: score_low', 'silent: nothing_received, score_low'],
    ])
  })

  test('again within 24 hours rings when these are over', () => {
    const at = scene(HOURLY)
    at.mail(9)
    at.pass(LATE)
    at.mail(9)
    at.told()
    at.pass(LATE)
    expect([at.is(), at.told()]).toEqual(['silent', []])
    at.pass(DAY - LATE - 1)
    expect(at.told()).toEqual([])
    at.pass(1)
    expect(at.told()).toEqual(['silent: nothing_received'])
  })

  test('by another interval is late or is not', () => {
    const at = scene(HOURLY)
    at.mail(9)
    at.pass(LATE)
    at.change({ expectations: { interval: { everyMinutes: 180, graceMinutes: 0 } } })
    expect([at.is(), at.told()]).toEqual(['ok', ['silent: nothing_received', 'recovered: nothing_received']])
    at.pass(2 * DAY)
    expect(at.told()).toEqual(['silent: nothing_received'])
    const other = scene({ interval: { everyMinutes: 1440, graceMinutes: 0 } })
    other.mail(9)
    other.pass(LATE)
    other.change({ expectations: HOURLY })
    expect(other.is()).toBe('silent')
  })

  test('is never expected of a domain', () => {
    const at = scene(HOURLY, { subject: { kind: 'domain', domainId: 'd', domain: 'example.org' } })
    at.time()
    at.pass(10 * DAY)
    expect([at.is(), at.told(), at.due()]).toEqual(['waiting', [], undefined])
  })
})

describe('a pause', () => {
  test('is told of by nobody, and what it lasts does not count', () => {
    const at = scene(HOURLY)
    at.mail(9)
    at.pass(60 * MINUTE)
    at.change({ paused: { at: at.now(), until: new Date(START + 3 * DAY) } })
    expect([at.is(), at.standing().lateAt]).toEqual(['paused', undefined])
    at.pass(3 * DAY - 60 * MINUTE)
    expect([at.is(), at.told()]).toEqual(['ok', []])
    at.pass(15 * MINUTE - 1)
    expect(at.told()).toEqual([])
    at.pass(1)
    expect(at.told()).toEqual(['silent: nothing_received'])
  })

  test('without an end is over when somebody resumes', () => {
    const at = scene({ leastScore: 8 })
    at.mail(9)
    at.change({ paused: { at: at.now() } })
    at.mail(3)
    at.pass(30 * DAY)
    expect([at.is(), at.told(), at.due(), at.standing().reasons]).toEqual(['paused', [], undefined, []])
    at.resume()
    expect([at.is(), at.told()]).toEqual(['alerting', []])
    at.mail(3)
    expect(at.told()).toEqual(['alerting: score_low'])
  })

  test('of one that alerts: what was told is not told again, and what is over by then is told then', () => {
    const at = scene({ leastScore: 8 })
    at.mail(3)
    at.change({ paused: { at: at.now() } })
    at.mail(3)
    at.resume()
    at.mail(3)
    expect(at.told()).toEqual(['alerting: score_low'])
    at.change({ paused: { at: at.now() } })
    at.mail(9)
    at.mail(9)
    expect(at.told()).toEqual([])
    at.resume()
    expect([at.is(), at.told()]).toEqual(['ok', ['recovered: score_low']])
  })
})

describe('a maintenance window', () => {
  test('is looked at when it opens and closes, and does not count', () => {
    const at = scene(HOURLY, { windows: [once(HOUR, 5 * HOUR)] })
    at.mail(9)
    expect(at.standing().lateAt).toEqual(new Date(START + LATE))
    at.pass(HOUR)
    expect(at.standing().lateAt).toEqual(new Date(START + 5 * HOUR + 15 * MINUTE))
    at.pass(4 * HOUR + 15 * MINUTE - 1)
    expect([at.is(), at.told()]).toEqual(['ok', []])
    at.pass(1)
    expect(at.is()).toBe('silent')
  })

  test('keeps silent what does not last', () => {
    const at = scene({ leastScore: 8 }, { windows: [once(HOUR, 5 * HOUR)] })
    at.mail(9)
    at.pass(2 * HOUR)
    at.mail(3)
    at.pass(4 * HOUR)
    at.mail(9)
    at.mail(9)
    expect([at.is(), at.told()]).toEqual(['ok', []])
  })

  test('rings when what began in it is seen behind it', () => {
    const at = scene({ leastScore: 8, blocklists: true }, { windows: [once(HOUR, 5 * HOUR)] })
    at.mail(9)
    at.pass(2 * HOUR)
    at.mail(3)
    at.look(['listed zen'])
    at.pass(4 * HOUR)
    expect([at.is(), at.told()]).toEqual(['alerting', []])
    at.look(['listed zen'])
    expect(at.told()).toEqual(['alerting: listed zen'])
    at.mail(3)
    expect(at.told()).toEqual(['alerting: listed zen, score_low'])
  })

  test('counts by when a message came, not by when its analysis ended', () => {
    const at = scene({ leastScore: 8 }, { windows: [once(HOUR, 5 * HOUR)] })
    at.pass(5 * HOUR + MINUTE)
    at.mail({ score: 3, ago: 2 * MINUTE })
    expect(at.told()).toEqual([])
    at.mail(3)
    expect(at.told()).toEqual(['alerting: score_low'])
  })

  test('keeps a reason from ringing that has rested meanwhile', () => {
    const at = scene({ leastScore: 8 }, { windows: [once(20 * HOUR, 30 * HOUR)] })
    at.mail(3)
    at.mail(9)
    at.mail(9)
    at.told()
    at.pass(HOUR)
    at.mail(3)
    at.pass(29 * HOUR - 1)
    expect(at.told()).toEqual([])
    at.pass(1)
    expect(at.told()).toEqual(['alerting: score_low'])
  })
})

describe('a clock that is set', () => {
  test.each([1, 5, 30, 400])('ahead by %d days and back rings nothing by itself', (days) => {
    const at = scene({ ...HOURLY, leastScore: 8 }, { windows: [once(100 * DAY, 101 * DAY)] })
    for (let hour = 0; hour < 40; hour += 1) {
      at.mail(9)
      at.pass(30 * MINUTE)
      if (hour % 3 === 0) at.set(days * DAY)
      if (hour % 3 === 1) at.set(-days * DAY)
      at.pass(30 * MINUTE)
    }
    expect([at.is(), at.told()]).toEqual(['ok', []])
  })

  test('ahead rings what is late no sooner', () => {
    const at = scene(HOURLY)
    at.mail(9)
    at.set(3 * DAY)
    at.pass(LATE - 1)
    expect(at.told()).toEqual([])
    at.pass(1)
    expect(at.told()).toEqual(['silent: nothing_received'])
  })

  test('back has the next message still be the latest one', () => {
    const at = scene({ leastScore: 8 })
    at.set(10 * DAY)
    at.mail(9)
    at.set(-10 * DAY)
    at.mail(5)
    expect([at.told(), at.standing().score]).toEqual([['alerting: score_low'], 5])
    expect(at.standing().last?.at).toEqual(at.now())
  })

  test('does not end what rests', () => {
    const at = scene({ leastScore: 8 })
    at.mail(5)
    at.mail(9)
    at.mail(9)
    at.told()
    at.mail(5)
    at.set(40 * DAY)
    expect(at.told()).toEqual([])
    at.pass(DAY)
    expect(at.told()).toEqual(['alerting: score_low'])
  })
})

test('what did not come while the service was off says nothing', () => {
  const at = scene(HOURLY)
  at.mail(9)
  at.pass(70 * MINUTE)
  at.off(3 * DAY)
  at.time()
  expect([at.is(), at.told()]).toEqual(['ok', []])
  at.pass(5 * MINUTE - 1)
  expect(at.told()).toEqual([])
  at.pass(1)
  expect(at.told()).toEqual(['silent: nothing_received'])
})
