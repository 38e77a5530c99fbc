import type { Config } from '../config/config.ts'
import {
  type ListSetting,
  listChoiceProblems,
  listSettings,
  ROSTER,
} from '../mail/server/blocklists/roster.ts'
import { testAddressList, testDomainList } from '../mail/server/blocklists/self-test.ts'
import { counted } from '../net/dns/counted.ts'
import { createStubResolver } from '../net/dns/stub.ts'
import { ask, type DnsMeter } from '../net/ports.ts'
import { createRosterProbe } from '../net/roster-probe.ts'
import { type BlocklistHealth, createBlocklistHealth } from '../services/blocklist-health.ts'
import type { Log } from '../services/ports.ts'
import { dnsServers, dnsSettings } from './analysis.ts'
import { systemClock } from './services.ts'

/** The blocklists in question, with the self-tests of those that are to be tested. */
export function openBlocklistHealth(
  config: Pick<Config, 'blocklists' | 'dns'>,
  log: Log,
  { isTested = () => true, meter }: { isTested?(list: ListSetting): boolean; meter?: DnsMeter } = {},
): BlocklistHealth & { lists: ListSetting[] } {
  const lists = listSettings(ROSTER, config.blocklists)
  const { servers, timeoutMs, tries } = dnsSettings(config)
  const stub = createStubResolver({ servers, timeoutMs, tries })
  const resolver = meter ? counted(stub, meter) : stub
  const probe = createRosterProbe({ servers: dnsServers(config), reachable })
  const health = createBlocklistHealth({
    lists: lists.filter((list) => isTested(list)),
    test: (list) =>
      list.kind === 'domain' ? testDomainList(list, resolver) : testAddressList(list, resolver, probe),
    clock: systemClock,
    log,
    everyMs: config.blocklists.selfTest,
  })
  return { ...health, lists }
}

const LOOK_MS = 1000

/** Nothing listens at a server's port when the question is turned away; one that is only silent may be there. */
async function reachable(server: string, name: string): Promise<boolean> {
  const resolver = createStubResolver({ servers: [server], timeoutMs: LOOK_MS, tries: 1 })
  const answer = await ask(resolver, name, 'A')
  return answer.kind !== 'failure' || answer.reason !== 'network'
}

/** What the config says of blocklists that the roster does not know. */
export function rosterProblems(config: Pick<Config, 'blocklists'>): string[] {
  return listChoiceProblems(ROSTER, config.blocklists).map((problem) => `blocklists: ${problem}.`)
}
