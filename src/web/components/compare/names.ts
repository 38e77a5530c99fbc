import type { Side, TwoReports } from '../../../services/comparing/comparing.ts'
import { checkTitle } from '../../check-names.ts'
import type { Site } from '../../site.ts'

/** What the two are called on their page: messages of one test by their number. */
export function namesOf({ before, after }: Pick<TwoReports, 'before' | 'after'>): [string, string] {
  if (before.token !== after.token) return ['First report', 'Second report']
  const name = ({ number }: Side) => `Message ${number}`
  return [name(before), name(after)]
}

/** The same in the midst of a sentence. */
export function inSentence(name: string): string {
  return name.startsWith('Message') ? name.toLowerCase() : `the ${name.toLowerCase()}`
}

/** What people call a check. */
export function titleIn(site: Site, name: string): string {
  return site.checks.find((one) => one.name === name)?.title ?? checkTitle({ name })
}
