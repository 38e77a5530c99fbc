import { DmarcPage, spanWords } from '../../../components/dmarc/frame.tsx'
import { plural } from '../../../wording.ts'
import { amount, rate } from '../../../words/amounts.ts'
import { type DmarcPlace, windowOf, withQuery } from '../asked.ts'
import type { Summary } from '../told.ts'

/** Seconds after which a page that lacks something is asked for again. */
export const LOOK_AGAIN_SECONDS = 1

interface PendingProps {
  place: DmarcPlace
  /** Of the page that is waited for. */
  title: string
  /** Sums of the window. Absent: the page is about one source. */
  summary?: Pick<Summary, 'messages' | 'pass' | 'sources'>
}

/** Who sends as the domain is worked out when somebody asks: until then its sums are told. */
export function PendingSources({ place, title, summary }: PendingProps) {
  const { site, domain, asked } = place
  const byAddress = withQuery(site.href.domainDmarcSources(domain.id), {
    ...windowOf(asked),
    group_by: 'ip',
  })
  return (
    <DmarcPage
      place={place}
      title={title}
      tab="sources"
      below={summary === undefined}
      again={LOOK_AGAIN_SECONDS}
      lede={`Who sends mail with ${domain.domain} in From, as receivers report it, ${spanWords(place)}.`}
    >
      {summary && (
        <p>
          {amount(summary.sources)} IP {plural(summary.sources, 'address', 'addresses')} sent{' '}
          {amount(summary.messages)} {plural(summary.messages, 'message')};{' '}
          {rate(summary.pass, summary.messages)} passed DMARC.
        </p>
      )}
      <StillOpen byAddress={byAddress} />
    </DmarcPage>
  )
}

/** In place of sources that are not there yet. */
export function StillOpen({ byAddress }: { byAddress: string }) {
  return (
    <p>
      Whose the addresses are, and what to do about them, is being worked out. This page looks again by itself
      until it is there. <a href={byAddress}>Count by IP address</a>
    </p>
  )
}
