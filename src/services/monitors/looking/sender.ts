import type { Check } from '../../../core/check.ts'
import type { Signer } from '../../../core/domain-health.ts'
import { isPublicAddress } from '../../../net/ip.ts'
import type { RecordedQuestion } from '../../../net/ports.ts'
import type { Store } from '../../../store/store.ts'
import { readName } from '../../inspections/name.ts'
import type { LastSender } from './state.ts'

const MOST_SIGNERS = 12
const KEY = /^([^.].{0,200})\._domainkey\.(.{1,253})$/

/** Who sent a message, by what its report judged. Undefined: it has no report. */
export async function senderOf(
  { messages }: Pick<Store, 'messages'>,
  { token, messageId }: { token: string; messageId: string },
): Promise<LastSender | undefined> {
  const [stored, evidence] = await Promise.all([
    messages.report(token, messageId),
    messages.evidence(messageId),
  ])
  if (!stored?.report) return undefined
  const evidenceOf = (name: string): Check['evidence'] =>
    stored.report.checks.find((check) => check.name === name)?.evidence ?? {}
  const domain = publicName(evidenceOf('dmarc')['checked_domain'])
  const spf = evidenceOf('spf')
  const address = spf['checked_ip'] ?? evidenceOf('blocklist')['checked_ip']
  const envelopeDomain = spf['identity'] === 'mailfrom' ? publicName(spf['checked_domain']) : undefined
  return {
    messageId,
    ...(domain !== undefined && { domain }),
    ...(envelopeDomain !== undefined && { envelopeDomain }),
    ...(address !== undefined && isPublicAddress(address) && { address }),
    signers: signersIn(evidence),
  }
}

/** A name that means something on one network only is not asked about. */
function publicName(domain: string | undefined): string | undefined {
  const read = domain === undefined ? undefined : readName(domain)
  return read && 'kind' in read && read.kind === 'domain' ? read.name : undefined
}

/** The keys that its signatures were verified by: the questions that were asked for them. */
function signersIn(evidence: unknown): Signer[] {
  const names = questionsIn(evidence)
    .filter(({ type, answer }) => type === 'TXT' && answer.kind === 'records')
    .flatMap(({ name }) => {
      const [, selector, domain] = KEY.exec(name.toLowerCase()) ?? []
      return selector !== undefined && publicName(domain) !== undefined
        ? [{ selector, domain: domain ?? '' }]
        : []
    })
  return names.slice(0, MOST_SIGNERS)
}

/** Evidence is written by this program alone; what an earlier version wrote may lack it. */
function questionsIn(evidence: unknown): readonly RecordedQuestion[] {
  if (typeof evidence !== 'object' || evidence === null || !('dns' in evidence)) return []
  return Array.isArray(evidence.dns) ? evidence.dns : []
}
