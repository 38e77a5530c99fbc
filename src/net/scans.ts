import type { Clock, RecordedScan, Scanner, ScannerName, ScanReply, Scans } from './ports.ts'

/** The configured scanners. */
export type Scanners = Partial<Record<ScannerName, Scanner>>

/** The scans of one message: each scanner is asked once, and its reply kept as evidence. */
export function createScans(scanners: Scanners, clock: Clock): Scans {
  const replies = new Map<ScannerName, Promise<ScanReply>>()
  const records: RecordedScan[] = []

  function scanOnce(name: ScannerName, scan: () => Promise<ScanReply>): Promise<ScanReply> {
    const known = replies.get(name)
    if (known) return known
    const begun = clock.now().getTime()
    const reply = scan().then((said) => {
      records.push({ scanner: name, took: Math.max(0, clock.now().getTime() - begun), reply: said })
      return said
    })
    replies.set(name, reply)
    return reply
  }

  return {
    scanner(name) {
      const scanner = scanners[name]
      return scanner && { scan: (raw, envelope) => scanOnce(name, () => scanner.scan(raw, envelope)) }
    },
    recorded: () => records.toSorted((a, b) => a.scanner.localeCompare(b.scanner)),
  }
}

/** Scanners that say again what they said. */
export function replayScans(recorded: readonly RecordedScan[]): Scanners {
  return Object.fromEntries(recorded.map(({ scanner, reply }) => [scanner, { scan: async () => reply }]))
}
