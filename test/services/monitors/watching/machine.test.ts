import { describe, expect, test } from 'bun:test'
import { DAY, HOUR, MINUTE, START, scene } from './scene.ts'

describe('a condition', () => {
  test('rings once when it opens, and is over after two good messages in a row', () => {
    const at = scene({ leastScore: 8 })
    expect(at.is()).toBeUndefined()
    at.time()
    expect(at.is()).toBe('waiting')
    at.mail(9)
    expect([at.is(), at.told()]).toEqual(['ok', []])
    at.mail(7.9)
    expect([at.is(), at.told()]).toEqual(['alerting', ['alerting: score_low']])
    at.mail(5)
    at.mail(8)
    expect([at.is(), at.told()]).toEqual(['alerting', []])
    at.mail(5)
    at.mail(9)
    expect([at.is(), at.told()]).toEqual(['alerting', []])
    at.mail(9)
    expect([at.is(), at.told()]).toEqual(['ok', ['recovered: score_low']])
  })

  test('says what was seen, in which message, and since when', () => {
    const at = scene({ leastScore: 8 })
    at.mail(9)
    at.pass(HOUR)
    at.mail(6.5)
    const says = 'The message scored 6.5; at least 8.0 is expected.'
    const since = new Date(START + HOUR)
    expect(at.events()).toEqual([
      {
        type: 'monitor.alert',
        subject: 'mon_1',
        payload: {
          ...{ monitor: 'mon_1', name: 'Newsletter', kind: 'mail', state: 'alerting' },
          reasons: [{ condition: 'score_low', says, since: since.toISOString() }],
          ...{ score: 6.5, token: 'token_msg_2', message: 'msg_2' },
        },
      },
    ])
    expect(at.standing()).toEqual({
      ...{ state: 'alerting', since, score: 6.5 },
      reasons: [{ condition: 'score_low', says, since }],
      last: { at: since, token: 'token_msg_2', messageId: 'msg_2' },
    })
    at.pass(HOUR)
    at.mail(9)
    at.mail(9.1)
    expect(at.events()).toMatchObject([
      { type: 'monitor.recovered', payload: { since: since.toISOString(), score: 9.1, reasons: [{ says }] } },
    ])
  })

  test('is another one: all that lasts is told again, the gravest first', () => {
    const at = scene({ leastScore: 8, mustPass: ['dkim', 'spf'] })
    at.mail({ score: 7 })
    at.mail({ score: 7, checks: { dkim: 'failed', spf: 'passed' } })
    at.mail({ failed: true })
    expect(at.told()).toEqual([
      'alerting: score_low',
      'alerting: check_failed dkim, score_low',
      'alerting: not_analysed, check_failed dkim, score_low',
    ])
    // One that is over alone is not told.
    at.mail({ score: 9, checks: { dkim: 'failed' } })
    at.mail({ score: 9, checks: { dkim: 'failed' } })
    expect([at.told(), at.standing().reasons.length]).toEqual([[], 1])
    at.mail({ checks: { dkim: 'passed' } })
    at.mail({ checks: { dkim: 'neutral' } })
    expect(at.told()).toEqual(['recovered: not_analysed, check_failed dkim, score_low'])
  })
})

