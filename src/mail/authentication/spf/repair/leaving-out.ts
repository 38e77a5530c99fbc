import type { Overlay } from '../gate/world.ts'
import { wordsOf } from './placing.ts'

/** Records that could be published, and what is told of their terms. */
interface Offered {
  overlay: Overlay
  removed: string[]
  unregistered: string[]
}

/** The records without the terms that name what looks unregistered, then with them: which of both may be published is for others to say. */
export function leavingOut<T extends Offered>(candidate: T, unregistered: readonly string[]): T[] {
  const words = [...candidate.overlay.values()].flatMap(wordsOf).map(plain)
  const held = unregistered.filter((term) => words.includes(plain(term)))
  const whole = { ...candidate, unregistered: held }
  const steady = held.filter(isSteady)
  if (steady.length === 0) return [whole]
  const gone = new Set(steady.map(plain))
  const overlay = new Map(
    [...candidate.overlay].map(([name, text]) => {
      const kept = wordsOf(text).filter((word) => !gone.has(plain(word)))
      return [name, kept.join(' ')] as const
    }),
  )
  const removed = [...new Set([...candidate.removed, ...steady])]
  return [{ ...candidate, overlay, removed, unregistered: held.filter((one) => !isSteady(one)) }, whole]
}

/** Whom it lets in does not depend on the message or on the host: that it is nobody can be shown. */
const isSteady = (term: string) => !term.includes('%') && !/^\+?ptr(?:$|[:/])/i.test(term)

const plain = (word: string) => word.toLowerCase().replace(/^\+/, '')
