import { isToken } from '../../core/mail-test.ts'
import type { MonitorKind, MonitorState } from '../../core/watching/monitor.ts'
import type { MonitorStore } from '../../store/watching/monitors.ts'
import type { Clock } from '../ports.ts'
import { standingNow } from './view.ts'

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

/** The badges of monitors, for whoever asks. */
export function createBadges({ store: { monitors }, clock }: BadgeDeps): Badges {
  return {
    async of(token) {
      const monitor = isToken(token) ? await monitors.byBadge(token) : undefined
      if (!monitor) return undefined
      const { state, score } = standingNow(monitor, clock.now())
      return { kind: monitor.subject.kind, state, ...(score !== undefined && { score }) }
    },
  }
}
