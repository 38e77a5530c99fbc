import type { OneClickOffer } from '../../../core/unsubscribing/one-click.ts'
import type { ParsedMessage } from '../../reading/message.ts'
import { type ListUnsubscribe, readFieldTexts, readListUnsubscribe } from './list-unsubscribe.ts'

interface Field {
  name: string
  /** What stands behind the colon, folded or not. */
  value: string
}

/** Behind it a page shows that a field is longer. */
const CUT = '…'

/** Reads the two fields out of a header that is kept for pages. */
export function oneClickOffer(headers: readonly Field[]): OneClickOffer {
  const texts = (key: string) =>
    headers
      .filter(({ name }) => name.toLowerCase() === key)
      .map(({ value }) => value.replace(/[\r\n\0]/g, '').trim())
  const lists = texts('list-unsubscribe')
  if (lists[0]?.endsWith(CUT)) return none('List-Unsubscribe is too long to be read here.')
  return offerIn(readFieldTexts(lists, texts('list-unsubscribe-post')))
}

/** The same of a message. */
export const offerOfMessage = (message: ParsedMessage): OneClickOffer => offerIn(readListUnsubscribe(message))

/** Where several https addresses stand, the first is the one. */
function offerIn(list: ListUnsubscribe): OneClickOffer {
  if (list.fields === 0)
    return none('There is no List-Unsubscribe field in the header, as far as it is kept.')
  const way = list.ways.find(({ scheme }) => scheme === 'https')
  if (!way) return none('List-Unsubscribe names no https address, and one-click is for https alone.')
  if (list.post === undefined)
    return none('There is no List-Unsubscribe-Post field, so one-click is not offered.')
  if (list.post === 'wrong')
    return none('List-Unsubscribe-Post does not hold exactly List-Unsubscribe=One-Click.')
  return { kind: 'offered', url: way.url, host: way.host, faults: faultsOf(list) }
}

const none = (says: string): OneClickOffer => ({ kind: 'none', says })

function faultsOf({ fields, postFields, ways }: ListUnsubscribe): string[] {
  const secure = ways.filter(({ scheme }) => scheme === 'https').length
  return [
    ...(secure > 1 ? [`List-Unsubscribe names ${secure} https addresses; RFC 8058 allows one.`] : []),
    ...(fields > 1 || postFields > 1
      ? ['List-Unsubscribe or List-Unsubscribe-Post stands more than once.']
      : []),
  ]
}
