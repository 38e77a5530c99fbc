import type { Config } from '../config/config.ts'
import type { Inspection } from '../core/inspection.ts'
import { readName } from '../services/inspections/name.ts'
import { dnsSettings, openAnalysisPool } from './analysis.ts'
import { openBlocklistHealth } from './blocklist-health.ts'
import { quietLog } from './offline.ts'

/** How long the self-tests of all lists may take when somebody waits for them. */
const LISTS_WITHIN_MS = 15_000

/** Looks at a domain or an address, in a process of its own. Gives the sentence that says why it cannot. */
export async function inspectName(
  config: Config,
  typed: string,
  progress: (sentence: string) => void,
): Promise<Inspection | { refused: string }> {
  const subject = readName(typed)
  if ('refused' in subject) return subject
  const log = quietLog(progress)
  const dns = dnsSettings(config)
  const health = openBlocklistHealth(config, log)
  if (dns.servers.length === 0) progress('No DNS server is known: set dns.servers.')
  else {
    progress('Testing which blocklists answer from here.')
    // Lists that are not tested by then are not asked, and the checks say so.
    await Promise.race([health.testNow(), Bun.sleep(LISTS_WITHIN_MS)])
  }
  progress(`Asking about ${subject.name}.`)
  const settings = () => ({
    hostname: config.smtp.hostname,
    lists: health.lists,
    listStates: health.states(),
    ...(config.rdap.enabled && { rdap: true }),
  })
  const pool = openAnalysisPool(config, dns, settings, log)
  try {
    const found = await pool.inspect(subject)
    if ('stopped' in found) return { refused: `It was stopped: ${found.stopped}.` }
    return { subject, checks: found.checks }
  } finally {
    await pool.stop()
    health.stop()
  }
}
