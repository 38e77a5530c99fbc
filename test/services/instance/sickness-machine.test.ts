import { describe, expect, test } from 'bun:test'
import type { Finding, FindingState } from '../../../src/services/doctor/finding.ts'
import { watch } from '../../../src/services/instance/sickness/machine.ts'
import type { SickState } from '../../../src/services/instance/sickness/state.ts'

const START = Date.parse('2026-11-20T00:00:00Z')
const MINUTE = 60_000

const finding = (state: FindingState, id = 'disk'): Finding => ({
  id,
  title: 'Room for mail',
  read: 'docs/operating.md#disk',
  state,
  seen: `It is ${state}.`,
  ...(state !== 'ok' && { steps: [{ says: 'Make room:', kind: 'command', lines: ['rm a'] }] }),
})

const LETTERS: Record<string, FindingState> = { o: 'ok', a: 'attention', p: 'problem', u: 'unknown' }

/** What is told in a row of looks, five minutes apart: `o`, `a`, `p`, `u`, and `.` for an hour without a look. */
function told(looks: string): string {
  let state: SickState | undefined
  let now = START
  let out = ''
  for (const letter of looks) {
    now += letter === '.' ? 60 * MINUTE : 5 * MINUTE
    if (letter === '.') continue
    const kept = structuredClone(state)
    const looked = watch(state, [finding(LETTERS[letter] ?? 'ok')], new Date(now))
    expect(state).toEqual(kept as never)
    // What is kept is JSON.
    state = JSON.parse(JSON.stringify(looked.state))
    out += looked.events.map(({ type }) => (type === 'instance.trouble' ? '!' : '+')).join('') || '-'
  }
  return out
}

describe('what is told of a finding', () => {
  test.each([
    ['ooooo', '-----', 'nothing while it is well'],
    ['oap', '--!', 'two bad looks in a row'],
    ['oapp', '--!!', 'and once more when it gets worse'],
    ['oaaaaaa', '--!----', 'once while it lasts'],
    ['oppoo', '--!-+', 'recovered after two good ones'],
    ['oppopoo', '--!---+', 'a single good look is none'],
    ['opopopo', '-------', 'a blip is no trouble'],
    ['oupupuo', '----!--', 'what could not be found out is neither good nor bad'],
    ['uuuupp', '-----!', 'nor is it anything at the first look'],
    ['uuuu', '----', 'and tells nothing'],
    ['aaaa', '----', 'what stood there from the first look is known'],
    ['aap', '---', 'and one worse look is none'],
    ['aapp', '---!', 'until it gets worse'],
    ['aoaa', '----', 'or was well: one good look is none'],
    ['aooaa', '----!', 'or was well'],
    ['pp', '-!', 'a problem is told also at the first looks'],
    ['oppooppoo', '--!-+----', 'what comes back within the hour is not told again'],
    ['oppooppppppppppppp', '--!-+---------!---', 'until it has lasted beyond that'],
    ['oppoo.pp', '--!-+-!', 'what comes back later is'],
    ['oaaoo.aaoo', '--!-+----', 'for what is no problem, later is a day'],
    ['oaaoo.pp', '--!-+-!', 'and worse rings at once'],
    ['oaaoo'.padEnd(29, '.').concat('aa'), '--!-+-!', 'after a day it is told'],
  ])('%s tells %s: %s', (looks, expected) => {
    expect(told(looks)).toBe(expected)
  })

  test('says what, what to do, and since when', () => {
    const at = (minutes: number) => new Date(START + minutes * MINUTE)
    const one = watch(undefined, [finding('ok')], at(0))
    const two = watch(one.state, [finding('problem')], at(5))
    const three = watch(two.state, [finding('problem')], at(10))
    expect(three.events).toEqual([
      {
        type: 'instance.trouble',
        subject: 'disk',
        payload: {
          title: 'Room for mail',
          says: 'It is problem.',
          next: 'Make room:\nrm a',
          since: at(5).toISOString(),
        },
      },
    ])
    const four = watch(three.state, [finding('ok')], at(15))
    const five = watch(four.state, [finding('ok')], at(20))
    expect(five.events).toEqual([
      {
        type: 'instance.recovered',
        subject: 'disk',
        payload: { title: 'Room for mail', says: 'It is ok.', since: at(5).toISOString() },
      },
    ])
  })

  test('what does not apply any more is over', () => {
    let state: SickState | undefined
    const out: string[] = []
    for (const [minutes, findings] of [
      [0, [finding('ok')]],
      [5, [finding('problem')]],
      [10, [finding('problem')]],
      [15, []],
      [20, []],
      [25, []],
    ] as const) {
      const looked = watch(state, findings, new Date(START + minutes * MINUTE))
      state = looked.state
      out.push(looked.events.map(({ type, payload }) => `${type} ${payload.says}`).join())
    }
    expect(out).toEqual([
      '',
      '',
      'instance.trouble It is problem.',
      '',
      'instance.recovered It does not apply any more.',
      '',
    ])
    expect(state?.findings).toEqual({})
  })

  test('findings are told one by one', () => {
    const at = (minutes: number) => new Date(START + minutes * MINUTE)
    const one = watch(undefined, [finding('ok'), finding('ok', 'backup')], at(0))
    const two = watch(one.state, [finding('problem'), finding('attention', 'backup')], at(5))
    const three = watch(two.state, [finding('problem'), finding('attention', 'backup')], at(10))
    expect(three.events.map(({ subject }) => subject)).toEqual(['disk', 'backup'])
  })

  test('a clock that is set tells nothing by itself', () => {
    let state = watch(undefined, [finding('ok')], new Date(START)).state
    for (const days of [400, -400, 0]) {
      const looked = watch(state, [finding('ok')], new Date(START + days * 24 * 60 * MINUTE))
      expect(looked.events).toEqual([])
      state = looked.state
    }
  })
})

