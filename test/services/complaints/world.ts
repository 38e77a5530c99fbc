import { readReports } from '../../../src/analysis/reports/read.ts'
import { messageIdFrom } from '../../../src/core/mail-test.ts'
import type { DomainEntry } from '../../../src/core/sender-domain.ts'
import { type ZoneLiteral, zoneResolver } from '../../../src/net/dns/zone.ts'
import type { ReportReader } from '../../../src/services/aggregates/importing.ts'
import { createComplaintIngesting } from '../../../src/services/complaints/ingesting.ts'
import { random } from '../../support/builders.ts'
import type { testClock } from '../../support/clock.ts'
import { envelope } from '../../support/envelope.ts'
import type { TestStore } from '../../support/store.ts'

const ROOM = { waitingBytes: 1_000_000_000, waitingBytesPerDomain: 1_000_000_000 }

/** Mail to complaints addresses, read as the analysis process reads it, over a zone. */
export function complaintsOver(
  { store }: TestStore,
  clock: ReturnType<typeof testClock>,
  zone: ZoneLiteral,
  reader: ReportReader = {
    read: (reading) =>
      readReports(reading, { resolver: zoneResolver(zone), clock, hostname: 'mail.test', waitAtMost: 5000 }),
  },
) {
  const lines: unknown[][] = []
  const note = (...line: unknown[]) => void lines.push(line)
  const log = { info: note, warn: note, error: note }
  const ingesting = createComplaintIngesting({ store, reader, clock, log })
  return {
    lines,
    /** Takes a mail in, and brings it to its end. */
    async came(
      domain: DomainEntry,
      raw: Uint8Array,
      session: { mailFrom?: string; clientAddress?: string } = {},
    ) {
      const mail = {
        id: messageIdFrom(random),
        domainId: domain.id,
        envelope: envelope({ ...session, receivedAt: clock.now() }),
        raw,
      }
      const answer = await store.complaints.accept(mail, ROOM)
      if (answer !== 'stored') throw new Error(answer)
      return this.run()
    },
    async run() {
      const endings: string[] = []
      for (const due of await store.reportMail.claim('h/1', 60_000, 100))
        endings.push(await ingesting.ingest(due))
      return endings.join()
    },
  }
}
