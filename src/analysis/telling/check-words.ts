import type { CheckWordsByName } from '../../core/check-words.ts'
import { dns } from '../inspection/names.ts'
import { analyzers } from '../registry.ts'

/** What is said of each check. A check without a message bears the name of an analyzer; `dns` is the one that has none. */
export const CHECK_WORDS: CheckWordsByName = new Map([...analyzers, dns].map((check) => [check.name, check]))
