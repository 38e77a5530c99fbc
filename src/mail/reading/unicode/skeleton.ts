import confusables from '../../data/confusables.json' with { type: 'json' }
import { normalForm } from './normal-form.ts'

const PROTOTYPES = new Map<string, string>()
for (const [prototype, characters] of Object.entries(confusables.prototypes)) {
  for (const character of characters) PROTOTYPES.set(character, prototype)
}

/** The skeleton of UTS #39 section 4: two texts with the same one can be taken for each other. */
export function skeletonOf(text: string): string {
  const letters = [...normalForm(text, 'NFD')].map((letter) => PROTOTYPES.get(letter) ?? letter)
  return normalForm(letters.join(''), 'NFD')
}

/** What UTS #39 says that the letter is shown like. Absent: itself. */
export function prototypeOf(letter: string): string | undefined {
  return PROTOTYPES.get(letter)
}

/** The letter is shown like one or more ASCII letters or digits without being one. */
export function imitatesAscii(letter: string): boolean {
  return letter > '\x7f' && /^[a-z0-9]+$/i.test(PROTOTYPES.get(letter) ?? '')
}
