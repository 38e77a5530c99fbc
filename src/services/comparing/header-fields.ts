import type { MessageView } from '../../core/message-view.ts'

export type FieldState = 'same' | 'changed' | 'added' | 'removed'

/** Every field of one name in two messages. */
export interface FieldChange {
  /** As it is written in the later message, or else in the earlier one. */
  name: string
  state: FieldState
  /** Values that the other one does not have, in their order. */
  before: string[]
  after: string[]
  /** How many both have. */
  kept: number
  /** It is another one in every message. */
  always?: true
}

const ANOTHER_IN_EVERY_MESSAGE = new Set([
  'arc-authentication-results',
  'arc-message-signature',
  'arc-seal',
  'authentication-results',
  'date',
  'delivered-to',
  'dkim-signature',
  'dkim2-signature',
  'message-id',
  'message-instance',
  'received',
  'received-spf',
  'return-path',
  'x-google-dkim-signature',
  'x-received',
])

/** Compares header fields by name. Their order, and how they are folded, make no difference. */
export function compareFields(before: MessageView['headers'], after: MessageView['headers']): FieldChange[] {
  const [earlier, later] = [byName(before), byName(after)]
  const names = new Set([...later.keys(), ...earlier.keys()])
  return [...names].map((key) => {
    const { name = '' } = later.get(key) ?? earlier.get(key) ?? {}
    return fieldChange(name, earlier.get(key)?.values ?? [], later.get(key)?.values ?? [])
  })
}

function byName(fields: MessageView['headers']) {
  const named = new Map<string, { name: string; values: string[] }>()
  for (const { name, value } of fields) {
    const key = name.toLowerCase()
    const known = named.get(key)
    if (known) known.values.push(value)
    else named.set(key, { name, values: [value] })
  }
  return named
}

function fieldChange(name: string, earlier: readonly string[], later: readonly string[]): FieldChange {
  const before = without(earlier, later)
  const after = without(later, earlier)
  const always = ANOTHER_IN_EVERY_MESSAGE.has(name.toLowerCase())
  return {
    name,
    state: stateOf(earlier, later, before, after),
    before,
    after,
    kept: later.length - after.length,
    ...(always && { always }),
  }
}

function stateOf(
  earlier: readonly string[],
  later: readonly string[],
  before: readonly string[],
  after: readonly string[],
): FieldState {
  if (before.length === 0 && after.length === 0) return 'same'
  if (earlier.length === 0) return 'added'
  return later.length === 0 ? 'removed' : 'changed'
}

/** Those of `values` that the others lack; of equal ones as many as there are too many. */
function without(values: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const other of others) left.set(unfolded(other), (left.get(unfolded(other)) ?? 0) + 1)
  return values.filter((value) => {
    const n = left.get(unfolded(value)) ?? 0
    left.set(unfolded(value), n - 1)
    return n <= 0
  })
}

const unfolded = (value: string) => value.replace(/\s+/g, ' ')
