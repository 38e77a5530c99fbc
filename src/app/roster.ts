import type { Config } from '../config/config.ts'
import { testDomainList } from '../mail/blocklists/domain-test.ts'
import { type ListSetting, listChoiceProblems, listSettings, ROSTER } from '../mail/blocklists.ts'
import { createStubResolver } from '../net/dns/stub.ts'
import { createRosterProbe } from '../net/roster-probe.ts'
import type { Log } from '../services/ports.ts'
import { createRoster, type Roster } from '../services/roster.ts'
import { dnsServers, dnsSettings } from './analysis.ts'
import { systemClock } from './services.ts'

/** The blocklists in question, with their self-tests. */
export function openRoster(
  config: Pick<Config, 'blocklists' | 'dns'>,
  log: Log,
): Roster & { lists: ListSetting[] } {
  const lists = listSettings(ROSTER, config.blocklists)
  const { servers, timeoutMs, tries } = dnsSettings(config)
  const resolver = createStubResolver({ servers, timeoutMs, tries })
  const roster = createRoster({
    lists,
    probe: createRosterProbe({ servers: dnsServers(config) }),
    probeDomainList: (list) => testDomainList(list, resolver),
    clock: systemClock,
    log,
    everyMs: config.blocklists.selfTest,
  })
  return { ...roster, lists }
}

/** What the config says of blocklists that the roster does not know. */
export function rosterProblems(config: Pick<Config, 'blocklists'>): string[] {
  return listChoiceProblems(ROSTER, config.blocklists).map((problem) => `blocklists: ${problem}.`)
}