describe('what could not be found out', () => {
  test('is neither good nor bad: a check in error', () => {
    const at = scene({ mustPass: ['dkim'] })
    at.mail({ checks: { dkim: 'error' } })
    expect([at.is(), at.told()]).toEqual(['ok', []])
    at.mail({ checks: { dkim: 'failed' } })
    at.mail({ checks: { dkim: 'passed' } })
    at.mail({ checks: { dkim: 'error' } })
    at.mail({})
    expect([at.is(), at.told()]).toEqual(['alerting', ['alerting: check_failed dkim']])
    at.mail({ checks: { dkim: 'passed' } })
    expect(at.told()).toEqual(['recovered: check_failed dkim'])
  })

  test('is neither good nor bad: a score that may be lower', () => {
    const at = scene({ leastScore: 8 })
    at.mail(6)
    at.told()
    for (let n = 0; n < 9; n += 1) at.mail({ score: 9, undetermined: 1.5 })
    expect([at.is(), at.told()]).toEqual(['alerting', []])
    at.mail({ score: 9, undetermined: 1 })
    at.mail(9)
    expect(at.told()).toEqual(['recovered: score_low'])
    // What is too low whatever the rest costs is bad.
    at.pass(2 * DAY)
    at.mail({ score: 6, undetermined: 3 })
    expect(at.told()).toEqual(['alerting: score_low'])
  })

  test('counts only where it could be found out lately', () => {
    const at = scene({ leastScore: 8, mostDrop: 2 })
    for (const score of [9, 9, 5, 9, 9]) at.mail({ score, undetermined: 3 })
    expect(at.told()).toEqual(['alerting: score_low, score_dropped', 'recovered: score_low, score_dropped'])
    const other = scene({ leastScore: 8 })
    for (const score of [9, 5]) other.mail(score)
    for (let n = 0; n < 10; n += 1) other.mail({ score: 9, undetermined: 3 })
    expect(other.told()).toEqual(['alerting: score_low'])
    for (let n = 0; n < 2; n += 1) other.mail({ score: 9, undetermined: 3 })
    expect(other.told()).toEqual(['recovered: score_low'])
  })

  test('is neither good nor bad: a list that does not answer', () => {
    const at = scene({ blocklists: true })
    at.look(['listed zen'])
    at.look([], ['listed zen'])
    at.look([], ['listed'])
    at.look([])
    expect([at.is(), at.told()]).toEqual(['alerting', ['alerting: listed zen']])
    at.look([], ['listed other'])
    expect(at.told()).toEqual(['recovered: listed zen'])
  })
})

describe('a reason that was over', () => {
  test('rings no second time within 24 hours', () => {
    const at = scene({ leastScore: 8 })
    const flap = () => {
      at.mail(5)
      at.mail(9)
      at.mail(9)
    }
    flap()
    expect(at.told()).toEqual(['alerting: score_low', 'recovered: score_low'])
    for (let n = 0; n < 23; n += 1) {
      at.pass(HOUR)
      flap()
    }
    expect(at.told()).toEqual([])
    at.pass(HOUR)
    flap()
    expect(at.told()).toEqual(['alerting: score_low', 'recovered: score_low'])
  })

  test('rings when it still lasts then, by itself', () => {
    const at = scene({ leastScore: 8 })
    at.mail(5)
    at.mail(9)
    at.mail(9)
    at.told()
    at.pass(HOUR)
    at.mail(4)
    expect([at.is(), at.told()]).toEqual(['alerting', []])
    at.pass(23 * HOUR - 1)
    expect(at.told()).toEqual([])
    at.pass(1)
    expect(at.told()).toEqual(['alerting: score_low'])
    at.mail(9)
    at.mail(9)
    expect(at.told()).toEqual(['recovered: score_low'])
  })

  test('rings no second time while another one lasts, either', () => {
    const at = scene({ leastScore: 8, blocklists: true })
    at.look(['listed zen'])
    for (let n = 0; n < 5; n += 1) for (const score of [5, 9, 9]) at.mail(score)
    expect(at.told()).toEqual(['alerting: listed zen', 'alerting: listed zen, score_low'])
    at.look()
    at.look()
    expect(at.told()).toEqual(['recovered: listed zen, score_low'])
  })

  test('keeps no other reason from ringing, and is told with it', () => {
    const at = scene({ leastScore: 8, mustPass: ['spf'] })
    at.mail(5)
    at.mail(9)
    at.mail(9)
    at.told()
    at.mail(5)
    expect(at.told()).toEqual([])
    at.mail({ score: 5, checks: { spf: 'failed' } })
    expect(at.told()).toEqual(['alerting: check_failed spf, score_low'])
  })
})

