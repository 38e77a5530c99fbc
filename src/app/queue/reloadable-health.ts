import type { Config } from '../../config/config.ts'
import type { ListSetting } from '../../mail/server/blocklists/roster.ts'
import type { ListState } from '../../net/ports.ts'
import { openBlocklistHealth } from '../blocklist-health.ts'
import type { Later, Shared } from '../parts.ts'

/** The blocklists that the config names at that moment. */
export interface ReloadableHealth {
  readonly lists: readonly ListSetting[]
  states(): ListState[]
}

/** The self-tests of blocklists, begun; at a reload they begin anew, and until a list is tested what was known of it holds. */
export function openReloadableHealth(
  config: Pick<Config, 'blocklists' | 'dns'>,
  { log, meters }: Pick<Shared, 'log' | 'meters'>,
  later: Later,
): ReloadableHealth {
  let now = openBlocklistHealth(config, log, { meter: meters.dns.meter })
  let known = new Map<string, ListState>()
  later.opened(() => now.start())
  later(() => now.stop())
  const asked = () => JSON.stringify([config.blocklists, config.dns])
  let askedSo = asked()

  function states(): ListState[] {
    const fresh = now.states()
    const tested = new Set(fresh.map(({ id }) => id))
    return [...fresh, ...[...known.values()].filter(({ id }) => !tested.has(id))]
  }

  later.reloaded(() => () => {
    if (asked() === askedSo) return
    askedSo = asked()
    const before = { lists: now.lists, states: states() }
    now.stop()
    now = openBlocklistHealth(config, log, { meter: meters.dns.meter })
    const isAsLast = (id: string) => Bun.deepEquals(listOf(before.lists, id), listOf(now.lists, id))
    known = new Map(before.states.filter(({ id }) => isAsLast(id)).map((state) => [state.id, state]))
    now.start()
  })
  return {
    get lists() {
      return now.lists
    },
    states,
  }
}

const listOf = (lists: readonly ListSetting[], wanted: string) => lists.find(({ id }) => id === wanted)
