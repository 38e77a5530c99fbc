import type { DomainView } from '../../../services/domains/domains.ts'
import type { RecordsView } from '../../../services/monitors/looking/records-view.ts'
import { DomainName } from '../../components/domain/domain-name.tsx'
import { RecordChanges } from '../../components/domain/record-change.tsx'
import { RecordPlaces } from '../../components/domain/record-places.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Layout } from '../../layout.tsx'
import type { Site } from '../../site.ts'
import { moment } from '../../wording.ts'

interface RecordsProps {
  site: Site
  domain: DomainView
  records: RecordsView
  /** How many changes stand on the pages before. */
  from: number
  now: Date
}

/** What one page shows, which is to stay below 60 KB. */
const CHANGES_ON_A_PAGE = 8

/** `/domains/<id>/records`: what each record of a domain says, since when, and what it said before. */
export function RecordsDocument(props: RecordsProps) {
  const { site, domain, records, from, now } = props
  const { lookedAt, places, changes } = records
  return (
    <Layout site={site} title={`Records · ${domain.domain}`}>
      <div class="stack domain-page">
        <header>
          <nav class="eyebrow crumbs" aria-label="Where this page stands">
            <a href={site.href.domains}>Domains</a>
            <a href={site.href.domain(domain.id)}>
              <DomainName name={domain.domain} />
            </a>
          </nav>
          <h1>Records</h1>
          <p class="lede">
            {lookedAt
              ? newestWords(records)
              : 'What the domain publishes about its mail, since when, and what it said before.'}
          </p>
          {lookedAt && (
            <p class="quiet">
              Looked at <Ago at={lookedAt} now={now} />.
            </p>
          )}
        </header>
        {!lookedAt && <NotYet {...props} />}
        {changes.length > 0 && <Changes {...props} />}
        {from === 0 && places.length > 0 && (
          <Section id="now" title="Now">
            <RecordPlaces places={places} now={now} />
            <p class="quiet">
              Only what is meant for mail is watched: SPF and DMARC records, DKIM keys by which tests of this
              account were signed, MX, MTA-STS with its policy file, TLS-RPT and BIMI. An order that changes
              from answer to answer, and blanks without a meaning, are no change.
            </p>
          </Section>
        )}
      </div>
    </Layout>
  )
}

function newestWords({ places, changes }: RecordsView): string {
  const [newest] = changes
  if (newest) return `Last changed on ${moment(newest.at)}.`
  const since = places.map((place) => place.since.getTime())
  if (since.length === 0) return 'No record was found.'
  return `Nothing has changed since the first look on ${moment(new Date(Math.min(...since)))}.`
}

function NotYet({ site, domain }: RecordsProps) {
  return domain.verified ? (
    <Empty title="Nobody has looked yet">
      <p>
        The records of a verified domain are looked at by themselves. Open this page again in a few minutes.
      </p>
    </Empty>
  ) : (
    <Empty title="The domain is not verified">
      <p>
        Records are watched of verified domains. <a href={site.href.domain(domain.id)}>Verify it first.</a>
      </p>
    </Empty>
  )
}

function Changes({ site, domain, records: { changes }, from, now }: RecordsProps) {
  const shown = changes.slice(from, from + CHANGES_ON_A_PAGE)
  const path = site.href.domainRecords(domain.id)
  const next = from + CHANGES_ON_A_PAGE
  return (
    <Section id="changed" title="What changed">
      <RecordChanges changes={shown} now={now} />
      {(from > 0 || next < changes.length) && (
        <p class="choice">
          {from > 0 && <a href={path}>Newest</a>}
          {next < changes.length && <a href={`${path}?from=${next}`}>Older</a>}
        </p>
      )}
    </Section>
  )
}
