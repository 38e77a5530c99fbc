import type { ComplaintOverview } from '../../../services/complaints/complaints.ts'
import { COMPLAINT_NEXT, complaintSentence } from '../../../services/complaints/watching/words.ts'
import { ComplaintChart } from '../../components/chart/complaint-chart.tsx'
import { spanWords, Windows } from '../../components/dmarc/frame.tsx'
import { Theirs } from '../../components/dmarc/outcome.tsx'
import { DomainName } from '../../components/domain/domain-name.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Layout } from '../../layout.tsx'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import type { DmarcPlace } from '../dmarc/asked.ts'
import { Letters } from './letters.tsx'
import type { ComplaintsProps } from './props.ts'
import { Registering } from './registering.tsx'
import { ByCampaign, ByProvider, ByType } from './tables.tsx'

/** Longer than our own sentences with a name of a stranger in them. */
const LONGEST = 400

/** `/domains/<id>/complaints`: what recipients report as spam, and how providers are asked to tell it. */
export function ComplaintsDocument(props: ComplaintsProps) {
  const { place, overview } = props
  const { site, domain } = place
  const isBare = overview.latestAt === undefined && total(overview) === 0
  return (
    <Layout site={site} title={`Complaints · ${domain.domain}`}>
      <div class="stack dmarc">
        <header>
          <nav class="eyebrow crumbs" aria-label="Where this page stands">
            <a href={site.href.domains}>Domains</a>
            <a href={site.href.domain(domain.id)}>
              <DomainName name={domain.domain} />
            </a>
          </nav>
          <h1>Complaints</h1>
          <p class="lede">
            <Lede {...props} />
          </p>
        </header>
        {overview.lasting.map(({ event }) => (
          <Notice key={event.name} kind="problem">
            <strong>
              <Theirs text={complaintSentence(event)} most={LONGEST} />
            </strong>{' '}
            {COMPLAINT_NEXT}
          </Notice>
        ))}
        {!overview.verified && <Unverified place={place} />}
        {!isBare && <Counted {...props} />}
        {overview.verified && isBare && (
          <Empty title="No complaint has come yet">
            <p>
              Mailbox providers tell of complaints when they are asked to: register the address below at each
              of them. Gmail and others never tell of single ones.
            </p>
          </Empty>
        )}
        <Letters {...props} />
        <Registering {...props} />
      </div>
    </Layout>
  )
}

const total = ({ counts, unauthenticated }: ComplaintOverview) =>
  [...Object.values(counts), ...Object.values(unauthenticated)].reduce((sum, count) => sum + count, 0)

function Lede({ place, overview }: ComplaintsProps) {
  const { complaints, providers, latestAt } = overview
  if (complaints === 0 && latestAt === undefined) {
    return <>What recipients report as spam, as mailbox providers tell it.</>
  }
  const span = spanWords(place)
  if (complaints === 0) return <>No complaint by a provider that proves who it is, {span}.</>
  const from = providers.filter((provider) => provider.complaints > 0).length
  return (
    <>
      <strong>
        {amount(complaints)} {plural(complaints, 'complaint')}
      </strong>{' '}
      at {amount(from)} {plural(from, 'provider')}, {span}.
    </>
  )
}

function Unverified({ place: { site, domain } }: { place: DmarcPlace }) {
  return (
    <Empty title="The domain is not verified">
      <p>
        Complaints are taken for verified domains. <a href={site.href.domain(domain.id)}>Verify it first.</a>
      </p>
    </Empty>
  )
}

function Counted(props: ComplaintsProps) {
  const { place, overview } = props
  const unproved = overview.unauthenticated.abuse ?? 0
  return (
    <>
      <search class="dmarc-asked">
        <Windows place={place} path={place.site.href.domainComplaints(place.domain.id)} />
      </search>
      {place.asked.filled.problems.map(({ says }) => (
        <Notice key={says} kind="problem">
          {says}
        </Notice>
      ))}
      {overview.days.length > 0 && <ComplaintChart window={overview.window} days={overview.days} />}
      {unproved > 0 && (
        <Notice kind="note">
          {amount(unproved)} {plural(unproved, 'complaint')} came without proof of who sent{' '}
          {unproved === 1 ? 'it' : 'them'}, so anybody may have written {unproved === 1 ? 'it' : 'them'}. No
          rate and no alert goes by {unproved === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      <ByProvider {...props} />
      <ByCampaign {...props} />
      <ByType {...props} />
    </>
  )
}
