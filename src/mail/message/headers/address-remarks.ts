import { verbatim } from '../../../core/verbatim.ts'
import type { ParsedMessage } from '../../reading/message.ts'
import { rawValue } from '../../reading/mime/fields.ts'
import { type AddressFault, type AddressList, parseMailboxes } from '../../reading/mime/mailboxes.ts'
import type { Remark } from '../../remark.ts'

/** What is said of From and the other address fields. */
export type AddressCode =
  | 'from-missing'
  | 'from-invalid'
  | 'from-malformed'
  | 'from-several'
  | 'sender-missing'
  | 'address-malformed'

const READ_AT_MOST = 1_000

const FAULTS: Readonly<Record<AddressFault, string>> = {
  'unclosed-quote': 'a quotation mark is not closed',
  'unclosed-angle': 'angle brackets do not match',
  'several-angles': 'one address has several pairs of angle brackets',
  'no-angle': 'an address behind a name has no angle brackets',
  'no-address': 'a name has no address',
  'unquoted-comma': 'a name with a comma has no quotation marks',
  'stray-separator': 'a colon or semicolon stands where it may not',
  'unclosed-group': 'a group is not closed with a semicolon',
  'bad-address': 'an address is not valid',
}

const FORM = `Write addresses as ${verbatim('"Display Name" <local@example.org>')}, separated by commas.`

/** Judges From, and the form of the other address fields. */
export function judgeAddresses(message: ParsedMessage): Remark<AddressCode>[] {
  return [...judgeFrom(message), ...judgeOthers(message)]
}

function judgeFrom(message: ParsedMessage): Remark<AddressCode>[] {
  const field = message.first('from')
  const reference = 'RFC 5322 section 3.6.2'
  const advice = `Send one From field with one address: "${verbatim('From: Display Name <local@example.org>')}".`
  if (!field) return [{ code: 'from-missing', says: 'There is no From field.', advice, reference }]
  const list = parseMailboxes(rawValue(field), READ_AT_MOST)
  const usable = list.mailboxes.filter((mailbox) => mailbox.domain !== '')
  if (usable.length === 0) {
    return [{ code: 'from-invalid', says: 'The From field holds no valid address.', advice, reference }]
  }
  const remarks = faultRemarks('From', list, 'from-malformed')
  if (list.mailboxes.length > 1) {
    remarks.push({
      code: 'from-several',
      says: `The From field names ${list.mailboxes.length} addresses.`,
      advice:
        'Name one address in From: DMARC cannot be judged with several, and Gmail asks for exactly one.',
      reference: 'RFC 9989; Gmail sender guidelines (2026-03-21)',
    })
    if (!message.first('sender')) {
      remarks.push({
        code: 'sender-missing',
        says: 'From names several addresses and there is no Sender field.',
        advice: `Where From has to name several, add "${verbatim('Sender: local@example.org')}" with the one who sent it.`,
        reference,
      })
    }
  }
  return remarks
}

const OTHERS = [
  ['sender', 'Sender'],
  ['reply-to', 'Reply-To'],
  ['to', 'To'],
  ['cc', 'Cc'],
] as const

function judgeOthers(message: ParsedMessage): Remark<AddressCode>[] {
  const remarks: Remark<AddressCode>[] = []
  for (const [key, name] of OTHERS) {
    const field = message.first(key)
    if (!field) continue
    if (rawValue(field).trim() === '') {
      remarks.push(emptyRemark(key, name))
      continue
    }
    const list = parseMailboxes(rawValue(field), READ_AT_MOST)
    if (list.mailboxes.length === 0 && list.groups === 0) list.faults.add('no-address')
    remarks.push(...faultRemarks(name, list, 'address-malformed'))
    if (key === 'sender' && list.mailboxes.length > 1) {
      remarks.push({
        code: 'address-malformed',
        says: 'The Sender field names several addresses.',
        advice: 'Name exactly one address in Sender.',
        reference: 'RFC 5322 section 3.6.2',
      })
    }
  }
  return remarks
}

/** An address list has at least one address; Bcc alone may be empty (RFC 5322 3.6.3). */
function emptyRemark(key: string, name: string): Remark<AddressCode> {
  const instead = key === 'to' ? `, or write "${verbatim('To: undisclosed-recipients:;')}"` : ''
  const leave = key === 'to' ? 'Name the recipient in To' : `Leave the ${name} field out when it names nobody`
  return {
    code: 'address-malformed',
    says: `The ${name} field is empty.`,
    advice: `${leave}${instead}.`,
    reference: 'RFC 5322 section 3.6',
    isTolerated: true,
    ...(key !== 'to' && { changes: [{ kind: 'header', name }] }),
  }
}

function faultRemarks(name: string, list: AddressList, code: AddressCode): Remark<AddressCode>[] {
  const seen = [...list.faults].map((fault) => FAULTS[fault])
  if (seen.length === 0) return []
  const says = `The ${name} field is not written as an address list: ${seen.join('; ')}.`
  return [{ code, says, advice: FORM, reference: 'RFC 5322 section 3.4' }]
}
