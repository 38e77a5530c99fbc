import { FRAME_LABELS, NEVER_ASKED, REASON_WORDS } from '../../data/frame-words.ts'
import { DATA_WORDS } from '../../data/imprint-words.ts'
import { remembered } from '../../reading/remembered.ts'
import { holdsAny } from '../../reading/words/held-words.ts'
import { createPhraseBook } from '../../reading/words/phrase-book.ts'
import { fold, isUnspaced, wordsOf } from '../../reading/words/tokens.ts'

const REASONS = createPhraseBook(REASON_WORDS)
const LABELS = createPhraseBook(FRAME_LABELS)

const MOST_OF_REASON = 400
const MOST_OF_LABEL = 40
const HOST = /^(?:https?:\/\/)?(?:www\.)?[\p{L}\d-]{1,60}(?:\.[\p{L}\d-]{2,60}){1,3}\/?$/iu

/** A sentence that tells why somebody gets this mail: it names the account, and nothing is done with it. */
export function tellsReason(plain: string): boolean {
  return plain.length <= MOST_OF_REASON && REASONS.has(plain)
}

const tellsData = holdsAny(DATA_WORDS.split('|'))

/** A sentence about the rights that somebody has to data: it may ask who they are, and opens nothing. */
export function tellsRights(plain: string): boolean {
  return plain.length <= MOST_OF_REASON && tellsData(plain)
}

const neverAsks = holdsAny(Object.values(NEVER_ASKED).flatMap((words) => words.split('|')))

/** "We never ask for your password": a sentence of every footer, which hands nothing over unless it holds a number too. */
export function tellsNeverAsked(plain: string): boolean {
  return plain.length <= MOST_OF_REASON && !/\d/.test(plain) && neverAsks(plain)
}

/** A label that is hardly more than what footers and menus hold: help, terms, who sends this; or a host alone. */
export const isFrameLabel: (label: string) => boolean = remembered((label) => {
  if (label === '' || label.length > MOST_OF_LABEL) return false
  if (HOST.test(label)) return true
  const folded = fold(label)
  const all = isUnspaced(folded) ? folded.length : wordsOf(folded).length
  return LABELS.find(label).some(({ phrase }) => {
    const own = fold(phrase)
    return (isUnspaced(folded) ? own.length : wordsOf(own).length) * 2 >= all
  })
})
