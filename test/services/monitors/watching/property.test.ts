import { expect, test } from 'bun:test'
import type { Expectations } from '../../../../src/core/watching/monitor.ts'
import { chance as chanceOf } from '../../../support/chance.ts'
import { DAY, HOUR, MINUTE, scene } from './scene.ts'

/** One observation, as the model keeps it: what it says of each reason. */
interface Step {
  at: number
  kind: 'message' | 'look'
  verdicts: Map<string, 'good' | 'bad' | 'unknown'>
}

const EXPECTED: Partial<Expectations> = {
  interval: { everyMinutes: 120, graceMinutes: 30 },
  leastScore: 7,
  mustPass: ['dkim', 'spf'],
  blocklists: true,
}
const LIMIT = 150 * MINUTE
const STATUSES = ['passed', 'passed', 'failed', 'neutral', 'error'] as const

/** Whether a reason holds after these steps: it was bad, and behind the last time not good twice. */
function holds(steps: readonly Step[], reason: string): boolean {
  const said = steps.map(({ verdicts }) => verdicts.get(reason)).filter((one) => one && one !== 'unknown')
  const last = said.lastIndexOf('bad')
  return last >= 0 && said.length - 1 - last < 2
}

/** Says of a whole history what should have been told, and how it is: by going through all of it anew for each moment. */
function model() {
  const steps: Step[] = []
  const reasons = new Set<string>()
  let told = new Set<string>()
  let rung: string[] = []
  const rests = new Map<string, number>()
  let arrived = 0

  function lasting(now: number): string[] {
    const held = [...reasons].filter((reason) => holds(steps, reason))
    return now - arrived >= LIMIT ? ['nothing_received', ...held] : held
  }

  return {
    add(step: Step): void {
      steps.push(step)
      for (const reason of step.verdicts.keys()) reasons.add(reason)
      if (step.kind === 'message') arrived = step.at
    },
    /** What is told at a moment, reasons in the order of their names. */
    at(now: number): string[] {
      const open = lasting(now)
      const known = new Set(rung.filter((reason) => open.includes(reason)))
      for (const reason of rung) if (!known.has(reason)) rests.set(reason, now + DAY)
      const news = open.filter((reason) => !known.has(reason) && (rests.get(reason) ?? 0) <= now)
      rung = [...known]
      if (news.length > 0) {
        rung = open
        told = new Set([...told, ...open])
        return [`alert ${open.toSorted().join()}`]
      }
      if (open.length > 0 || told.size === 0) return []
      const over = [...told].toSorted()
      for (const reason of over) rests.set(reason, now + DAY)
      told = new Set()
      return [`recovered ${over.join()}`]
    },
    state(now: number): string {
      const open = lasting(now)
      if (open.includes('nothing_received')) return 'silent'
      return open.length > 0 ? 'alerting' : 'ok'
    },
    /** When something may be told though nothing comes. */
    moments: () => [arrived + LIMIT, ...rests.values()],
  }
}

/** A machine and the model over the same history. */
function both(chance: () => number) {
  const upTo = (most: number) => Math.floor(chance() * most)
  const at = scene(EXPECTED)
  const says = model()
  const begin = at.now().getTime()
  const now = () => at.now().getTime() - begin
  const lately: number[] = []
  const [told, expected]: [string[], string[]] = [[], []]

  function compare(): void {
    for (const event of at.events()) {
      if (event.type !== 'monitor.alert' && event.type !== 'monitor.recovered') continue
      const names = event.payload.reasons.map(({ condition, about = '' }) => `${condition} ${about}`.trim())
      told.push(`${event.type.slice('monitor.'.length)} ${names.toSorted().join()}`)
    }
    expected.push(...says.at(now()))
    expect({ is: at.is(), told }).toEqual({ is: says.state(now()) as 'ok', told: expected })
  }

  function message(): void {
    const isFailed = chance() < 0.05
    const [score, undetermined] = [5 + upTo(50) / 10, chance() < 0.2 ? upTo(30) / 10 : 0]
    const checks = Object.fromEntries(
      ['dkim', 'spf'].flatMap((name) => (chance() < 0.9 ? [[name, STATUSES[upTo(5)] ?? 'passed']] : [])),
    )
    at.mail(isFailed ? { failed: true } : { score, undetermined, checks })
    says.add({
      at: now(),
      kind: 'message',
      verdicts: isFailed
        ? new Map([['not_analysed', 'bad']])
        : new Map([
            ['not_analysed', 'good'],
            ['score_low', verdictOf(score, undetermined - Math.min(undetermined, ...lately.slice(-10)))],
            ...Object.entries(checks).map(
              ([name, status]) => [`check_failed ${name}`, CHECKED[status]] as const,
            ),
          ]),
    })
    if (!isFailed) lately.push(undetermined)
  }

  function look(): void {
    const verdicts: Step['verdicts'] = new Map()
    for (const list of ['zen', 'dbl', 'xbl'])
      verdicts.set(`listed ${list}`, chance() < 0.25 ? 'bad' : chance() < 0.2 ? 'unknown' : 'good')
    const of = (is: string) => [...verdicts].flatMap(([name, one]) => (one === is ? [name] : []))
    at.look(of('bad'), of('unknown'))
    says.add({ at: now(), kind: 'look', verdicts })
  }

  return {
    told,
    begin(): void {
      at.mail(9)
      lately.push(0)
      says.add({ at: now(), kind: 'message', verdicts: new Map() })
      compare()
    },
    observe(): void {
      if (chance() < 0.6) message()
      else look()
      compare()
    },
    /** Time passes, moment by moment at which something may be told. */
    pass(): void {
      const end = now() + upTo(chance() < 0.1 ? 30 * HOUR : 3 * HOUR)
      for (let next = -1; next !== end; ) {
        next = Math.min(end, ...says.moments().filter((moment) => moment > now()))
        at.pass(next - now())
        compare()
      }
    },
  }
}

const CHECKED = { passed: 'good', neutral: 'good', failed: 'bad', error: 'unknown' } as const

function verdictOf(score: number, undetermined: number) {
  if (Math.round(score * 10) < 70) return 'bad'
  return Math.round((score - undetermined) * 10) < 70 ? 'unknown' : 'good'
}

const seeds = Array.from({ length: 60 }, (_, n) => n)

test.each(seeds)('whatever comes, what is told is what the history says (%d)', (seed) => {
  const history = both(chanceOf(seed))
  history.begin()
  for (let n = 0; n < 150; n += 1) {
    history.pass()
    history.observe()
  }
  expect(history.told.length).toBeGreaterThan(10)
})
