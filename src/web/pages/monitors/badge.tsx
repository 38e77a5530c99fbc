import type { MonitorView } from '../../../services/monitors/told.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import type { Site } from '../../site.ts'
import { MonitorFrame } from './frame.tsx'

interface BadgeProps {
  site: Site
  monitor: MonitorView
  done?: string
}

/** `/monitors/<id>/badge`: a picture of its state for other pages. */
export function MonitorBadgeDocument({ site, monitor, done }: BadgeProps) {
  const { badge, subject } = monitor
  return (
    <MonitorFrame
      site={site}
      monitor={monitor}
      title="Badge"
      lede={`A small picture of the state${subject.kind === 'mail' ? ' and the last score' : ''}, for a README or a status page.`}
    >
      {done !== undefined && <Notice kind="done">{done}</Notice>}
      {badge === undefined ? (
        <p>
          The badge is off. Turned on, it gets an address that nobody can guess; whoever has that address sees
          the picture, without signing in. It does not name the monitor.
        </p>
      ) : (
        <Shown site={site} badge={badge} />
      )}
      <Turn site={site} monitor={monitor} />
    </MonitorFrame>
  )
}

function Shown({ site, badge }: { site: Site; badge: string }) {
  const path = site.href.badge(badge)
  const address = `${site.baseUrl}${path}`
  const parts = [
    ['Address', address],
    ['Markdown', `![Mail](${address})`],
    ['HTML', `<img src="${address}" alt="Mail">`],
  ] as const
  return (
    <>
      <p>
        <img src={path} alt="The badge as it is now" height="20" />
      </p>
      <dl class="record-parts badge-parts">
        {parts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="record">
              <code>{text}</code>
              <CopyButton text={text} what={`the badge: ${name}`} />
            </dd>
          </div>
        ))}
      </dl>
      <p class="quiet">
        Whoever has the address sees the picture, without signing in. It does not name the monitor.
      </p>
    </>
  )
}

/** On, off, or anew: the address before then shows nothing. */
function Turn({ site, monitor: { id, badge } }: { site: Site; monitor: MonitorView }) {
  const action = site.href.monitorBadge(id)
  if (badge === undefined)
    return (
      <form method="post" action={action}>
        <button type="submit" name="turn" value="on" class="button">
          Turn the badge on
        </button>
      </form>
    )
  return (
    <form method="post" action={action} class="choice">
      <button type="submit" name="turn" value="on" class="button button-quiet">
        Give it another address
      </button>
      <button type="submit" name="turn" value="off" class="button button-quiet">
        Turn the badge off
      </button>
    </form>
  )
}
