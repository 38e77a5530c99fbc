import { analyse } from '../../../src/analysis/pipeline.ts'
import { analyzers } from '../../../src/analysis/registry.ts'
import { NotAMessage } from '../../../src/mail/reading/parse.ts'
import { listSettings, ROSTER } from '../../../src/mail/server/blocklists/roster.ts'
import { createRecorder } from '../../../src/net/dns/recorder.ts'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { envelope } from '../../support/envelope.ts'
import { outside } from '../../support/outside.ts'
import { zone } from '../../support/zone.ts'
import { holdReport } from '../promises.ts'
import { bytesOf } from '../target.ts'
import type { Subject } from './places.ts'

const clock = { now: () => new Date('2026-11-20T12:00:00Z') }
/** The plan analyses the same again. */
const WITHOUT_PLAN = ['plan']
const LISTS = listSettings(ROSTER)

function zoneOf(records: Readonly<Record<string, string>>): ZoneLiteral {
  const host = { A: ['93.184.216.34'], MX: [[10, 'mx.example.org']] as const }
  const texts: Record<string, string> = { '': 'v=spf1 mx -all', '_dmarc.': 'v=DMARC1; p=none', ...records }
  return {
    'mx.example.org': host,
    '10.2.0.192.in-addr.arpa': { PTR: ['mail.example.org'] },
    'mail.example.org': { A: ['192.0.2.10'] },
    ...Object.fromEntries(
      Object.entries(texts).map(([below, text]) => [
        `${below}example.org`,
        { ...(below === '' && host), TXT: [text] },
      ]),
    ),
  }
}

/** The whole analysis, as a message from the network gets it. */
export async function analyseSubject(
  { message, records = {} }: Subject,
  leaveOut: readonly string[] = WITHOUT_PLAN,
): Promise<void> {
  const ports = outside(createRecorder(zone(zoneOf(records)), clock), clock)
  const settings = {
    hostname: 'mx.receiver.example',
    lists: LISTS,
    listStates: LISTS.map(({ id }) => ({ id, usable: true })),
    fetchLinks: false,
    scanners: [],
  }
  try {
    const made = await analyse(
      { raw: bytesOf(message), envelope: envelope(), settings, leaveOut, waitAtMost: 600_000 },
      analyzers,
      ports,
    )
    holdReport(made.report)
  } catch (cause) {
    if (!(cause instanceof NotAMessage)) throw cause
  }
}
