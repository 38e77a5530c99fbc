import type { Monitors } from '../../../services/monitors/told.ts'
import type { WebDeps } from '../../deps.ts'
import type { Handler } from '../../router.ts'

/** What the pages of monitors stand on. */
export interface MonitorPagesDeps
  extends Pick<WebDeps, 'domains' | 'destinations' | 'clock' | 'checkWords' | 'checks'> {
  monitors: Monitors
}

export type Reading = Handler<'monitors.read'>
export type Changing = Handler<'monitors.change'>
