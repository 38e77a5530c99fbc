import type { Refusal } from '../core/refusal.ts'
import type { HintChange } from '../core/report.ts'
import { MESSAGE_KINDS } from '../core/report.ts'

const KINDS = [...MESSAGE_KINDS, 'inferred'] as const
const KEYS = ['kind', 'bulk']

/** Reads what an owner says of their mail: kind and bulk, each optional. */
export function hintChangeOf(body: Readonly<Record<string, unknown>>): { value: HintChange } | Refusal {
  const other = Object.keys(body).some((key) => !KEYS.includes(key))
  if (other) return bad('The body may hold kind and bulk, and nothing else.')
  const { kind, bulk } = body
  const named = KINDS.find((one) => one === kind)
  if (kind !== undefined && !named) return bad(`kind must be one of ${KINDS.join(', ')}.`)
  if (bulk !== undefined && typeof bulk !== 'boolean') return bad('bulk must be true or false.')
  return { value: { ...(named && { kind: named }), ...(bulk !== undefined && { bulk }) } }
}

const bad = (reason: string): Refusal => ({ kind: 'bad_request', reason })
