import { Events, type ShownEvent } from '../../components/dmarc/events.tsx'
import { Section } from '../../components/frame/area.tsx'
import type { Site } from '../../site.ts'
import { count, plural } from '../../wording.ts'

/** What is shown of a list before the page that has all of it. */
const MOST = 5

interface ReportsProps {
  site: Site
  id: string
  title: string
  events: readonly ShownEvent[]
  areLasting?: boolean
  now: Date
}

/** What reports of the account's domains show. */
export function Reports({ site, id, title, events, areLasting = false, now }: ReportsProps) {
  if (events.length === 0) return null
  const more = events.length - MOST
  return (
    <Section id={id} title={title}>
      <Events site={site} events={events.slice(0, MOST)} areLasting={areLasting} now={now} />
      {more > 0 && (
        <p>
          <a href={site.href.dmarc}>{more} more, by domain</a>
        </p>
      )}
    </Section>
  )
}

/** How many things reports show, in the words of a sentence. */
export const reportsWords = (n: number) => `${count(n)} ${plural(n, 'thing')} that DMARC and TLS reports show`
