import type { Scenario } from '../../../../src/services/samples/dmarc-year/scenario.ts'
import { reportsOf, type SampleReport } from '../../../../src/services/samples/dmarc-year/year.ts'

/** The day of which the reports of all domains begin, and how many follow. */
export const FIRST = 20_400
export const DAYS = 365

const DAY_MS = 86_400_000

/** The last moment of a day. */
export const endOf = (day: number): Date => new Date((day + 1) * DAY_MS - 1)

/** Hands out the reports about a domain on the day on which they come. */
export class Post {
  readonly #scenario: Scenario
  readonly #begins: number
  #waiting: SampleReport[] = []

  constructor(scenario: Scenario, begins: number) {
    this.#scenario = scenario
    this.#begins = begins
  }

  of(day: number): SampleReport[] {
    if (day >= FIRST + this.#begins && day < FIRST + DAYS)
      this.#waiting.push(...reportsOf(this.#scenario, { first: FIRST, from: day, to: day }))
    const come = (report: SampleReport) => report.receivedAt <= endOf(day)
    const here = this.#waiting.filter(come)
    this.#waiting = this.#waiting.filter((report) => !come(report))
    return here.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  }
}

/** The 30 settled days of a day. */
export const windowOf = (day: number) => ({ from: day - 31, to: day - 2 })
