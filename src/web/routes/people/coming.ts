import type { Coming } from '../../../services/people/sign-in/sign-in.ts'
import type { Filled, Problem } from '../../forms/problems.ts'
import type { Visit } from '../../router.ts'
import { duration } from '../../wording.ts'

/** Where somebody comes from who signs in. */
export function comingOf({ request, client }: Visit): Coming {
  const agent = request.headers.get('user-agent') ?? ''
  return { from: { client, agent }, cookie: request.headers.get('cookie') }
}

/** A form that was not taken: what stood in it, the problem, and the status that says so. */
export interface NotTaken {
  filled: Filled
  status: number
  headers?: Record<string, string>
}

type Typed = Filled['typed']

/** What was typed is not right. */
export function flawed(typed: Typed, problems: readonly Problem[]): NotTaken {
  return { filled: { typed, problems }, status: 422 }
}

/** Whoever tries too often, or when too many do. */
export function later(typed: Typed, outcome: { kind: 'wait'; seconds: number } | { kind: 'busy' }): NotTaken {
  if (outcome.kind === 'wait') {
    const says = `Too many tries. Wait ${duration(outcome.seconds)}, then try again.`
    return {
      filled: { typed, problems: [{ says }] },
      status: 429,
      headers: { 'retry-after': String(outcome.seconds) },
    }
  }
  const says = 'Too many people are signing in at once. Try again in a few seconds.'
  return { filled: { typed, problems: [{ says }] }, status: 503, headers: { 'retry-after': '5' } }
}
