import { EXAMPLE_WORDS } from '../../data/example-words.ts'
import { remembered } from '../../reading/remembered.ts'
import { createPhraseBook } from '../../reading/words/phrase-book.ts'
import { isInstruction } from '../subject.ts'
import { holdsMoney } from '../tokens.ts'
import { UNSPACED } from './quoted.ts'

const WARNING = createPhraseBook({ fraud: EXAMPLE_WORDS.fraud })
/** So many words tell something; "Your verification code for Acme" names it. */
const LEAST_WORDS = 8
const LEAST_UNSPACED = 18
const ASKS = /[?\u061f\uff1f]["\u201d\u00bb]?$/
const MOST = 300

/** The subject asks or instructs. */
export const isOfAdvice = (subject: string) =>
  ASKS.test(subject.slice(0, MOST).trim()) || isInstruction(subject)

/** The subject of an article: it tells of fraud or money, asks, instructs, or is a sentence; those of codes name what the mail holds. */
export const isHeadline = remembered((subject) => {
  const plain = subject.slice(0, MOST).trim()
  if (isOfAdvice(plain) || holdsMoney(plain) || WARNING.has(plain)) return true
  const letters = plain.match(/\p{L}/gu)?.length ?? 0
  return UNSPACED.test(plain) ? letters >= LEAST_UNSPACED : plain.split(/\s+/).length >= LEAST_WORDS
})
