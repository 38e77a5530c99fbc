import type { ComponentChildren } from 'preact'
import type { MonitorView } from '../../../services/monitors/told.ts'
import { Theirs } from '../../components/dmarc/outcome.tsx'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'

interface FrameProps {
  site: Site
  monitor: Pick<MonitorView, 'id' | 'name'>
  title: string
  lede?: ComponentChildren
  children: ComponentChildren
}

/** A page below a monitor. */
export function MonitorFrame({ site, monitor, title, lede, children }: FrameProps) {
  return (
    <Layout site={site} title={title}>
      <div class="narrow stack">
        <div>
          <p class="eyebrow">
            <a href={site.href.monitor(monitor.id)}>
              <Theirs text={monitor.name} most={100} />
            </a>
          </p>
          <h1>{title}</h1>
          {lede !== undefined && <p class="lede">{lede}</p>}
        </div>
        {children}
      </div>
    </Layout>
  )
}
