import { type Check, detailOf } from '../../core/check.ts'
import { type CheckWordsByName, relevanceOf } from '../../core/check-words.ts'
import type { MessageKind } from '../../core/report.ts'

/** The detail of a check with what is said of it in general, which is kept nowhere. The owner of the message also gets what
 * repeats its words; whoever has the token alone does not. */
export function explained(
  check: Check,
  reader: 'owner' | 'token',
  checkWords: CheckWordsByName,
  kind?: MessageKind,
): Record<string, string> {
  return {
    ...detailOf(check),
    ...(reader === 'owner' && check.quotes),
    ...relevanceOf(checkWords, check.name, kind),
  }
}
