import type { DkimSignature } from '../../authentication/verify/outcome.ts'
import { inLines } from '../../fixing/changes.ts'
import { unsubscribeFields } from '../../fixing/fields.ts'
import type { Remark } from '../../remark.ts'
import type { ListFieldFault, ListUnsubscribe } from './list-unsubscribe.ts'

/** What is said of List-Unsubscribe and List-Unsubscribe-Post. */
export type SubscriptionCode =
  | 'list-unsubscribe-missing'
  | 'list-unsubscribe-syntax'
  | 'list-unsubscribe-repeated'
  | 'list-unsubscribe-http'
  | 'list-unsubscribe-no-https'
  | 'one-click-missing'
  | 'one-click-wrong'
  | 'one-click-ambiguous'
  | 'list-fields-not-signed'
  | 'list-fields-unsigned'

const GMAIL = 'Gmail sender guidelines (2026-03-21)'

const FAULTS: Readonly<Record<ListFieldFault, string>> = {
  'no-brackets': 'an address has no angle brackets around it',
  'bad-uri': 'an address is no valid https, http or mailto address',
  'stray-text': 'text stands outside the angle brackets',
  encoded: 'it holds RFC 2047 encoded words',
  empty: 'it is empty',
}

/** Judges the two fields by themselves (RFC 2369, RFC 8058); the examples are at the sender's domain. */
export function judgeFields(list: ListUnsubscribe, domain: string): Remark<SubscriptionCode>[] {
  const fields = unsubscribeFields(domain)
  const both = [fields.list, fields.post]
  if (list.fields === 0) {
    return [
      {
        code: 'list-unsubscribe-missing',
        says: 'There is no List-Unsubscribe field.',
        advice: `Add these two fields, with an address and an id of your own, and sign both with DKIM:\n${inLines(both)}`,
        reference: `RFC 2369 section 3.2; RFC 8058; ${GMAIL}`,
        changes: both,
      },
    ]
  }
  const remarks: Remark<SubscriptionCode>[] = []
  if (list.faults.size > 0) {
    remarks.push({
      code: 'list-unsubscribe-syntax',
      says: `List-Unsubscribe is not well formed: ${[...list.faults].map((fault) => FAULTS[fault]).join('; ')}.`,
      advice: `Write it as addresses in angle brackets, separated by commas: ${inLines([fields.list])}`,
      reference: 'RFC 2369 section 2',
      changes: [fields.list],
    })
  }
  if (list.fields > 1 || list.postFields > 1) {
    remarks.push({
      code: 'list-unsubscribe-repeated',
      says: 'List-Unsubscribe or List-Unsubscribe-Post stands more than once.',
      advice: `Send each of the two fields once, with all addresses in one List-Unsubscribe, in this form:\n${inLines(both)}`,
      reference: 'RFC 2369 section 3; RFC 8058 section 3.1',
      changes: both,
    })
  }
  return [...remarks, ...judgeOneClick(list, fields)]
}

function judgeOneClick(
  list: ListUnsubscribe,
  fields: ReturnType<typeof unsubscribeFields>,
): Remark<SubscriptionCode>[] {
  const secure = list.ways.filter(({ scheme }) => scheme === 'https')
  const reference = `RFC 8058 section 3.1; ${GMAIL}`
  if (secure.length === 0) {
    const plain = list.ways.some(({ scheme }) => scheme === 'http')
    const only = list.ways.length > 0 ? ` (only ${plain ? 'http' : 'mailto'})` : ''
    return [
      {
        code: plain ? 'list-unsubscribe-http' : 'list-unsubscribe-no-https',
        says: `List-Unsubscribe names no https address${only}, so one-click unsubscription cannot work.`,
        advice: `Name an https address that unsubscribes on POST, beside the mailto address that is there:\n${inLines([fields.list, fields.post])}`,
        reference,
        changes: [fields.list, fields.post],
      },
    ]
  }
  if (list.post === undefined) {
    return [
      {
        code: 'one-click-missing',
        says: 'There is no List-Unsubscribe-Post field, so one-click unsubscription is not offered.',
        advice: `Let the https address unsubscribe on POST without a further page, and add: ${inLines([fields.post])}`,
        reference,
        changes: [fields.post],
      },
    ]
  }
  if (list.post === 'wrong') {
    return [
      {
        code: 'one-click-wrong',
        says: 'List-Unsubscribe-Post does not hold exactly List-Unsubscribe=One-Click.',
        advice: `Send exactly: ${inLines([fields.post])}`,
        reference,
        changes: [fields.post],
      },
    ]
  }
  if (secure.length === 1) return []
  return [
    {
      code: 'one-click-ambiguous',
      says: `List-Unsubscribe names ${secure.length} https addresses beside one-click, which allows one.`,
      advice: `Name one https address; a mailto address may stand beside it: ${inLines([fields.list])}`,
      reference: 'RFC 8058 section 3.1',
      changes: [fields.list],
    },
  ]
}

/** Whether a valid signature covers the fields (RFC 8058 3.1 and 4). */
export interface Coverage {
  kind: 'covered' | 'not-covered' | 'unsigned' | 'unknown'
  /** d= of the signature that covers them. */
  domain?: string
  remarks: Remark<SubscriptionCode>[]
}

/** Judges which valid DKIM signature covers both fields; without a valid one the fault is told elsewhere. */
export function judgeCoverage(list: ListUnsubscribe, signatures: readonly DkimSignature[]): Coverage {
  const names = list.post === undefined ? ['list-unsubscribe'] : ['list-unsubscribe', 'list-unsubscribe-post']
  const covers = ({ signedHeaders }: DkimSignature) => names.every((name) => signedHeaders.includes(name))
  const valid = signatures.filter(({ result }) => result === 'pass')
  const covering = valid.find(covers)
  if (covering) return { kind: 'covered', domain: covering.domain, remarks: [] }
  if (signatures.some((signature) => signature.result === 'temperror' && covers(signature))) {
    return { kind: 'unknown', remarks: [] }
  }
  const fields = list.post === undefined ? 'List-Unsubscribe' : 'List-Unsubscribe and List-Unsubscribe-Post'
  const remark: Remark<SubscriptionCode> = {
    code: valid.length > 0 ? 'list-fields-not-signed' : 'list-fields-unsigned',
    says:
      valid.length > 0
        ? `No valid DKIM signature covers ${names.length > 1 ? 'both fields' : 'List-Unsubscribe'}.`
        : 'There is no valid DKIM signature that could cover the fields.',
    advice:
      valid.length > 0
        ? `Let the DKIM signer cover ${fields} (h=).`
        : `Sign the message with DKIM, and let the signature cover ${fields} (h=).`,
    reference: 'RFC 8058 section 3.1 and 4',
  }
  return { kind: valid.length > 0 ? 'not-covered' : 'unsigned', remarks: [remark] }
}
