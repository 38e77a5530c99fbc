import { dayOfReport } from '../../../../src/core/aggregate/report.ts'
import type { Ownership, Standing } from '../../../../src/services/answers/answered.ts'
import type { SampleReport } from '../../../../src/services/samples/dmarc-year/year.ts'
import { type Kind, type KnownDomain, namesThere } from './domains.ts'

/** What holds, by what is known of a domain and the definitions of docs/dmarc.md alone. */

/** Mail of one sender in the reports of a day that have come so far. */
interface DayMail {
  /** Of the domain itself, of names below it, and of those among them that do not exist. */
  itself: Passed
  below: Passed
  missing: Passed
}

interface Passed {
  messages: number
  pass: number
}

interface Day {
  reporters: Set<string>
  senders: Map<string, DayMail>
}

const WINDOW = 30
const SETTLING = 2
const NEEDED = { days: 14, reporters: 3, messages: 100 }
const LIMIT = { quarantine: 0.02, reject: 0.005 } as const

export type Answer = 'yes' | 'no' | 'not_enough_data'

/** Adds up what was reported of a domain. */
export class Truth {
  readonly #days = new Map<number, Day>()
  readonly #firstOf = new Map<string, number>()
  readonly #known: KnownDomain
  /** Day 0 of the year. */
  readonly #first: number

  constructor(known: KnownDomain, first: number) {
    this.#known = known
    this.#first = first
  }

  /** A report came. */
  came(report: SampleReport): void {
    const number = dayOfReport(report)
    const day = this.#days.get(number) ?? { reporters: new Set(), senders: new Map() }
    this.#days.set(number, day)
    day.reporters.add(report.receiver.orgName)
    for (const { ip, sender, count, dkim, spf, headerFrom } of report.records) {
      const first = number - this.#first
      this.#firstOf.set(ip, Math.min(this.#firstOf.get(ip) ?? first, first))
      const mail = day.senders.get(sender) ?? { itself: nothing(), below: nothing(), missing: nothing() }
      day.senders.set(sender, mail)
      for (const scope of this.#scopesOf(headerFrom)) {
        mail[scope].messages += count
        mail[scope].pass += dkim || spf ? count : 0
      }
    }
  }

