import { describe, expect, test } from 'bun:test'
import { START, scene } from './scene.ts'

/** A domain whose mail passes for 60 days. */
const steady = () => scene().mail('own', [0, 59], 200)

describe('the first look', () => {
  test('tells nothing of what is there, whatever it is', () => {
    const at = scene()
      .mail('own', [0, 40], 200, 1)
      .mail('own', [41, 59], 200, 0.1)
      .mail('new', [44, 59], 100, 0)
      .mail('thief', [40, 59], 500, 0, { standing: 'abuse' })
      .policy([0, 42], { p: 'none' })
      .policy([43, 59], { p: 'reject' })
      .tls([0, 59], 10, 50)
    expect(at.watch([49, 58])).toEqual([])
    expect(at.holds().sort()).toEqual(['rate_low', 'source_regressed', 'tls.failures'])
  })

  test('of a domain without reports is made again when the first ones come', () => {
    const at = scene()
    expect(at.watch([0, 9])).toEqual([])
    at.mail('a', [10, 30], 50).mail('b', [12, 30], 50)
    expect(at.watch([10, 30])).toEqual([])
  })

  test('is made again when none came for 400 days', () => {
    const at = steady()
    expect(at.watch([40, 62])).toEqual([])
    at.mail('elsewhere', [470, 480], 100)
    expect(at.watch([63, 480]).filter((one) => !one.includes('reports_missing'))).toEqual([])
  })
})

describe('a new source', () => {
  test('is told once, when its week has 20 messages or a day of it 10', () => {
    const at = steady().mail('weekly', [45, 59], 4).mail('daily', [50, 50], 10).mail('little', [45, 59], 1)
    expect(at.watch([42, 60])).toEqual(['51 source_new weekly', '52 source_new daily'])
  })

  test('is none when it was first seen long ago, though it sends more now', () => {
    const at = steady().mail('slow', [10, 10], 1).mail('slow', [50, 59], 100)
    expect(at.watch([42, 60])).toEqual([])
  })

  test('is none in the first week of reports, in which all come one by one', () => {
    const at = scene()
      .mail('a', [0, 30], 50)
      .mail('b', [3, 30], 50)
      .mail('c', [6, 30], 50)
      .mail('d', [7, 30], 50)
    expect(at.watch([1, 30])).toEqual(['9 source_new d'])
  })

  test('is none when it forwards, or is a mailing list', () => {
    const at = steady()
      .mail('forwarder', [50, 59], 50, 0.5, { standing: 'forwarded' })
      .mail('list', [50, 59], 50, 0.5, { standing: 'mailing_list' })
    expect(at.watch([42, 60])).toEqual([])
  })

  test('stays known when its addresses are grouped otherwise, and when it comes and goes', () => {
    const at = steady().mail('ip:192.0.2.9', [45, 47], 30)
    expect(at.watch([42, 49])).toEqual(['47 source_new ip:192.0.2.9'])
    at.rename('ip:192.0.2.9', 'domain:sender.example').mail('domain:sender.example', [56, 59], 50)
    expect(at.watch([50, 62])).toEqual([])
  })

  test('of thousands: five by themselves, one that says how many more, and the rest the next day', () => {
    const at = steady()
    for (let n = 0; n < 2_000; n += 1) at.mail(`s${String(n).padStart(4, '0')}`, [48, 50], 20)
    const told = at.watch([42, 60])
    expect(told).toEqual([
      ...[0, 1, 2, 3, 4].map((n) => `50 source_new s000${n}`),
      '50 source_new s0005 +1994',
    ])
    expect(JSON.stringify(at.state()).length).toBeLessThan(60_000)
  })

  test('that comes later on such a day is told on the next', () => {
    const at = steady()
    for (let n = 0; n < 7; n += 1) at.mail(`s${n}`, [48, 50], 20)
    expect(at.watch([42, 50])).toHaveLength(6)
    at.mail('late', [48, 50], 20)
    expect(at.watch([50, 50])).toEqual([])
    expect(at.watch([51, 52])).toEqual(['51 source_new late'])
  })

  test('that is likely abuse is told once for a wave, and again after two quiet weeks', () => {
    const at = scene().mail('own', [0, 99], 200)
    for (let n = 0; n < 40; n += 1)
      at.mail(`thief${String(n).padStart(2, '0')}`, [45 + (n % 20), 45 + (n % 20)], 30, 0, {
        standing: 'abuse',
      })
    at.mail('again', [90, 91], 30, 0, { standing: 'abuse' })
    expect(at.watch([42, 99])).toEqual(['47 source_new thief00 +1 abuse', '92 source_new again abuse'])
  })

  test('is not judged while it is not known who sends', () => {
    const at = steady().mail('new', [45, 59], 30)
    at.watch([42, 44])
    at.flags.sourcesUnknown = true
    expect(at.watch([45, 50])).toEqual([])
    at.flags.sourcesUnknown = false
    expect(at.watch([51, 60])).toEqual(['51 source_new new'])
  })
})

