import { type MonitorRow, STATE_WORDS } from '../../words/monitor-states.ts'

/** How a monitor is, as a sign and a word. */
export function MonitorBadge({ row: { monitor, state } }: { row: MonitorRow }) {
  const { sign, words, badge } = STATE_WORDS[state]
  const inMaintenance = monitor.inMaintenance !== undefined && state !== 'paused'
  return (
    <>
      <span class={`badge ${badge}`}>
        <span aria-hidden="true">{sign} </span>
        {words}
      </span>
      {inMaintenance && <span class="badge">Maintenance</span>}
    </>
  )
}
