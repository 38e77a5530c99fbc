import type { Refusal } from '../../../core/refusal.ts'
import type { AccountActor } from '../../../services/access/actor.ts'
import type { Domains, DomainView } from '../../../services/domains/domains.ts'
import type { Filled } from '../../forms/problems.ts'
import { published } from '../../words/published.ts'

/** Domains that one form adds. */
const MOST_AT_ONCE = 200
/** Problems that are told one by one. */
const MOST_TOLD = 20
const LONGEST_SHOWN = 80

/** What became of a form that adds domains. */
export interface Added {
  added: DomainView[]
  /** The lines that were not added, and why. */
  filled: Filled
}

/** Adds what was typed, line by line; what is wrong with one keeps none of the others from being added. */
export async function addAll(
  domains: Pick<Domains, 'add'>,
  actor: AccountActor,
  typed: readonly string[],
): Promise<Added> {
  if (typed.length === 0) return nothingAdded('Enter a domain, such as example.org.')
  if (typed.length > MOST_AT_ONCE) return nothingAdded(`Add at most ${MOST_AT_ONCE} domains at once.`, typed)
  const added: DomainView[] = []
  const left: string[] = []
  const says: string[] = []
  for (const one of typed) {
    const outcome = await domains.add(actor, one)
    if (outcome.ok) {
      added.push(outcome.value)
      continue
    }
    left.push(one)
    const why = whyNot(outcome.refusal)
    says.push(typed.length > 1 && outcome.refusal.kind === 'bad_request' ? `${shortened(one)}: ${why}` : why)
  }
  return { added, filled: filledWith(left, told(says)) }
}

/** Lines that a form may send: one more than are taken, so that too many are noticed. */
export const MOST_LINES = MOST_AT_ONCE + 1

function nothingAdded(says: string, typed: readonly string[] = []): Added {
  return { added: [], filled: filledWith(typed, [says]) }
}

function filledWith(lines: readonly string[], says: readonly string[]): Filled {
  return {
    typed: { domains: lines.join('\n') },
    problems: [...new Set(says)].map((one) => ({ field: 'domains', says: one })),
  }
}

function told(says: readonly string[]): string[] {
  const all = [...new Set(says)]
  const rest = all.length - MOST_TOLD
  return rest > 0 ? [...all.slice(0, MOST_TOLD), `${rest} more could not be added.`] : all
}

function shortened(typed: string): string {
  return published(typed.length > LONGEST_SHOWN ? `${typed.slice(0, LONGEST_SHOWN)}…` : typed)
}

function whyNot(refusal: Refusal): string {
  if (refusal.kind === 'bad_request' || refusal.kind === 'limit_reached') return refusal.reason
  if (refusal.kind === 'rate_limited') return 'Too many domains were added lately. Try again later.'
  return 'It could not be added. Try again.'
}
