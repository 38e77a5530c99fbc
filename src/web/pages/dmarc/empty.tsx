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

/** So many reports a month come of the few that are sent; a year has more. */
const FEW = 20

/** Only in evaluation, of the domain of its samples: reports that come with the service, a year of them or some by mail. `reports`: how many
 * there are. */
export function SampleReports({ place, reports }: { place: DmarcPlace; reports: number }) {
  const { site, domain, mayChange } = place
  const isDemo = site.demoDomain === domain.domain && domain.verified
  if (!mayChange || !isDemo || reports > FEW) return null
  return (
    <div class="notice">
      <p>
        <strong>To try it here:</strong> load a year of reports from eight receivers about {domain.domain},
        made up for this evaluation{reports === 0 && ', or have those of the last seven days sent by mail'}.
      </p>
      <div class="choice">
        <form method="post" action={site.href.domainDmarcSampleYear(domain.id)}>
          <button type="submit" class="button">
            Load a year of sample data
          </button>
        </form>
        {reports === 0 && (
          <form method="post" action={site.href.domainDmarcSample(domain.id)}>
            <button type="submit" class="button button-quiet">
              Send sample reports
            </button>
          </form>
        )}
      </div>
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
