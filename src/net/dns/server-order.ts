import type { DnsServer } from './server-address.ts'

export interface ServerOrder {
  /** Whom to ask in turn: every server once a round, silent ones last. */
  attempts(rounds: number): readonly DnsServer[]
  /** It did not answer at all. */
  silent(server: DnsServer): void
  answered(server: DnsServer): void
}

const SILENT_MS = 30_000

/** The configured order, with servers that were silent a moment ago last, so that a dead one costs one wait, not all. */
export function createServerOrder(servers: readonly DnsServer[]): ServerOrder {
  const silentUntil = new Map<DnsServer, number>()
  const everyRound = (round: readonly DnsServer[], rounds: number) =>
    Array.from({ length: rounds }, () => round).flat()
  let usual: readonly DnsServer[] = []

  return {
    attempts(rounds) {
      if (silentUntil.size === 0) {
        if (usual.length !== rounds * servers.length) usual = everyRound(servers, rounds)
        return usual
      }
      const now = performance.now()
      const isSilent = (server: DnsServer) => (silentUntil.get(server) ?? 0) > now
      const round = [...servers.filter((server) => !isSilent(server)), ...servers.filter(isSilent)]
      return everyRound(round, rounds)
    },
    silent(server) {
      silentUntil.set(server, performance.now() + SILENT_MS)
    },
    answered(server) {
      silentUntil.delete(server)
    },
  }
}
