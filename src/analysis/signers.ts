import type { Signer } from '../core/domain-health.ts'
import { isDomainName } from '../mail/reading/domains/domain-name.ts'
import type { Judged } from './judge.ts'

const MOST_SIGNERS = 10

/** By which keys a message was signed, as far as its signatures were judged already. */
export async function signersOf(
  { facts, timedOut }: Pick<Judged, 'facts' | 'timedOut'>,
  leaveOut: readonly string[],
): Promise<Signer[]> {
  // What was not judged would be judged only now, beyond all limits.
  if (timedOut.length > 0 || leaveOut.length > 0) return []
  const { dkim } = await facts.authentication().catch(() => ({ dkim: [] }))
  return dkim
    .filter(
      ({ result, domain, selector }) => result === 'pass' && isDomainName(`${selector}._domainkey.${domain}`),
    )
    .map(({ domain, selector }) => ({ domain, selector: selector.toLowerCase() }))
    .slice(0, MOST_SIGNERS)
}
