import { inLines } from '../../fixing/changes.ts'
import { isDomainName } from '../../reading/domains/domain-name.ts'
import type { Remark } from '../../remark.ts'
import type { DkimSignature } from '../verify/outcome.ts'
import { type DkimFailureCode, explainFailure } from './failures.ts'
import { isFixable } from './fix-key.ts'
import type { DkimKeyReport } from './key.ts'
import type { DkimKeyCode } from './key-record.ts'

/** What could be better about a signature that counts. */
export type DkimSignatureCode =
  | 'dkim-body-unsigned'
  | 'dkim-body-length'
  | 'dkim-from-not-oversigned'
  | 'dkim-future'
  | 'dkim-expires-soon'
  | 'dkim-headers-unsigned'

/** Clocks differ; a signature that is further ahead than this says something about the signer's. */
const CLOCK_SKEW = 300_000

/** A signature's d= and s= as they may be shown: a stranger can put any text there. */
export function nameSignature({ domain, selector }: DkimSignature): string {
  const shownDomain = isDomainName(domain) ? domain : 'something that is no domain'
  return isDomainName(`${selector}.x`) ? `${shownDomain} (selector ${selector})` : shownDomain
}

/** What is to be said of signatures that do not count. `told`: the summary says it already; `unregistered`: names of keys that are looked
 * for where nobody can publish one. */
export function failureRemarks(
  signatures: readonly DkimSignature[],
  told = false,
  unregistered: ReadonlySet<string> = new Set(),
): Remark<DkimFailureCode>[] {
  return signatures
    .filter(({ result }) => result !== 'pass')
    .map((signature) => {
      const { code, says, advice: form } = explainFailure(signature.reason)
      const name = keyName(signature)
      const isLost = code === 'dkim-key-missing' && unregistered.has(name.toLowerCase())
      const advice = isLost
        ? `Let it sign with a selector whose key is published, or put the CNAME record of ${name} right.`
        : form.replace('{key}', name)
      const sentence = `The signature of ${nameSignature(signature)} does not count: ${says}.`
      return {
        code,
        says: sentence,
        advice: told ? advice : `${sentence} ${advice}`,
        reference: 'RFC 6376 section 6.1',
      }
    })
}

/** The failure is one of the key record, whose own remarks say what to do about it. */
export function isAboutKey(code: string): boolean {
  return code.startsWith('dkim-key-')
}

function keyName({ domain, selector }: DkimSignature): string {
  const name = `${selector}._domainkey.${domain}`
  return isDomainName(domain) && isDomainName(`${selector}.x`) ? name : 'the name of its selector and domain'
}

/** What could be better about a signature that counts. */
export function signatureRemarks(signature: DkimSignature, now: Date): Remark<DkimSignatureCode>[] {
  const { unsignedBodyBytes, signedHeaders, alignment, signedAt, expiresAt } = signature
  const name = nameSignature(signature)
  const remarks: Remark<DkimSignatureCode>[] = []
  if (unsignedBodyBytes !== undefined && unsignedBodyBytes > 0) {
    remarks.push({
      code: 'dkim-body-unsigned',
      says: `The signature of ${name} leaves ${octets(unsignedBodyBytes)} of the body unsigned (l=), so anybody can change them.`,
      advice: 'Sign the whole body: turn off the body length (l=) in the signer.',
      reference: 'RFC 6376 section 8.2',
    })
  } else if (unsignedBodyBytes !== undefined) {
    remarks.push({
      code: 'dkim-body-length',
      says: `The signature of ${name} carries l=, so text can be added to the message without breaking it.`,
      advice: `The signature of ${name} carries l=, so text can be added to the message: turn it off in the signer.`,
      reference: 'RFC 6376 section 8.2',
    })
  }
  const own = alignment === 'strict' || alignment === 'relaxed'
  if (own && signedHeaders.filter((field) => field === 'from').length < 2) {
    remarks.push({
      code: 'dkim-from-not-oversigned',
      says: `The signature of ${name} names From only once, so a second From can be added.`,
      advice: `Let the signer of ${name} name From twice in h= (oversigning), so that no second From can be added.`,
      reference: 'RFC 6376 section 8.15',
    })
  }
  if (signedAt && signedAt.getTime() > now.getTime() + CLOCK_SKEW) {
    remarks.push({
      code: 'dkim-future',
      says: `The signature of ${name} was made in the future (t=).`,
      advice: `The signature of ${name} says it was made in the future: set the clock of the signer.`,
      reference: 'RFC 6376 section 3.5',
    })
  }
  if (expiresAt && expiresAt.getTime() < now.getTime() + 86_400_000) {
    remarks.push({
      code: 'dkim-expires-soon',
      says: `The signature of ${name} expires within a day (x=).`,
      advice: `The signature of ${name} expires within a day: mail that waits in a queue arrives unsigned. Allow a week.`,
      reference: 'RFC 6376 section 3.5',
    })
  }
  return remarks
}

function octets(count: number): string {
  return count === 1 ? '1 octet' : `${count} octets`
}

