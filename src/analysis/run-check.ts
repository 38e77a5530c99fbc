import type { Check } from '../core/check.ts'
import { DnsFailure } from '../net/ports.ts'
import { type Conclusion, undetermined } from './analyzer.ts'

/** One timer for all checks of a message or a name. */
export class Deadline {
  readonly passed: Promise<'passed'>
  private readonly timer: ReturnType<typeof setTimeout>

  constructor(milliseconds: number) {
    const { promise, resolve } = Promise.withResolvers<'passed'>()
    this.passed = promise
    this.timer = setTimeout(() => resolve('passed'), milliseconds)
  }

  clear(): void {
    clearTimeout(this.timer)
  }
}

/** What makes a check, and the most that it can cost. */
export interface Checker {
  name: string
  weight: number
}

/** Makes one check: what throws is an `error`, and so is what is not done by the deadline; `late` is told of that. */
export async function runCheck(
  checker: Checker,
  work: () => Promise<Conclusion> | Conclusion,
  deadline: Deadline,
  late: () => void = () => undefined,
): Promise<Check> {
  try {
    const conclusion = await Promise.race([work(), deadline.passed])
    if (conclusion !== 'passed') return upheld(checker, conclusion)
    late()
    return ranOut(checker)
  } catch (cause) {
    return errorCheck(checker, reasonOf(cause))
  }
}

/** A conclusion that breaks the contract is our bug: it is shown as one and costs the sender nothing. */
function upheld(checker: Checker, conclusion: Conclusion): Check {
  const { status, score } = conclusion
  const inRange = score <= 0 && score >= -checker.weight
  const consistent = status === 'failed' || score === 0
  if (!inRange || !consistent) {
    return errorCheck(
      checker,
      `This check gave ${status} with ${score} points, which it may not: a fault in Mailgauge.`,
    )
  }
  return { name: checker.name, ...conclusion, score: score + 0 }
}

/** A check that an answer did not come in time for. */
export function ranOut(checker: Pick<Checker, 'name'>): Check {
  return errorCheck(checker, 'It ran out of time: an answer it needed did not come in time.')
}

/** A check that could not be made, and why. */
export function errorCheck({ name }: Pick<Checker, 'name'>, summary: string): Check {
  return { name, ...undetermined(summary) }
}

const FAILURES: Record<DnsFailure['reason'], string> = {
  timeout: 'the DNS servers did not answer in time',
  servfail: 'the DNS servers could not answer (SERVFAIL)',
  refused: 'the DNS servers refused to answer',
  network: 'the DNS servers could not be reached',
  malformed: 'the DNS answer could not be read',
  'bad-name': 'the name cannot be asked in the DNS',
  limit: 'the message led to more DNS questions than are allowed',
  'not-asked': 'the evidence does not hold this answer',
}

function reasonOf(cause: unknown): string {
  if (cause instanceof DnsFailure) {
    return `Could not be determined: ${cause.recordType} of ${cause.question}: ${FAILURES[cause.reason]}.`
  }
  // The message of an unexpected error may repeat the mail's own words, so only its class is told.
  const name = cause instanceof Error ? cause.name : typeof cause
  return `Could not be determined: this check failed inside Mailgauge (${name}).`
}
