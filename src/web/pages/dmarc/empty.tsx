import type { Outcome } from '../../../core/aggregate/file.ts'
import { Empty } from '../../components/shown/empty.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { type DmarcPlace, withQuery } from './asked.ts'

/** Reports about a domain that nobody proved are not stored. */
export function Unverified({ place: { site, domain } }: { place: DmarcPlace }) {
  return (
    <Notice kind="problem">
      {domain.domain} is not verified, so reports about it are not stored.{' '}
      <a href={site.href.domain(domain.id)}>Verify the domain</a>
    </Notice>
  )
}

/** Only in evaluation, of the domain of its samples: reports that come with the service, sent by mail. */
export function SampleReports({ place: { site, domain, mayChange } }: { place: DmarcPlace }) {
  if (!mayChange || site.demoDomain !== domain.domain || !domain.verified) return null
  return (
    <div class="notice">
      <p>
        <strong>To try it here:</strong> sample reports of the last seven days are sent to the reports address
        of {domain.domain}, as a mailbox provider would send them.
      </p>
      <form method="post" action={site.href.domainDmarcSample(domain.id)}>
        <button type="submit" class="button button-quiet">
          Send sample reports
        </button>
      </form>
    </div>
  )
}

interface NothingProps {
  place: DmarcPlace
  files: Readonly<Partial<Record<Outcome, number>>>
  /** The page itself. */
  path: string
}

/** No report counts: none came, none could be stored, or none is of these days. */
export function Nothing({ place, files, path }: NothingProps) {
  const { site, domain, asked, mayChange } = place
  const rejected = (files.rejected ?? 0) + (files.conflict ?? 0)
  const others = (files.stored ?? 0) + (files.duplicate ?? 0) + (files.replaced ?? 0)
  if (others > 0 || asked.window.authenticated !== undefined) {
    return (
      <Empty title="No report matches">
        <p class="choice">
          <a href={withQuery(path, { days: '366' })}>Look at 12 months, and all reports</a>
          <a href={site.href.domainDmarcFiles(domain.id)}>Look at the files that came</a>
        </p>
      </Empty>
    )
  }
  if (rejected > 0) {
    return (
      <Empty title="No report could be stored yet">
        <p>
          {amount(rejected)} {plural(rejected, 'file')} came that could not be stored.{' '}
          <a href={site.href.domainDmarcFiles(domain.id)}>See why</a>
        </p>
      </Empty>
    )
  }
  return (
    <Empty title="No reports yet">
      <p>
        Receivers such as Google, Microsoft and Yahoo send a report each day to the address that the DMARC
        record of {domain.domain} names in its rua tag. The first ones usually arrive within a day or two
        after the record is changed.
      </p>
      <p class="choice">
        <a class="button" href={`${site.href.domain(domain.id)}#dmarc-reports`}>
          Set up the reports address
        </a>
        {mayChange && (
          <a class="button button-quiet" href={site.href.domainDmarcImport(domain.id)}>
            Import reports that you have
          </a>
        )}
      </p>
    </Empty>
  )
}