  #scopesOf(headerFrom: string): (keyof DayMail)[] {
    const { domain } = this.#known.scenario
    if (headerFrom === domain) return ['itself']
    return namesThere(domain).includes(headerFrom) ? ['below'] : ['below', 'missing']
  }

  /** The first day of the year on which an address was reported. */
  readonly firstOf = (ip: string): number | undefined => this.#firstOf.get(ip)

  #window(today: number): Day[] {
    const to = today - SETTLING
    return Array.from({ length: WINDOW }, (_, at) => this.#days.get(to - at) ?? []).flat()
  }

  /** Whether there is enough for a verdict, and what each policy would do to mail in the name of the domain itself, of names below it, or of those
   * that do not exist. */
  readiness(today: number, scope: keyof DayMail): Record<'quarantine' | 'reject', Answer> {
    const days = this.#window(today)
    const senders = this.#summed(days, scope)
    const everything = sum([
      ...this.#summed(days, 'itself').values(),
      ...this.#summed(days, 'below').values(),
    ])
    const reporters = new Set(days.flatMap((day) => [...day.reporters]))
    const isEnough =
      days.length >= NEEDED.days &&
      reporters.size >= NEEDED.reporters &&
      everything.messages >= NEEDED.messages
    const judged = (policy: 'quarantine' | 'reject'): Answer =>
      isEnough ? this.#verdict(senders, policy, today) : 'not_enough_data'
    return { quarantine: judged('quarantine'), reject: judged('reject') }
  }

  /** Nobody may be refused but strangers and, by receivers that make no allowance, mail that was passed on. */
  #verdict(senders: ReadonlyMap<string, Passed>, policy: 'quarantine' | 'reject', today: number): Answer {
    const legitimate = [...senders].filter(([id]) => this.#isOwn(id, today) || this.#isUndecided(id, today))
    const failing = legitimate.map(([id, { messages, pass }]) => ({ id, messages, fail: messages - pass }))
    const passed = sum([...senders.values()]).pass
    const fails = failing.reduce((total, { fail }) => total + fail, 0)
    const own = passed + fails
    if (fails > own * LIMIT[policy]) return 'no'
    const isHeavy = (messages: number) => messages >= 20 && messages >= own / 100
    return failing.some(({ messages, fail }) => isHeavy(messages) && fail * 2 > messages) ? 'no' : 'yes'
  }

  #summed(days: readonly Day[], scope: keyof DayMail): Map<string, Passed> {
    const all = new Map<string, Passed>()
    for (const { senders } of days) {
      for (const [id, mail] of senders) {
        const one = all.get(id) ?? nothing()
        all.set(id, sum([one, mail[scope]]))
      }
    }
    return all
  }

  #kind = (id: string): Kind => this.#known.kinds[id] ?? 'abuse'

  #isOwn(id: string, today: number): boolean {
    const kind = this.#kind(id)
    if (kind === 'own' || kind === 'service' || kind === 'web') return true
    return kind === 'help-desk' && (this.#isMarked(id, today) || this.#hasPassed(id))
  }

  #isUndecided = (id: string, today: number) => this.#kind(id) === 'help-desk' && !this.#isOwn(id, today)

  #isMarked(id: string, today: number): boolean {
    const { marked } = this.#known
    return marked?.sender === id && today - this.#first >= marked.from
  }

  #hasPassed(id: string): boolean {
    return [...this.#days.values()].some(({ senders }) => {
      const mail = senders.get(id)
      return mail !== undefined && mail.itself.pass + mail.below.pass > 0
    })
  }

  /** What each sender that was reported in the window is. Where several stand, reports cannot tell them apart. */
  sources(
    today: number,
  ): Map<string, { standings: readonly Standing[]; whose: readonly Ownership[]; mail: Passed }> {
    const days = this.#window(today)
    const [itself, below] = [this.#summed(days, 'itself'), this.#summed(days, 'below')]
    return new Map(
      [...itself].flatMap(([id, one]) => {
        const mail = sum([one, below.get(id) ?? nothing()])
        return mail.messages === 0 ? [] : [[id, { ...this.#standing(id, mail, today), mail }] as const]
      }),
    )
  }

  #standing(id: string, { messages, pass }: Passed, today: number) {
    const isPassing = pass >= messages * 0.95
    const own = ['own'] as const
    switch (this.#kind(id)) {
      case 'own':
        return { standings: ['passing'] as const, whose: own }
      case 'service':
        // Its key is lost: what fails is signed, and authenticated as the service.
        return {
          standings: isPassing ? (['passing'] as const) : (['broken', 'unaligned'] as const),
          whose: own,
        }
      case 'web':
        return { standings: isPassing ? (['passing'] as const) : (['broken'] as const), whose: own }
      case 'help-desk':
        return {
          standings: isPassing ? (['passing'] as const) : (['unaligned'] as const),
          whose: this.#isOwn(id, today) ? own : (['undecided'] as const),
        }
      case 'keeps':
        return { standings: ['passing', 'forwarded'] as const, whose: ['passed_on', 'own'] as const }
      case 'breaks':
        return { standings: ['forwarded', 'mailing_list'] as const, whose: ['passed_on'] as const }
      case 'list':
        return { standings: ['mailing_list'] as const, whose: ['passed_on'] as const }
      case 'abuse':
        return { standings: ['abuse'] as const, whose: ['others'] as const }
    }
  }
}

const nothing = (): Passed => ({ messages: 0, pass: 0 })

const sum = (all: readonly Passed[]): Passed => ({
  messages: all.reduce((total, { messages }) => total + messages, 0),
  pass: all.reduce((total, { pass }) => total + pass, 0),
})
