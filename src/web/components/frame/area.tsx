import type { ComponentChildren } from 'preact'
import { type Area, entriesOf } from '../../frame/entries.ts'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'
import { Links } from './links.tsx'

const AREAS: Readonly<Record<Area, string>> = {
  site: 'Site',
  me: 'You',
  settings: 'Account',
  admin: 'This instance',
}

interface AreaProps {
  site: Site
  area: Area
  title: string
  /** What the page is for, in a sentence. */
  lede?: ComponentChildren
  /** The page of the area that this one belongs to, where it is not one that the menu names. */
  within?: string
  /** Seconds after which it is asked for again. */
  again?: number
  children: ComponentChildren
}

/** A page of people: its title, its content, and beside it the other pages of its area. */
export function AreaPage({ site, area, title, lede, within, again, children }: AreaProps) {
  const { visitor } = site
  const entries = visitor ? entriesOf(area, visitor) : []
  const place = area === 'settings' && visitor?.account ? visitor.account.name : AREAS[area]
  return (
    <Layout site={site} title={title} {...(again !== undefined && { again })}>
      <div class="area">
        {entries.length > 1 && (
          <nav class="area-nav" aria-label={AREAS[area]}>
            <p class="quiet">{place}</p>
            <Links entries={entries} path={within ?? visitor?.path ?? ''} />
          </nav>
        )}
        <div class="area-main stack">
          <div>
            <h1>{title}</h1>
            {lede !== undefined && <p class="lede">{lede}</p>}
          </div>
          {children}
        </div>
      </div>
    </Layout>
  )
}

interface SectionProps {
  /** Its anchor. */
  id: string
  title: string
  children: ComponentChildren
}

/** A part of such a page. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section class="area-section stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