/** The same, thought anew: what is told of the pair of a look and the one before it that found something out. */
function expected(looks: readonly FindingState[]): string {
  const rank = { ok: 0, unknown: 0, attention: 1, problem: 2 }
  let before: FindingState | undefined
  const now = { known: 0, ringing: false, rang: { minute: Number.NEGATIVE_INFINITY, rank: 0 } }
  const tell = (one: FindingState, other: FindingState, minute: number) => {
    if (one === 'ok' && other === 'ok') {
      const says = now.ringing ? '+' : '-'
      Object.assign(now, { known: 0, ringing: false })
      return says
    }
    // Both are at least as bad as this.
    const level = Math.min(rank[one], rank[other])
    const quiet = level === 2 ? 60 : 24 * 60
    const isHeard = level > now.rang.rank || minute - now.rang.minute >= quiet
    if (level <= now.known || !isHeard) return '-'
    Object.assign(now, { known: level, ringing: true, rang: { minute, rank: level } })
    return '!'
  }
  return looks
    .map((look, index) => {
      if (look === 'unknown') return '-'
      const says = before === undefined ? '-' : tell(before, look, index * 5)
      if (before === undefined) now.known = Math.min(1, rank[look])
      before = look
      return says
    })
    .join('')
}

test('any row of looks tells what a simple model tells', () => {
  let seed = 1
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const states: FindingState[] = ['ok', 'ok', 'attention', 'problem', 'unknown']
  for (let round = 0; round < 400; round += 1) {
    const stay = random()
    let last: FindingState = 'ok'
    const looks = Array.from({ length: 400 }, () => {
      if (random() > stay) last = states[Math.floor(random() * states.length)] ?? 'ok'
      return last
    })
    let state: SickState | undefined
    const out = looks.map((look, index) => {
      const looked = watch(state, [finding(look)], new Date(START + index * 5 * MINUTE))
      state = looked.state
      return looked.events.map(({ type }) => (type === 'instance.trouble' ? '!' : '+')).join('') || '-'
    })
    expect(out.join('')).toBe(expected(looks))
  }
})
