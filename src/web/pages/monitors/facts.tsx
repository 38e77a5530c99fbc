import type { ComponentChildren } from 'preact'
import { Moment } from '../../components/moment.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { pausedWords } from '../../words/monitor-states.ts'
import type { MonitorPageProps } from './page.ts'
import { WindowWords } from './windows.tsx'

type Fact = readonly [name: string, value: ComponentChildren]

/** When the next message is due, when it was looked at, and what is planned. */
export function MonitorFacts({ row: { monitor, state }, now }: Pick<MonitorPageProps, 'row' | 'now'>) {
  const { standing, windows, paused, inMaintenance, badge, createdAt } = monitor
  const found: (Fact | undefined)[] = [
    ['State since', <Moment key="since" at={standing.since} />],
    standing.lateAt && state !== 'paused'
      ? ['Silent unless a message comes by', <Moment key="late" at={standing.lateAt} />]
      : undefined,
    standing.lookedAt
      ? ['Records and blocklists checked', <Ago key="looked" at={standing.lookedAt} now={now} />]
      : undefined,
    state === 'paused' ? ['Paused', pausedWords(paused?.until)] : undefined,
    inMaintenance ? ['In maintenance until', <Moment key="until" at={inMaintenance.until} />] : undefined,
    windows.length > 0
      ? [
          'Maintenance windows',
          <ul key="windows" class="plain">
            {windows.map((window, n) => (
              <li key={n}>
                <WindowWords window={window} />
              </li>
            ))}
          </ul>,
        ]
      : undefined,
    ['Badge', badge === undefined ? 'Off' : 'On'],
    ['Created', <Moment key="created" at={createdAt} />],
  ]
  return <Facts facts={found.filter((one) => one !== undefined)} />
}
