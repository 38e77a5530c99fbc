import { type Check, codesOf, detailOf, pointedTo } from '../../core/check.ts'
import type { CheckWordsByName } from '../../core/check-words.ts'
import { type MessageKind, roundScore, type Undetermined } from '../../core/report.ts'

/** What a verdict is made of: a report, or as much of it as the API gives. */
export interface VerdictInput {
  score: number
  checks: readonly Check[]
  undetermined: Undetermined
  kind?: MessageKind
}

/** A report to be asked what it found. */
export class Seen {
  private readonly given: VerdictInput
  private readonly byName: ReadonlyMap<string, VerdictInput['checks'][number]>
  private readonly words: CheckWordsByName

  constructor(given: VerdictInput, words: CheckWordsByName) {
    this.given = given
    this.words = words
    this.byName = new Map(given.checks.map((check) => [check.name, check]))
  }

  /** What people call a check. */
  title(name: string): string {
    return this.words.get(name)?.title ?? name
  }

  status(name: string): string | undefined {
    return this.byName.get(name)?.status
  }

  /** What a check cost, as a positive number. */
  cost(name: string): number {
    return -(this.byName.get(name)?.score ?? 0)
  }

  detail(name: string, key: string): string | undefined {
    const check = this.byName.get(name)
    return check && detailOf(check)[key]
  }

  /** The check has one of these findings. */
  has(name: string, ...codes: readonly string[]): boolean {
    const found = this.codes(name)
    return codes.some((code) => found.includes(code))
  }

  codes(name: string): string[] {
    const check = this.byName.get(name)
    return check ? codesOf(check) : []
  }

  /** The check that says how to fix what a provider asks for. */
  fixedBy(provider: string, asks: string): string | undefined {
    const check = this.byName.get(provider)
    if (!check?.rendered) return check?.findings.find(({ advice }) => advice.startsWith(asks))?.see
    return pointedTo(check.rendered['advice']?.split('\n').find((line) => line.startsWith(asks)) ?? '')
  }

  /** The points of all checks, as a positive number. */
  get lost(): number {
    return roundScore(-this.given.checks.reduce((sum, { score }) => sum + score, 0))
  }

  get kind(): string | undefined {
    return this.given.kind ?? this.detail('list-unsubscribe', 'kind')
  }
}

/** What a rule says of a report; absent: it is not about this one. */
export type Rule = (seen: Seen) => string | undefined
