import { LISTING_ADVICE, type ListingAdvice } from '../../data/listing-advice.ts'
import type { ListReport } from './ask.ts'
import type { ListSetting } from './roster.ts'

/** What is listed for the same reason, and what to do about it. */
export interface ListingTask {
  names: string[]
  /** One or two sentences, in which the names stand. */
  does: string
  /** Where the entry is looked up and removed. */
  page?: string
}

/** Of a list that this version has no words for, as evidence of another version may name one. */
const ANY: ListingAdvice = {
  does: 'Find and stop what brought {it} there, then ask the list for removal.',
}

/** What to do about the listings of one list, the gravest reason first. */
export function listingTasks(list: ListSetting, said: readonly ListReport[]): ListingTask[] {
  const byAdvice = new Map<ListingAdvice, string[]>()
  for (const { about, codes } of said.toSorted((a, b) => b.weight - a.weight)) {
    for (const advice of adviceOf(list, codes)) byAdvice.set(advice, [...(byAdvice.get(advice) ?? []), about])
  }
  return [...byAdvice].map(([{ does, page = list.delist }, names]) => ({
    names,
    does: does.replaceAll('{it}', names.join(', ')),
    ...(page !== undefined && { page }),
  }))
}

/** One for each meaning of the answer, by weight. */
function adviceOf(list: ListSetting, codes: readonly string[]): ListingAdvice[] {
  const known = LISTING_ADVICE[list.id] ?? {}
  const weightOf = (key: string) => (list.codes?.[key] ?? list.bits?.[key])?.weight ?? 0
  const keys = codes.flatMap((code) => keysOf(list, code)).toSorted((a, b) => weightOf(b) - weightOf(a))
  const found = keys.map((key) => known[key] ?? known['*'] ?? ANY)
  return found.length > 0 ? [...new Set(found)] : [known['*'] ?? ANY]
}

/** The meanings of one answer as the roster names them. */
function keysOf(list: ListSetting, code: string): string[] {
  if (list.codes?.[code]) return [code]
  if (list.bits) {
    const mask = Number(code.slice(code.lastIndexOf('.') + 1))
    return Object.keys(list.bits).filter((bit) => (mask & Number(bit)) !== 0)
  }
  return list.codes?.['*'] ? ['*'] : []
}
