import type { Monitor } from '../../../core/watching/monitor.ts'

/** What the machine knows of a monitor. */
export type Watched = Omit<Monitor, 'badge' | 'standing'>

/** When something is observed. */
export interface Now {
  at: Date
  /** Milliseconds for which the service has been taking mail in all: no clock sets it back or forward. */
  running: number
  /** When the newest message of the monitor came, analysed or not. */
  arrivedAt?: Date
}

/** Whether a person paused it, and the pause is not over. */
export const isPaused = ({ paused }: Pick<Monitor, 'paused'>, at: Date): boolean =>
  paused !== undefined && (paused.until === undefined || paused.until > at)
