import type { ProviderView, RequirementState } from '../core/message-view.ts'

export type Requirement = ProviderView['requirements'][number]

/** One thing that providers ask about. */
export interface MatrixRow {
  /** The check's name. */
  about: string
  /** What each provider asks of it, in the order of the providers. */
  cells: Requirement[][]
}

export interface Matrix {
  rows: MatrixRow[]
  /** For each provider how many requirements one message cannot show. */
  unseen: number[]
}

/** Requirements by the check they are about: providers word them differently. */
export function matrixOf(providers: readonly ProviderView[], order: readonly string[]): Matrix {
  const all = providers.flatMap(({ requirements }) => requirements)
  const asked = new Set(all.flatMap(({ about }) => about ?? []))
  const abouts = [...order.filter((name) => asked.has(name)), ...asked.difference(new Set(order))]
  return {
    rows: abouts.map((about) => ({
      about,
      cells: providers.map(({ requirements }) => requirements.filter((one) => one.about === about)),
    })),
    unseen: providers.map(({ requirements }) => requirements.filter((one) => one.about === undefined).length),
  }
}

/** Worst first. */
const ORDER: readonly RequirementState[] = [
  'not met',
  'undetermined',
  'met',
  'cannot be seen',
  'not applicable',
]

/** The requirement that a reader has to know of; among equals the first, what is required before what is recommended, and one with a code
 * before one without. */
export function worstOf(requirements: readonly Requirement[]): Requirement | undefined {
  const rank = ({ state, recommended, code }: Requirement) =>
    ORDER.indexOf(state) * 4 + (recommended ? 2 : 0) + (code ? 0 : 1)
  return requirements.toSorted((a, b) => rank(a) - rank(b))[0]
}
