import { domainToASCII } from 'node:url'
import type { DKIMResult } from 'mailauth'
import type { PreparedSignature } from 'mailauth/lib/dkim/dkim-verifier.js'
import { tidyDomain } from '../../reading/domains/domain-name.ts'
import { BoundedVerifier } from '../verify/bounded-verifier.ts'
import type { MailauthResolver } from '../verify/mailauth-resolver.ts'
import { type DkimSignature, resultOf } from '../verify/outcome.ts'

/** What one pass over the message tells: its signatures, its authors, and its ARC sets for the chain's validation. */
export interface DkimReading {
  signatures: DkimSignature[]
  signaturesNotJudged: number
  /** The addresses of all From fields. */
  authors: string[]
  fromFields: number
  verifier: BoundedVerifier
}

/** Verifies the signatures of a message with CRLF line ends (RFC 6376 6, RFC 8301, RFC 8463). */
export async function readSignatures(
  message: Buffer,
  resolver: MailauthResolver,
  now: Date,
): Promise<DkimReading> {
  const verifier = new BoundedVerifier({
    strict: true,
    resolver,
    curTime: now,
    // Only so that mailauth does not go looking for a Return-Path.
    sender: 'unused@invalid',
  })
  await verifier.read(message)
  const fields = verifier.signatureHeaders.filter((signature) => signature.type === 'DKIM')
  const signatures = fields.flatMap((field, index) => {
    const result = verifier.results[index]
    return result && verifier.isJudged(field) ? [toSignature(field, result)] : []
  })
  return {
    signatures,
    signaturesNotJudged: fields.length - signatures.length,
    authors: verifier.headerFrom,
    fromFields: verifier.fromFields,
    verifier,
  }
}

function toSignature(field: PreparedSignature, row: DKIMResult): DkimSignature {
  const { result, reason } = judge(row)
  const { timestamp, expiration } = field
  return {
    result,
    domain: tidyDomain(row.status.header?.['d'] ?? row.signingDomain),
    selector: tidySelector(row.selector),
    algorithm: String(row.algo ?? '').toLowerCase(),
    signedHeaders: signedHeaders(field),
    ...(row.canonBodyLengthLimited && {
      unsignedBodyBytes: (row.canonBodyLengthTotal ?? 0) - (row.canonBodyLength ?? 0),
    }),
    ...(isTime(timestamp) && { signedAt: timestamp }),
    ...(isTime(expiration) && { expiresAt: expiration }),
    ...(row.modulusLength !== undefined && { bits: row.modulusLength }),
    ...(reason && { reason }),
  }
}

/** mailauth hashes what there is when l= promises more (RFC 6376 3.5: l= is at most the body's length). */
function judge(row: DKIMResult): { result: DkimSignature['result']; reason?: string } {
  const { canonBodyLengthLimit: limit, canonBodyLengthTotal: total, status } = row
  if (limit !== undefined && total !== undefined && limit > total) {
    return { result: 'fail', reason: 'l= is larger than the body' }
  }
  const rule = status.policy?.['dkim-rules']
  const reason = status.comment || (rule === 'weak-key' ? 'weak key' : rule)
  return { result: resultOf(status.result), ...(typeof reason === 'string' && { reason }) }
}

/** RFC 8616 4: in the DNS a selector is made of A-labels. */
function tidySelector(selector: string | undefined): string {
  const text = (selector ?? '').trim().toLowerCase()
  // Plain text is left alone: an all-digit selector would be read as an IPv4 address.
  return /^[ -~]*$/.test(text) ? text : domainToASCII(text) || text
}

function signedHeaders(field: PreparedSignature): string[] {
  const names = String(field.parsed['h']?.value ?? '').split(':')
  return names.map((name) => name.trim().toLowerCase()).filter((name) => name !== '')
}

function isTime(value: Date | null | undefined): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime())
}
