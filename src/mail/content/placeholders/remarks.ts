import type { Remark } from '../../remark.ts'
import type { Leftovers, Place } from './leftovers.ts'

/** What is said of what a template left. */
export type LeftoverCode =
  | `placeholder-in-${Place}`
  | 'value-missing'
  | 'greeting-without-name'
  | 'filler-text'

const PLACES: Readonly<Record<Place, string>> = {
  subject: 'the subject',
  header: 'the header',
  body: 'the body',
  link: 'a link',
}
const ADVICE =
  'Fill in every template field before the message is sent, give fields a default value, and send a test to an address with empty data.'
const REFERENCE = 'Documentation of the sending tool: merge tags and their default values'

/** Says what kind of field was left where; never what it holds. */
export function judgeLeftovers({
  placeholders,
  missing,
  namelessGreeting,
  filler,
}: Leftovers): Remark<LeftoverCode>[] {
  const remarks: Remark<LeftoverCode>[] = []
  const byPlace = Map.groupBy(placeholders, ({ place }) => place)
  for (const [place, some] of byPlace) {
    const fields = new Set(some.flatMap(({ found }) => found.map(({ text }) => text))).size
    const forms = [...new Set(some.flatMap(({ found }) => found.map(({ form }) => form)))]
    remarks.push({
      code: `placeholder-in-${place}`,
      says: `${fields === 1 ? 'A template field' : `${fields} template fields`} of the form ${forms.join(' and ')} ${fields === 1 ? 'was' : 'were'} left in ${PLACES[place]}.`,
      advice: ADVICE,
      reference: REFERENCE,
    })
  }
  if (missing.length > 0) {
    remarks.push({
      code: 'value-missing',
      says: `A program put the name of "nothing" (undefined, null) where a value belongs: ${[...new Set(missing.map(({ where }) => where))].join(', ')}.`,
      advice: ADVICE,
      reference: REFERENCE,
    })
  }
  if (namelessGreeting !== undefined) {
    remarks.push({
      code: 'greeting-without-name',
      says: 'The greeting has a gap where the name belongs.',
      advice: ADVICE,
      reference: REFERENCE,
    })
  }
  if (filler) {
    remarks.push({
      code: 'filler-text',
      says: 'The body holds the filler text of designers (lorem ipsum).',
      advice: 'Replace the filler text.',
      reference: REFERENCE,
    })
  }
  return remarks
}
