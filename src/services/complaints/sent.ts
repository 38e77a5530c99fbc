import type { ComplaintProvider } from '../../core/complaints/provider.ts'
import type { AggregateReads, AggregateWindow } from '../../store/aggregates.ts'

/** Reporters of a domain that are looked at, those with most messages first. */
const MOST_REPORTERS = 200
/** Of fewer messages no rate is told: one complaint more would be another. */
export const LEAST_SENT = 100

/** Messages of a window that passed DMARC at each provider, by its own authenticated aggregate reports: what it counts as sent by whoever the
 * domain is. */
export async function sentTo(
  aggregates: Pick<AggregateReads, 'sources'>,
  domainId: string,
  { from, to }: AggregateWindow,
  providers: readonly ComplaintProvider[],
): Promise<Map<string, number>> {
  const sent = new Map<string, number>()
  if (to < from) return sent
  const query = { groupBy: 'reporter', sort: 'messages', limit: MOST_REPORTERS, offset: 0 } as const
  const { sources } = await aggregates.sources(domainId, { from, to, authenticated: true }, query)
  for (const { source, pass } of sources) {
    const name = source.trim().toLowerCase()
    const provider = providers.find(({ reporters }) => reporters?.includes(name))
    if (provider) sent.set(provider.id, (sent.get(provider.id) ?? 0) + pass)
  }
  return sent
}

/** The share of what was sent that was complained about, rounded down to 4 places. Undefined: too little was sent to say. */
export function rateOf(complaints: number, sent: number | undefined): number | undefined {
  if (sent === undefined || sent < LEAST_SENT) return undefined
  return Math.min(1, Math.floor((complaints / sent) * 10_000 + 1e-6) / 10_000)
}
