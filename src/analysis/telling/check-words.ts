import type { CheckWordsByName } from '../../core/check-words.ts'
import { wordEntries } from '../catalogue/entries.ts' with { type: 'macro' }

/** What is said of each check, written into the program when it is built. */
export const CHECK_WORDS: CheckWordsByName = new Map(wordEntries())
