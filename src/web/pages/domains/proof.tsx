import { TxtRecord } from '../../components/domain/txt-record.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { published } from '../../words/published.ts'
import type { DomainPageProps } from './page.ts'

/** The record that proves the domain, and what the last look for it saw. */
export function Proof({ site, row, short, mayChange, now }: DomainPageProps) {
  const { domain } = row
  const { record, verified, verifiedAt, checked } = domain
  return (
    <Section id="proof" title={verified ? 'Proof that it is yours' : 'Prove that it is yours'}>
      {verified && verifiedAt ? (
        <p>
          Verified since <Moment at={verifiedAt} />. Keep this record published:
        </p>
      ) : (
        <p>
          {isDemo(site, domain.domain)
            ? 'This evaluation publishes the record of its demo domain by itself: only verify it.'
            : `Publish this record in the DNS of ${domain.domain}, then verify it:`}
        </p>
      )}
      <TxtRecord name={record.name} value={record.value} short={short} />
      {checked && (
        <p class={checked.state === 'found' ? 'quiet' : ''}>
          Last look, <Ago at={checked.at} now={now} />: {published(checked.says)}
        </p>
      )}
      {mayChange ? (
        <form method="post" action={site.href.verifyDomain(domain.id)}>
          <button type="submit" class={verified ? 'button button-quiet' : 'button'}>
            {verified ? 'Look for the record again' : 'Verify'}
          </button>
        </form>
      ) : (
        !verified && <p class="quiet">Admins and owners of this account can verify it.</p>
      )}
    </Section>
  )
}

const isDemo = ({ demoDomain }: DomainPageProps['site'], name: string) =>
  demoDomain !== undefined && (name === demoDomain || name.endsWith(`.${demoDomain}`))
