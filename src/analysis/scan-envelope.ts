import type { ScanEnvelope } from '../net/ports.ts'
import type { AnalysisContext } from './context.ts'

/** What a scanner is told of the session. An address that hides the sender is not the sender's, so it is left out. */
export async function scanEnvelope({
  client,
  envelope,
  facts,
}: Pick<AnalysisContext, 'client' | 'envelope' | 'facts'>): Promise<ScanEnvelope> {
  const { helo, mailFrom, rcptTo, receivedAt } = envelope
  const told = {
    ...(helo !== undefined && { helo }),
    ...(mailFrom !== undefined && { mailFrom }),
    rcptTo,
    receivedAt: receivedAt.toISOString(),
  }
  if (client.kind !== 'public') return told
  const reverse = await facts.reverseDns()
  const names = reverse?.kind === 'names' ? reverse.names : []
  const clientName = names.find(({ forward }) => forward === 'confirmed')?.name
  return { clientAddress: client.address, ...(clientName !== undefined && { clientName }), ...told }
}