describe('a source that got worse', () => {
  const lost = () =>
    scene()
      .mail('own', [0, 159], 5_000)
      .mail('esp', [0, 44], 60)
      .mail('esp', [45, 64], 60, 0)
      .mail('esp', [65, 159], 60)

  test('is told once, on the first settled day, and is over when it passes again', () => {
    const at = lost()
    expect(at.watch([42, 60])).toEqual(['47 source_regressed esp'])
    expect(at.holds()).toEqual(['source_regressed'])
    expect(at.watch([61, 99])).toEqual([])
    expect(at.holds()).toEqual([])
  })

  test('is told again when it was over and came anew', () => {
    const at = lost().mail('esp', [120, 125], 60, 0.3)
    expect(at.watch([42, 159])).toEqual(['47 source_regressed esp', '122 source_regressed esp'])
  })

  test('lasts for as long as it is not better, though the time before is as bad by then', () => {
    const at = scene().mail('own', [0, 199], 5_000).mail('esp', [0, 44], 60).mail('esp', [45, 199], 60, 0.5)
    expect(at.watch([42, 199])).toEqual(['48 source_regressed esp'])
    expect(at.holds()).toEqual(['source_regressed'])
  })

  test('is none by 19 points, nor by 49 messages', () => {
    const at = scene()
      .mail('own', [0, 59], 5_000)
      .mail('a', [0, 44], 100)
      .mail('a', [45, 59], 100, 0.81)
      .mail('few', [0, 44], 7)
      .mail('few', [45, 51], 7, 0)
    expect(at.watch([42, 60])).toEqual([])
    const b = scene().mail('own', [0, 59], 5_000).mail('b', [0, 44], 100).mail('b', [45, 59], 100, 0.8)
    expect(b.watch([42, 60])).toEqual(['49 source_regressed b'])
  })

  test('stays while it goes to and fro between the two limits', () => {
    const at = scene().mail('own', [0, 199], 9_000).mail('esp', [0, 44], 60)
    for (let day = 45; day < 150; day += 1) at.mail('esp', [day, day], 60, day % 2 ? 0.75 : 0.88)
    at.mail('esp', [45, 47], 60, 0.7)
    expect(at.watch([42, 150])).toEqual(['48 source_regressed esp'])
  })

  test('is followed when its addresses are grouped otherwise', () => {
    const at = lost()
    expect(at.watch([42, 50])).toEqual(['47 source_regressed esp'])
    at.rename('esp', 'sender:esp')
    expect(at.watch([51, 60])).toEqual([])
    expect(at.state().holds[0]?.told.payload).toMatchObject({ source: 'sender:esp' })
  })

  test('of many at once: five, and one that says how many more', () => {
    const at = scene().mail('own', [0, 59], 50_000)
    for (let n = 0; n < 30; n += 1) at.mail(`s${10 + n}`, [0, 44], 60).mail(`s${10 + n}`, [45, 59], 60, 0)
    const told = at.watch([42, 60])
    expect(told).toHaveLength(6)
    expect(told.at(-1)).toBe('47 source_regressed s15 +24')
  })

  test('is forgotten when it no longer sends', () => {
    const at = lost().none([50, 59])
    at.mail('own', [50, 99], 5_000)
    at.source('esp').days.forEach((_, day) => {
      if (day >= START + 50) at.source('esp').days.delete(day)
    })
    expect(at.watch([42, 99])).toEqual(['47 source_regressed esp'])
    expect(at.holds()).toEqual([])
  })
})

