import type { ListState } from '../../../net/ports.ts'
import type { Registry } from '../registry.ts'

/** Which blocklists can be asked from here, by their self-tests. */
export function blocklistMeter(registry: Registry, lists: readonly string[]) {
  const usable = registry.gauge({
    name: 'blocklist_usable',
    help: 'Whether a blocklist is in use, by its self-test (RFC 5782 section 5): 1 yes, 0 no. Lists that were not tested yet are absent.',
    labels: { list: lists },
  })
  const testedAt = registry.gauge({
    name: 'blocklist_last_test_timestamp_seconds',
    help: 'When a blocklist was last tested.',
    labels: { list: lists },
  })
  return {
    follow(health: { states(): readonly ListState[] }): void {
      registry.collect('blocklists', () => {
        for (const { id, usable: isUsable, testedAt: at } of health.states()) {
          usable.set(isUsable ? 1 : 0, id)
          if (at !== undefined) testedAt.set(Date.parse(at) / 1000, id)
        }
      })
    },
  }
}
