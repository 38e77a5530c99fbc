import type { ComplaintProvider } from '../../core/complaints/provider.ts'
import type { AggregateWindow } from '../../store/aggregates.ts'
import type { ComplaintReads } from '../../store/complaints/complaints.ts'

/** Of fewer messages no rate is told: one complaint more would be another. */
export const LEAST_SENT = 100

/** Messages of a window that passed DMARC at each provider, by its own authenticated aggregate reports: what it counts as sent by whoever the
 * domain is. A report that names a provider and came from elsewhere counts nothing. */
export async function sentTo(
  complaints: Pick<ComplaintReads, 'sentBy'>,
  domainId: string,
  window: AggregateWindow,
  providers: readonly ComplaintProvider[],
): Promise<Map<string, number>> {
  const sent = new Map<string, number>()
  if (window.to < window.from) return sent
  const reporters = providers.flatMap((provider) => provider.reporters ?? [])
  const senders = providers.flatMap((provider) => provider.reportersFrom ?? [])
  for (const { reporter, sender, pass } of await complaints.sentBy(domainId, window, {
    reporters,
    senders,
  })) {
    const provider = providers.find((one) => one.reporters?.includes(reporter))
    if (!provider || (sender !== undefined && !provider.reportersFrom?.includes(sender))) continue
    sent.set(provider.id, (sent.get(provider.id) ?? 0) + pass)
  }
  return sent
}

/** The share of what was sent that was complained about, rounded down to 4 places. Undefined: too little was sent to say. */
export function rateOf(complaints: number, sent: number | undefined): number | undefined {
  if (sent === undefined || sent < LEAST_SENT) return undefined
  return Math.min(1, Math.floor((complaints / sent) * 10_000 + 1e-6) / 10_000)
}
