import type { ARCResult } from 'mailauth'
import { arc } from 'mailauth/lib/arc/index.js'
import type { BoundedVerifier } from '../verify/bounded-verifier.ts'
import type { MailauthResolver } from '../verify/mailauth-resolver.ts'
import type { ArcOutcome } from '../verify/outcome.ts'
import { readHops } from './hops.ts'

/** What is wrong with a chain, by mailauth's code. Its own sentences repeat the message's words. */
const FAULTS: Readonly<Record<string, string>> = {
  invalid_arc_seal: 'a seal cannot be read',
  multiple_arc_keys: 'an ARC set has a field twice',
  invalid_arc_count: 'more than 50 ARC sets',
  invalid_arc_instance: 'the instance numbers are not 1, 2, 3 and so on',
  missing_arc_header: 'an ARC set is incomplete',
  invalid_cv_value: 'a hop says that the chain was broken before it (cv=)',
  unexpected_as_h_value: 'a seal has an h= tag',
  invalid_ams_h_value: 'a message signature signs ARC-Seal',
  invalid_arc_tags: 'a tag is missing or cannot be read',
  missing_a_value: 'a seal names no algorithm',
  invalid_a_value: 'a seal names no algorithm',
  EINVALIDALGO: 'an algorithm other than rsa-sha256 or ed25519-sha256',
}

/** Validates the chain of a message whose signatures were read (RFC 8617 5.2). */
export async function validateArc(
  verifier: BoundedVerifier,
  resolver: MailauthResolver,
): Promise<ArcOutcome> {
  const hops = readHops(verifier)
  const structural = verifier.arc.error
  if (structural) {
    return { result: 'fail', reason: FAULTS[structural.code ?? ''] ?? 'the chain cannot be read', hops }
  }
  const row = await arc(verifier.arc, { resolver, strict: true })
  if (row.status.result !== 'fail') {
    const tooLong = row.status.result === 'pass' && promisesTooMuch(row)
    if (tooLong) return { result: 'fail', reason: 'l= is larger than the body', hops }
    return { result: row.status.result === 'pass' ? 'pass' : 'none', hops }
  }
  return { ...failureOf(row), hops }
}

/** RFC 8617 knows no temporary result, but a key that could not be fetched says nothing about the chain. */
function failureOf(row: ARCResult): Pick<ArcOutcome, 'result' | 'reason'> {
  const said = typeof row.status.comment === 'string' ? row.status.comment : ''
  const key =
    /^(no key|unknown key \w+|invalid public key|inappropriate \w+ algorithm|key not for email|weak key)\b/.exec(
      said,
    )
  if (key) return { result: 'fail', reason: `the key of a seal: ${key[1]}` }
  if (said.includes('seal')) return { result: 'fail', reason: 'the signature of a seal does not verify' }
  if (said.includes('no valid signature')) return messageSignatureFailure(row)
  const fault = Object.entries(FAULTS).find(([code]) => code === 'invalid_cv_value' && said.includes('cv='))
  if (fault) return { result: 'fail', reason: fault[1] }
  return { result: 'temperror', reason: 'the key of a seal could not be fetched' }
}

function messageSignatureFailure(row: ARCResult): Pick<ArcOutcome, 'result' | 'reason'> {
  const signature = row.signature || undefined
  if (signature?.status.result === 'temperror') {
    return { result: 'temperror', reason: 'the key of the newest message signature could not be fetched' }
  }
  const comment = signature?.status.comment
  const detail = typeof comment === 'string' ? `: ${comment}` : ''
  return { result: 'fail', reason: `the newest ARC-Message-Signature does not verify${detail}` }
}

function promisesTooMuch({ signature }: ARCResult): boolean {
  if (!signature) return false
  const { canonBodyLengthLimit: limit, canonBodyLengthTotal: total } = signature
  return limit !== undefined && total !== undefined && limit > total
}
