import type { Monitor, MonitorKind, MonitorState } from '../../core/watching/monitor.ts'
import type { MonitorStore } from '../../store/watching/monitors.ts'
import type { Clock } from '../ports.ts'

/** What a badge tells to whoever has its address: nothing that names the monitor or its account. */
export interface Badge {
  kind: MonitorKind
  state: MonitorState
  /** Of the latest message that has one. */
  score?: number
}

export interface Badges {
  /** By the token in its address. Absent: there is none. */
  of(token: string): Promise<Badge | undefined>
}

interface BadgeDeps {
  store: { monitors: Pick<MonitorStore, 'byBadge'> }
  clock: Clock
}

const TOKEN = /^[a-z2-7]{26}$/

export function createBadges({ store: { monitors }, clock }: BadgeDeps): Badges {
  return {
    async of(token) {
      const monitor = TOKEN.test(token) ? await monitors.byBadge(token) : undefined
      if (!monitor) return undefined
      const { subject, standing } = monitor
      const { score } = standing
      return {
        kind: subject.kind,
        state: stateOf(monitor, clock.now()),
        ...(score !== undefined && { score }),
      }
    },
  }
}

/** A pause that a person began or that ended counts at once, before the monitor is looked at again. */
export function stateOf({ paused, standing }: Pick<Monitor, 'paused' | 'standing'>, now: Date): MonitorState {
  if (paused && (!paused.until || paused.until > now)) return 'paused'
  return standing.state === 'paused' ? 'waiting' : standing.state
}
