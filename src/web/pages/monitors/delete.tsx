import type { MonitorView } from '../../../services/monitors/told.ts'
import { Confirm } from '../../components/form/confirm.tsx'
import type { Site } from '../../site.ts'
import { inList } from '../../words/dmarc.ts'

/** `/monitors/<id>/delete`: asks before a monitor is taken away. */
export function DeleteMonitorDocument({ site, monitor }: { site: Site; monitor: MonitorView }) {
  const { id, name, subject, address } = monitor
  const isMail = subject.kind === 'mail'
  return (
    <Confirm
      site={site}
      title={`Delete “${inList(name, 100)}”?`}
      lede={
        isMail
          ? 'Mail to its address is refused from then on, and the address does not come back.'
          : `The records of ${subject.domain} are no longer watched by it.`
      }
      action={site.href.deleteMonitor(id)}
      button="Delete the monitor"
      cancel={{ href: site.href.monitor(id), words: 'Keep the monitor' }}
    >
      <ul class="help-list">
        <li>Lost: its alerts{isMail && ', what the records of its sender have said'}, and its badge.</li>
        {isMail ? (
          <li>Kept: the tests of its messages until they expire, the history and the audit log.</li>
        ) : (
          <li>Kept: the domain, and the history of its records.</li>
        )}
        {address !== undefined && (
          <li>
            Whatever sends to <code>{address}</code> gets its mail back: take the address out there first.
          </li>
        )}
      </ul>
    </Confirm>
  )
}