describe('the rate of a domain', () => {
  test('is told once below 95 %, and is over from 97 % on', () => {
    const at = scene()
      .mail('own', [0, 44], 100)
      .mail('own', [45, 60], 100, 0.9)
      .mail('own', [61, 80], 100, 0.96)
      .mail('own', [81, 99], 100, 0.98)
    expect(at.watch([42, 75])).toEqual(['50 rate_low'])
    expect(at.holds()).toEqual(['rate_low'])
    expect(at.watch([76, 99])).toEqual([])
    expect(at.holds()).toEqual([])
  })

  test('that was always low is told when it falls, and is over when it is what it was', () => {
    const at = scene()
      .mail('own', [0, 44], 100, 0.9)
      .mail('own', [45, 60], 100, 0.8)
      .mail('own', [61, 80], 100, 0.9)
    expect(at.watch([42, 80])).toEqual(['50 rate_low'])
    expect(at.holds()).toEqual([])
  })

  test('is not that of likely abuse', () => {
    const at = steady().mail('thief', [40, 59], 5_000, 0, { standing: 'abuse', firstSeen: START })
    expect(at.watch([42, 60])).toEqual([])
  })

  test('is none of fewer than 100 messages', () => {
    const at = scene().mail('own', [0, 44], 14).mail('own', [45, 59], 14, 0)
    expect(at.watch([42, 60])).toEqual(['48 source_regressed own'])
  })
})

describe('reports that stay away', () => {
  test('are told after three days, once, and are over when they come on two days', () => {
    const at = scene().mail('own', [0, 44], 100).mail('own', [60, 60], 100)
    expect(at.watch([42, 61])).toEqual(['49 reports_missing'])
    expect(at.holds()).toEqual(['reports_missing'])
    at.mail('own', [61, 90], 100)
    expect(at.watch([62, 62])).toEqual([])
    expect(at.holds()).toEqual([])
  })

  test('are told anew after they were steady again', () => {
    const at = scene().mail('own', [0, 44], 100).mail('own', [60, 80], 100)
    expect(at.watch([42, 90])).toEqual(['49 reports_missing', '85 reports_missing'])
  })

  test('are usual at weekends', () => {
    const at = scene().mail('own', [0, 89], 100)
    for (let day = 0; day < 90; day += 7) at.none([day, day + 1])
    at.none([58, 60])
    expect(at.watch([30, 90])).toEqual([])
  })

  test('are not told of a domain that seldom has any', () => {
    const at = scene()
    for (let day = 0; day < 60; day += 2) at.mail('own', [day, day], 100)
    expect(at.watch([42, 80])).toEqual([])
  })

  test('say nothing while the service was off', () => {
    const at = scene().mail('own', [0, 44], 100)
    expect(at.watch([42, 46])).toEqual([])
    expect(at.watch([52, 55])).toEqual([])
    expect(at.watch([56, 57])).toEqual(['56 reports_missing'])
  })
})

describe('TLS failures', () => {
  test('are told from 5 % on, and are over below 1 % for three days', () => {
    const at = steady()
      .tls([0, 44], 990, 1)
      .tls([45, 49], 900, 100)
      .tls([50, 51], 990, 1)
      .tls([52, 52], 980, 20)
      .tls([53, 59], 990, 1)
    expect(at.watch([42, 54])).toEqual(['47 tls.failures'])
    expect(at.holds()).toEqual(['tls.failures'])
    expect(at.watch([55, 60])).toEqual([])
    expect(at.holds()).toEqual([])
  })

  test('are told where none ever failed before, by 10', () => {
    const at = steady().tls([0, 44], 9_000, 0).tls([45, 45], 9_000, 9).tls([46, 59], 9_000, 1)
    expect(at.watch([42, 60])).toEqual(['48 tls.failures'])
  })

  test('are none by 9, or by less than 5 % where some always fail', () => {
    const at = steady().tls([0, 44], 50, 0).tls([45, 46], 5, 4).tls([47, 59], 50, 0)
    expect(at.watch([42, 60])).toEqual([])
    const b = steady().tls([0, 44], 1_000, 5).tls([45, 59], 960, 40)
    expect(b.watch([42, 60])).toEqual([])
  })
})
