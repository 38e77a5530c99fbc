import { analysisMeter } from './families/analysis.ts'
import { backlogMeter } from './families/backlog.ts'
import { blocklistMeter } from './families/blocklists.ts'
import { deliveryMeter } from './families/deliveries.ts'
import { dnsMeter } from './families/dns.ts'
import { httpMeter } from './families/http.ts'
import { mailMeter } from './families/mail.ts'
import { monitorMeter } from './families/monitors.ts'
import { processMeter } from './families/process.ts'
import { reportMeter } from './families/reports.ts'
import { smtpMeter } from './families/smtp.ts'
import { storageMeter } from './families/storage.ts'
import { upkeepMeter } from './families/upkeep.ts'
import { createRegistry } from './registry.ts'

/** What this instance has of what labels name. */
export interface Known {
  checks: readonly string[]
  /** Ids of blocklists. */
  lists: readonly string[]
  version: string
  runtime: string
}

export type Meters = ReturnType<typeof createMeters>

/** Everything that is counted, in the order of a scrape. */
export function createMeters(known: Known) {
  const registry = createRegistry()
  return {
    registry,
    process: processMeter(registry, known),
    storage: storageMeter(registry),
    mail: mailMeter(registry),
    smtp: smtpMeter(registry),
    backlog: backlogMeter(registry),
    analysis: analysisMeter(registry, known.checks),
    dns: dnsMeter(registry),
    blocklists: blocklistMeter(registry, known.lists),
    reports: reportMeter(registry),
    monitors: monitorMeter(registry),
    deliveries: deliveryMeter(registry),
    upkeep: upkeepMeter(registry),
    http: httpMeter(registry),
  }
}
