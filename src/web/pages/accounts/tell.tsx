import type { ComponentChildren } from 'preact'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'

interface TellProps {
  site: Site
  title: string
  /** What happened. */
  says: ComponentChildren
  /** What next. */
  children?: ComponentChildren
}

/** A page that says what happened, and what next. */
export function TellDocument({ site, title, says, children }: TellProps) {
  return (
    <Layout site={site} title={title}>
      <div class="narrow stack">
        <h1>{title}</h1>
        <p class="lede">{says}</p>
        {children}
      </div>
    </Layout>
  )
}