describe('a drop', () => {
  test('is measured by the median of the last five messages', () => {
    const at = scene({ mostDrop: 2 })
    for (const score of [1, 9, 9, 3, 9.2, 9]) at.mail(score)
    at.told()
    at.mail(7)
    expect(at.told()).toEqual([])
    const again = scene({ mostDrop: 2 })
    for (const score of [9, 9, 9.2, 9, 9]) again.mail(score)
    again.mail(7)
    expect(again.told()).toEqual([])
    again.mail(6.9)
    expect(again.events()).toMatchObject([
      { payload: { reasons: [{ says: 'The message scored 6.9, 2.1 below the 9.0 of those before it.' }] } },
    ])
    again.mail(7)
    again.mail(7.1)
    expect(again.told()).toEqual(['recovered: score_dropped'])
  })

  test('has nothing to be measured by at first, and one message is enough', () => {
    const at = scene({ mostDrop: 1 })
    at.mail(3)
    expect(at.told()).toEqual([])
    at.mail(1.9)
    expect(at.told()).toEqual(['alerting: score_dropped'])
  })

  test('is measured by what was before it for as long as it lasts', () => {
    const at = scene({ mostDrop: 2 })
    for (let n = 0; n < 5; n += 1) at.mail(9)
    for (let n = 0; n < 9; n += 1) at.mail(5)
    at.mail(6.9)
    expect(at.told()).toEqual(['alerting: score_dropped', 'recovered: score_dropped'])
    const other = scene({ mostDrop: 2 })
    for (let n = 0; n < 5; n += 1) other.mail(9)
    for (let n = 0; n < 9; n += 1) other.mail(5)
    other.mail(9)
    for (let n = 0; n < 9; n += 1) other.mail(5)
    expect([other.told(), other.is()]).toEqual([['alerting: score_dropped'], 'alerting'])
  })

  test('that lasts for ten messages is the new level, and is told as such', () => {
    const at = scene({ mostDrop: 2 })
    for (let n = 0; n < 5; n += 1) at.mail(9)
    for (let n = 0; n < 9; n += 1) at.mail(5)
    expect(at.told()).toEqual(['alerting: score_dropped'])
    at.mail(5.2)
    expect(at.events()).toMatchObject([
      {
        type: 'monitor.recovered',
        payload: {
          reasons: [
            {
              says: '10 messages in a row scored about 5.0, where those before scored 9.0. Later messages are compared with 5.0.',
            },
          ],
        },
      },
    ])
    at.mail(3.1)
    expect([at.is(), at.told()]).toEqual(['ok', []])
    at.pass(25 * HOUR)
    at.mail(2.9)
    expect(at.told()).toEqual(['alerting: score_dropped'])
  })
})

describe('messages', () => {
  test('that are analysed once more count once', () => {
    const at = scene({ leastScore: 8 })
    at.mail(5)
    at.mail({ id: 'one', score: 9 })
    at.mail({ id: 'one', score: 9.5 })
    expect([at.is(), at.told()]).toEqual(['alerting', ['alerting: score_low']])
    at.mail({ id: 'two', score: 9, undetermined: 3 })
    at.mail({ id: 'two', score: 9 })
    expect(at.told()).toEqual(['recovered: score_low'])
    expect(at.standing().score).toBe(9)
  })

  test('that turn out bad once more were bad', () => {
    const at = scene({ leastScore: 8, mostDrop: 2 })
    for (const score of [9, 9, 9]) at.mail(score)
    at.mail({ id: 'one', score: 9, undetermined: 4 })
    at.mail({ id: 'one', score: 5 })
    expect(at.told()).toEqual(['alerting: score_low, score_dropped'])
  })

  test('whose analysis took hours longer than that of later ones tell nothing', () => {
    const at = scene({ leastScore: 8 })
    at.pass(DAY)
    at.mail(9)
    at.mail({ score: 3, ago: 59 * MINUTE })
    expect(at.told()).toEqual(['alerting: score_low'])
    const other = scene({ leastScore: 8 })
    other.pass(DAY)
    other.mail(9)
    other.mail({ score: 3, ago: 61 * MINUTE })
    expect([other.is(), other.told(), other.standing().score]).toEqual(['ok', [], 9])
  })

  test('that are late by themselves are judged', () => {
    const at = scene({ leastScore: 8 })
    at.pass(DAY)
    at.mail({ score: 3, ago: 5 * HOUR })
    expect(at.told()).toEqual(['alerting: score_low'])
  })
})

