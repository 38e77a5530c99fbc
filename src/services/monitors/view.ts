import { addressOf } from '../../core/mail-test.ts'
import type { Monitor, MonitorStanding } from '../../core/watching/monitor.ts'
import type { MonitorView } from './told.ts'
import { isPaused } from './watching/watched.ts'
import { openWindow } from './watching/windows.ts'

/** A pause that began or ended counts at once, before the monitor is looked at again. */
export function standingNow(monitor: Pick<Monitor, 'paused' | 'standing'>, now: Date): MonitorStanding {
  const { paused, standing } = monitor
  if (paused && isPaused(monitor, now)) {
    return { ...standing, state: 'paused', since: paused.at, reasons: [] }
  }
  return standing.state === 'paused' ? { ...standing, state: 'waiting' } : standing
}

/** A monitor as those who look after it see it. */
export function viewOf(monitor: Monitor, mailDomain: string, now: Date): MonitorView {
  const { subject, windows, paused: _paused, ...rest } = monitor
  const inMaintenance = openWindow(windows, now)
  return {
    ...rest,
    subject,
    windows,
    ...(isPaused(monitor, now) && monitor.paused && { paused: monitor.paused }),
    standing: standingNow(monitor, now),
    ...(subject.kind === 'mail' && { address: addressOf(subject, mailDomain) }),
    ...(inMaintenance && { inMaintenance }),
  }
}
