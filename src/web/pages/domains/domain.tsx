import type { DomainView } from '../../../services/domains/domains.ts'
import { DomainName } from '../../components/domain/domain-name.tsx'
import { StandingBadge } from '../../components/domain/standing.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Moment } from '../../components/moment.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { Layout } from '../../layout.tsx'
import { nextOf } from '../../words/domain-states.ts'
import { published } from '../../words/published.ts'
import { DomainComplaints } from './complaints.tsx'
import { Health } from './health.tsx'
import { DomainHistory } from './history.tsx'
import { Monitored } from './monitored.tsx'
import type { DomainPageProps } from './page.ts'
import { Proof } from './proof.tsx'
import { DomainReports } from './reports.tsx'
import { DomainTests } from './tests.tsx'
import { Watched } from './watched.tsx'

/** Seconds after which the page is asked for again while its domain is looked at. */
const AGAIN_SECONDS = 3

/** `/domains/<id>`: what is known of a domain, and what to do about it. */
export function DomainDocument(props: DomainPageProps) {
  const { site, row, health, mayChange, notice, history, tests, now } = props
  const underWay = health.underWay || props.reports?.setUp.underWay === true
  const { domain } = row
  const isFirstLook = domain.verified && health.underWay && !health.look
  return (
    <Layout site={site} title={domain.domain} {...(underWay && { again: AGAIN_SECONDS })}>
      <div class="stack domain-page">
        <header>
          <p class="eyebrow">
            <a href={site.href.domains}>Domains</a>
          </p>
          <h1 class="inspected">
            <DomainName name={domain.domain} />
          </h1>
          {domain.shown !== undefined && <p class="quiet">{published(domain.shown)}</p>}
          <p class="lede">
            <StandingBadge standing={row.standing} />
            {!isFirstLook && <> {nextOf(row, now)}</>}
          </p>
        </header>
        {notice && <Notice kind={notice.kind}>{notice.says}</Notice>}
        {row.standing === 'ending' && <Ending domain={domain} />}
        {domain.verified ? (
          <>
            <Health {...props} />
            <Monitored {...props} />
            {props.reports && <DomainReports {...props} reports={props.reports} />}
            <DomainComplaints {...props} />
            {props.watched && <Watched {...props} watched={props.watched} />}
            {history && (
              <DomainHistory domain={domain.domain} history={history} checkWords={props.checkWords} />
            )}
            {tests && <DomainTests site={site} domain={domain.domain} tests={tests} now={now} />}
            <Proof {...props} />
          </>
        ) : (
          <>
            <Proof {...props} />
            <Health {...props} />
            {tests && tests.length > 0 && (
              <DomainTests site={site} domain={domain.domain} tests={tests} now={now} />
            )}
          </>
        )}
        {mayChange && (
          <Section id="delete" title="Delete">
            <p>
              <a class="button button-quiet" href={site.href.deleteDomain(domain.id)}>
                Delete the domain
              </a>
            </p>
          </Section>
        )}
      </div>
    </Layout>
  )
}

function Ending({ domain }: { domain: DomainView }) {
  const { checked, endsAt } = domain
  return (
    <Notice kind="problem">
      <strong>The record that proves the domain is gone.</strong> {published(checked?.says ?? '')}{' '}
      {endsAt && (
        <>
          Unless it comes back, the domain stops being verified on <Moment at={endsAt} />. Publish{' '}
          <a href="#proof">the record</a> again.
        </>
      )}
    </Notice>
  )
}