describe('records and lists', () => {
  test('what is broken at the first look is taken as it is, what breaks later rings', () => {
    const at = scene({ records: true }, { subject: { kind: 'domain', domainId: 'd', domain: 'example.org' } })
    at.look(['record_broken dmarc/dmarc-policy-none'])
    expect([at.is(), at.told()]).toEqual(['ok', []])
    at.look(['record_broken dmarc/dmarc-policy-none', 'record_broken dmarc/dmarc-none'])
    expect(at.told()).toEqual(['alerting: record_broken dmarc'])
    expect(at.standing().reasons).toMatchObject([{ about: 'dmarc', says: 'dmarc/dmarc-none is bad.' }])
    at.look(['record_broken dmarc/dmarc-policy-none'])
    at.look(['record_broken dmarc/dmarc-policy-none'])
    expect(at.told()).toEqual(['recovered: record_broken dmarc'])
  })

  test('what was taken as it is rings when it was well meanwhile', () => {
    const at = scene({ records: true })
    at.look(['record_broken spf/spf-none'])
    at.look()
    at.look()
    at.look(['record_broken spf/spf-none'])
    expect(at.told()).toEqual(['alerting: record_broken spf'])
  })

  test('what could not be asked at the first look is taken as it is found later', () => {
    const at = scene({ records: true })
    at.look([], ['record_broken spf', 'record_broken bimi'])
    at.look(['record_broken spf/old'], ['record_broken bimi'])
    at.look(['record_broken spf/old', 'record_broken bimi/old', 'record_broken dmarc/new'])
    expect(at.told()).toEqual(['alerting: record_broken dmarc'])
    at.look([
      'record_broken spf/old',
      'record_broken spf/new',
      'record_broken bimi/old',
      'record_broken dmarc/new',
    ])
    expect(at.told()).toEqual(['alerting: record_broken dmarc, record_broken spf'])
    const other = scene({ records: true })
    other.look([], ['record_broken'])
    other.look([], ['record_broken'])
    other.look(['record_broken spf/old'], ['record_broken bimi'])
    other.look(['record_broken bimi/old', 'record_broken spf/old'])
    other.look(['record_broken bimi/new', 'record_broken spf/old'])
    expect(other.told()).toEqual(['alerting: record_broken bimi'])
  })

  test('another domain is learnt anew', () => {
    const at = scene({ records: true })
    at.look([], [], 'example.org')
    at.look(['record_broken spf/spf-none'], [], 'example.net')
    expect(at.told()).toEqual([])
  })

  test('several findings of a check are one reason', () => {
    const at = scene({ records: true })
    at.look()
    at.look(['record_broken spf/a', 'record_broken spf/b', 'record_broken bimi/c'])
    expect(at.told()).toEqual(['alerting: record_broken spf, record_broken bimi'])
    expect(at.standing().reasons[0]?.says).toBe('spf/a is bad. spf/b is bad.')
  })

  test('who is listed is told at the first look, each list once', () => {
    const at = scene({ blocklists: true })
    at.mail(9)
    at.look(['listed zen'])
    at.look(['listed zen', 'listed dbl'])
    at.look(['listed dbl', 'listed zen'])
    expect(at.told()).toEqual(['alerting: listed zen', 'alerting: listed zen, listed dbl'])
    expect(at.standing().lookedAt).toEqual(at.now())
  })

  test('what is not watched is not told', () => {
    const at = scene({ blocklists: true })
    at.look()
    at.look(['record_broken spf/a'])
    expect(at.told()).toEqual([])
  })

  test('however much there is', () => {
    const at = scene({ blocklists: true })
    at.look(Array.from({ length: 5_000 }, (_, n) => `listed ${n}`))
    at.look(Array.from({ length: 5_000 }, (_, n) => `listed x${n}${'x'.repeat(2_000)}`))
    expect(at.state().holds.length).toBe(100)
    expect(at.events().map(({ payload }) => (payload as { reasons: unknown[] }).reasons.length)).toEqual([50])
    expect(JSON.stringify(at.state()).length).toBeLessThan(200_000)
  })
})

describe('expectations that change', () => {
  test('end what is no longer expected', () => {
    const at = scene({ leastScore: 8, mustPass: ['dkim'], blocklists: true, mostDrop: 1 })
    at.mail({ score: 9, checks: { dkim: 'passed' } })
    at.mail({ score: 5, checks: { dkim: 'failed' } })
    at.look(['listed zen'])
    at.told()
    at.change({ expectations: { leastScore: 4, mustPass: [], blocklists: false } })
    expect([at.is(), at.told()]).toEqual(['alerting', []])
    at.change({ expectations: { mostDrop: 3 } })
    expect([at.is(), at.told()]).toEqual([
      'ok',
      ['recovered: check_failed dkim, listed zen, score_low, score_dropped'],
    ])
  })
})
