import type { WatchingEvent } from '../../core/watching/events.ts'

/** What is remembered of how the instance itself is. */
export interface SicknessStore {
  begin(): Promise<{ version: number; state: string } | undefined>
  /** Keeps a look with its events, all or nothing. `version`: of what it began with, 0 where nothing was kept. outdated: another look
   * ended meanwhile. */
  settle(
    version: number,
    state: string,
    at: Date,
    events: readonly WatchingEvent[],
  ): Promise<'settled' | 'outdated'>
}
