import type { Finding } from '../core/check.ts'
import type { JudgedProvider, JudgedRequirement } from '../mail/providers/matrix.ts'
import { type Analyzer, type Conclusion, conclude, neutral, undetermined } from './analyzer.ts'

/** A finding for each requirement that is not met. */
type RequirementCode = `${JudgedProvider['id']}-${string}`

/** Nothing here costs points: what is wrong costs in the check that it is about. */
const WEIGHT = 0

/** The check of a mailbox provider of which most is told by others alone. */
export function secondhandCheck(name: string, title: string): Analyzer {
  return {
    ...providerCheck(name, title),
    asks: `Is what ${title} is known to ask of senders met?`,
    why: `What ${title} asks decides how mail to its users is received; much of it is known from secondary sources alone.`,
  }
}

/** The check of one mailbox provider: what people call it, and who publishes its requirements. */
export function providerCheck(name: string, title: string, publisher = title): Analyzer {
  return {
    name,
    group: 'providers',
    title,
    asks: `Are ${publisher}’s published requirements met?`,
    why: `What ${publisher} publishes decides how mail to its users is received.`,
    who: 'The checks that it points to say who can change each requirement.',
    weight: WEIGHT,
    costs: {},
    async run({ facts }) {
      const provider = (await facts.providers()).find(({ check }) => check === name)
      return provider ? judge(provider) : neutral('This provider is not known.')
    },
  }
}

function judge(provider: JudgedProvider): Conclusion {
  const { name, requirements } = provider
  const inState = (state: JudgedRequirement['state']) => requirements.filter((one) => one.state === state)
  const [met, missed, open] = [inState('met'), inState('not met'), inState('undetermined')]
  const evidence = Object.fromEntries(requirements.map((one) => [one.key, inWords(one)]))
  const seen = met.length + missed.length
  const count = `${name}: ${met.length} of ${seen} requirements met`
  if (missed.length > 0) {
    const summary = `${count}; not met: ${listed(missed)}.`
    const findings = missed.map((one) => findingOf(provider, one))
    // A verdict rests on what the provider itself says.
    const required = missed.filter(({ recommended, secondary }) => !recommended && !secondary)
    const told = {
      ...(required.length > 0 && {
        required_not_met: required.map(({ asks, because }) => `${asks} (${because})`).join('\n'),
      }),
      ...evidence,
    }
    // A requirement that is not met has failed, though it costs nothing here.
    return { ...conclude(WEIGHT, { findings, passed: summary, evidence: told }), status: 'failed' }
  }
  if (open.length > 0) return undetermined(`${count}; not known: ${listed(open)}.`, evidence)
  if (seen === 0) return neutral(`${name} asks nothing of this mail that can be seen.`, evidence)
  return conclude(WEIGHT, { findings: [], passed: `${count}.`, evidence })
}

const listed = (some: readonly JudgedRequirement[]) => some.map(({ asks }) => asks).join(', ')

function inWords({ state, because, code, secondary }: JudgedRequirement): string {
  if (state !== 'not met' && !secondary) return `${state}: ${because}`
  const notes = [...(state === 'not met' && code ? [code] : []), ...(secondary ? ['secondary source'] : [])]
  return `${state}: ${because}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`
}

function findingOf(
  { id, short }: JudgedProvider,
  { key, asks, because, about, code, reference }: JudgedRequirement,
): Finding & { code: RequirementCode } {
  const answer = code ? ` ${short} answers ${code}.` : ''
  return {
    code: `${id}-${key.replaceAll('_', '-')}`,
    cost: 0,
    says: `${short} asks for: ${asks}. Here: ${because}.`,
    advice: `${asks}: ${because}.${answer}`,
    reference,
    ...(about && { see: about }),
  }
}
