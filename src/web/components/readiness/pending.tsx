import type { DmarcPlace } from '../../pages/dmarc/asked.ts'
import { Section } from '../frame/area.tsx'

/** Counting whether a stricter policy is allowed takes longer than a page waits, which is asked for again by itself. */
export function ReadinessPending({ place: { site, domain } }: { place: DmarcPlace }) {
  return (
    <Section id="policy" title="Is it ready for a stricter policy?">
      <p>
        This is not counted yet. <a href={site.href.domainDmarc(domain.id)}>Look again</a> in a moment.
      </p>
    </Section>
  )
}
