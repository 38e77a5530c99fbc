import type { Change } from '../../core/fix.ts'
import { isDomainName } from '../reading/domains/domain-name.ts'

type HeaderChange = Extract<Change, { kind: 'header' }>

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The Date that a message sent at this time has (RFC 5322 3.3). */
export function dateField(at: Date): HeaderChange {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${DAYS[at.getUTCDay()]}, ${two(at.getUTCDate())} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')
  return { kind: 'header', name: 'Date', value: `${day} ${time} +0000` }
}

/** A Message-ID as a sender of this domain could make it at this time (RFC 5322 3.6.4); none without a domain. */
export function messageIdField(domain: string | undefined, at: Date): HeaderChange | undefined {
  if (domain === undefined || !isDomainName(domain)) return undefined
  const unique = at.toISOString().replaceAll(/[-:]|\.\d+Z$/g, '')
  return { kind: 'header', name: 'Message-ID', value: `<${unique}.1@${domain}>` }
}

/** The two fields that let a reader leave with one click (RFC 2369, RFC 8058), at this domain. */
export function unsubscribeFields(domain: string): { list: HeaderChange; post: HeaderChange } {
  return {
    list: {
      kind: 'header',
      name: 'List-Unsubscribe',
      value: `<https://${domain}/unsubscribe?id=1234>, <mailto:unsubscribe@${domain}?subject=1234>`,
    },
    post: { kind: 'header', name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  }
}
