import type { MessageKind } from '../../core/report.ts'
import { CONTENT_WORDS } from './content-words.ts'
import { type CheckWords, forKind } from './people.ts'
import { SENDING_WORDS } from './sending-words.ts'

const CHECKS: Readonly<Record<string, CheckWords>> = { ...SENDING_WORDS, ...CONTENT_WORDS }

/** Absent for an analyzer that this version does not know. */
export function checkWords(name: string): CheckWords | undefined {
  return Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined
}

/** Why a check matters and who can change what it finds, for mail of a kind or in general. */
export interface Relevance {
  why: string
  who: string
}

/** Absent for an analyzer that this version does not know. */
export function relevanceOf(name: string, kind?: MessageKind): Relevance | undefined {
  const words = checkWords(name)
  return words && { why: forKind(words.why, kind), who: forKind(words.who, kind) }
}