/** Fields present in the message that no signature covers although a reader acts on them (RFC 6376 5.4.1). */
export function uncoveredFields(
  signatures: readonly DkimSignature[],
  present: (field: string) => boolean,
): Remark<DkimSignatureCode>[] {
  const covered = new Set(signatures.flatMap(({ signedHeaders }) => signedHeaders))
  const open = ['Subject', 'Date', 'To', 'Cc', 'Reply-To'].filter(
    (field) => present(field.toLowerCase()) && !covered.has(field.toLowerCase()),
  )
  if (open.length === 0) return []
  const list = open.join(', ')
  return [
    {
      code: 'dkim-headers-unsigned',
      says: `No signature covers ${list}.`,
      advice: `Add ${list} to the header fields that your signer signs: today anybody can change them.`,
      reference: 'RFC 6376 section 5.4.1',
    },
  ]
}

/** Beside an alias no other record can stand, and where it leads nobody can publish one. */
const correctAlias = (name: string) =>
  `Correct the CNAME record of ${name}, or remove it and publish the public key of your signer there in its place.`

/** What is to be said of the key records, whatever became of their signatures. `unregistered`: names of keys that are looked for where
 * nobody can publish one. */
export function keyRemarks(
  keys: readonly DkimKeyReport[],
  unregistered: ReadonlySet<string> = new Set(),
): Remark<DkimKeyCode>[] {
  return keys.flatMap(({ problems, name, fixed }) =>
    problems.map(({ code, says, advice: usual }) => {
      const isLost = code === 'dkim-key-missing' && unregistered.has(name)
      const advice = isLost ? correctAlias(name) : usual
      const fix = fixed && (isFixable(code) || code === 'dkim-key-several') ? [fixed] : []
      return {
        code,
        says: `${says} (${name})`,
        advice: `${says} ${advice} ${fix.length > 0 ? `Publish: ${inLines(fix)}` : ''}`.trimEnd(),
        reference: 'RFC 6376 section 3.6.1; RFC 8301',
        ...(fix.length > 0 && { changes: fix }),
      }
    }),
  )
}

/** Signatures and keys as evidence. */
export function describeSignatures(
  signatures: readonly DkimSignature[],
  keys: readonly DkimKeyReport[],
): Record<string, string> {
  const valid = signatures.filter(({ result }) => result === 'pass').map(({ domain }) => domain)
  return {
    signatures: String(signatures.length),
    valid_domains: [...new Set(valid)].join(', '),
    ...numbered('signature', signatures.map(describeSignature)),
    ...numbered('key', keys.map(describeKey)),
  }
}

function numbered(name: string, lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(lines.map((line, index) => [`${name}_${index + 1}`, line]))
}

const ALIGNED = {
  strict: 'aligned with From (same domain)',
  relaxed: 'aligned with From (same organization)',
  none: 'not aligned with From',
  unknown: 'alignment unknown',
} as const

function describeSignature(signature: DkimSignature): string {
  const { result, algorithm, signedHeaders, unsignedBodyBytes, bits, alignment, expiresAt } = signature
  return [
    `${result}: ${nameSignature(signature)}`,
    /^[a-z0-9]{1,20}-[a-z0-9]{1,20}$/.test(algorithm) ? algorithm : 'no known algorithm',
    bits === undefined ? '' : `${bits} bits`,
    alignment === undefined ? '' : ALIGNED[alignment],
    signedWords(signedHeaders),
    unsignedBodyBytes === undefined ? '' : `${octets(unsignedBodyBytes)} of the body unsigned`,
    expiresAt === undefined ? '' : `expires ${expiresAt.toISOString()}`,
    result === 'pass' ? '' : explainFailure(signature.reason).says,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** Names of fields that everybody uses; others may say something of the message. */
const USUAL_FIELDS = new Set(
  (
    'from sender reply-to to cc subject date message-id in-reply-to references mime-version content-type ' +
    'content-transfer-encoding list-id list-unsubscribe list-unsubscribe-post list-help list-post feedback-id ' +
    'resent-from resent-to resent-date return-path received autocrypt auto-submitted precedence'
  ).split(' '),
)

function signedWords(fields: readonly string[]): string {
  const usual = fields.filter((field) => USUAL_FIELDS.has(field)).slice(0, 40)
  const others = fields.length - usual.length
  return `signs ${usual.join(' ') || 'nothing known'}${others > 0 ? ` and ${others} other` : ''}`
}

function describeKey(key: DkimKeyReport): string {
  const { name, state, type, bits, usable, reason, chain, records, revoked, testing, strictIdentity } = key
  if (state === 'failed') return `${name}: no answer (${reason})`
  if (state !== 'found') return `${name}: ${state === 'nxdomain' ? 'no such name' : 'no TXT record'}`
  return [
    `${name}: ${usable ? 'usable' : 'not usable'}`,
    revoked ? 'revoked' : (type ?? 'type unknown'),
    bits === undefined ? '' : `${bits} bits`,
    testing ? 'testing (t=y)' : '',
    strictIdentity ? 'no subdomains in i= (t=s)' : '',
    listed('h=', key.hashes),
    listed('s=', key.services),
    records > 1 ? `${records} TXT records` : '',
    chain.length > 0 ? `by CNAME to ${chain.join(' to ')}` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** `only for h=sha256`: words of a record that anybody may have published, cut. */
function listed(tag: string, values: readonly string[] | undefined): string {
  return values === undefined ? '' : `only for ${tag}${values.join(':').slice(0, 100)}`
}
