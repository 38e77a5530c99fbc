import { idFrom } from '../../src/core/access/ids.ts'
import { tokenFrom } from '../../src/core/mail-test.ts'
import { monitorLocalPartFrom } from '../../src/core/watching/address.ts'
import type { Expectations, Monitor } from '../../src/core/watching/monitor.ts'
import type { MonitorMessage } from '../../src/store/watching/monitors.ts'
import { DAY, newMessage, random, THEN } from './builders.ts'
import { envelope } from './envelope.ts'

/** Nothing is expected. */
export const NOTHING_EXPECTED: Expectations = { mustPass: [], blocklists: false, records: false }

/** A monitor of mail, made at THEN, that waits for its first message. */
export function monitor(accountId: string, changes: Partial<Monitor> = {}): Monitor {
  const id = idFrom('mon', random)
  return {
    id,
    accountId,
    name: `monitor ${id}`,
    subject: { kind: 'mail', localPart: monitorLocalPartFrom(random) },
    expectations: NOTHING_EXPECTED,
    windows: [],
    createdAt: THEN,
    standing: { state: 'waiting', since: THEN, reasons: [] },
    ...changes,
  }
}

/** A message for a monitor, whose test lasts for a month. */
export function monitorMessage(
  monitorId: string,
  at: Date = THEN,
  changes: Partial<MonitorMessage> = {},
): MonitorMessage {
  return {
    ...newMessage(tokenFrom(random), { envelope: envelope({ receivedAt: at }) }),
    monitorId,
    expiresAt: new Date(at.getTime() + 30 * DAY),
    ...changes,
  }
}
