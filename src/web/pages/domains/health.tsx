import type { DnsLook, DomainChange } from '../../../core/domain-health.ts'
import { Keys } from '../../components/domain/keys.tsx'
import { Policies } from '../../components/domain/policies.tsx'
import { RecordChanges } from '../../components/domain/record-change.tsx'
import { SpfTree } from '../../components/domain/spf-tree.tsx'
import { Section } from '../../components/frame/area.tsx'
import { CheckGroups } from '../../components/report/check-groups.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { published } from '../../words/published.ts'
import type { DomainPageProps } from './page.ts'

/** What the world sees of the domain's DNS, and what to do about it. */
export function Health(props: DomainPageProps) {
  const { health, checks, row, records, now } = props
  const { look } = health
  return (
    <>
      <Section id="health" title="DNS health">
        <LookedAt {...props} />
        {look && <CheckGroups checks={checks} />}
      </Section>
      {look && <Seen domain={row.domain.domain} look={look} health={health} now={now} />}
      {records && <Records {...props} records={records} />}
      {health.changes.length > 0 && !records?.changes.length && (
        <Changes changes={health.changes} now={now} />
      )}
    </>
  )
}

/** When it was looked at, and the button that has it looked at now. */
function LookedAt({ site, row, health, mayChange, now }: DomainPageProps) {
  const { look, underWay, failedAt, nextAt } = health
  return (
    <>
      {underWay && (
        <p class="state" role="status">
          <span class="pulse" aria-hidden="true" />
          <span>The DNS is being looked at. It takes up to half a minute; this page shows it by itself.</span>
        </p>
      )}
      {(look || failedAt || !underWay) && (
        <div class="looked-at">
          <p class="quiet">
            {look ? (
              <>
                Looked at <Ago at={look.at} now={now} />.
              </>
            ) : (
              'Nobody has looked at its DNS yet.'
            )}
            {failedAt && (
              <>
                {' '}
                A look <Ago at={failedAt} now={now} /> did not come to its end
                {look ? ', so this may be out of date.' : '.'}
              </>
            )}
            {nextAt && !underWay && (
              <>
                {' '}
                The next look is due <Ago at={nextAt} now={now} />.
              </>
            )}
          </p>
          {mayChange && !underWay && (
            <form method="post" action={site.href.lookAtDomain(row.domain.id)}>
              <button type="submit" class="button button-quiet">
                {look ? 'Look at the DNS again' : 'Look at the DNS now'}
              </button>
            </form>
          )}
        </div>
      )}
    </>
  )
}

interface SeenProps extends Pick<DomainPageProps, 'health' | 'now'> {
  domain: string
  look: DnsLook
}

/** What is published, drawn. */
function Seen({ domain, look, health, now }: SeenProps) {
  const { drawn } = look
  return (
    <Section id="seen" title="What is published">
      <h3>SPF</h3>
      {drawn.spf ? <SpfTree spf={drawn.spf} /> : <p>Could not be found out.</p>}
      <h3>DKIM</h3>
      <Keys keys={drawn.keys} seen={health.selectors} now={now} />
      <h3>Policies and hosts</h3>
      <Policies domain={domain} drawn={drawn} />
    </Section>
  )
}

/** What is shown of what changed, before the page that has all of it. */
const MOST_CHANGES = 3

/** What changed in what it publishes, record by record. */
function Records({
  site,
  row,
  records: { changes, lookedAt },
  now,
}: DomainPageProps & { records: NonNullable<DomainPageProps['records']> }) {
  return (
    <Section id="records" title="History of its records">
      {changes.length > 0 ? (
        <RecordChanges changes={changes.slice(0, MOST_CHANGES)} now={now} />
      ) : (
        <p>
          {lookedAt
            ? 'No record has changed since the first check.'
            : 'Nobody has looked at its records yet.'}
        </p>
      )}
      <p>
        <a href={site.href.domainRecords(row.domain.id)}>
          All records, since when, and what they said before
        </a>
      </p>
    </Section>
  )
}

function Changes({ changes, now }: { changes: readonly DomainChange[]; now: Date }) {
  return (
    <Section id="changes" title="What changed">
      <ul class="plain changes">
        {changes.map(({ what, before, after, at }) => (
          <li key={`${what} ${at.getTime()}`}>
            <p>
              <strong>{what}</strong>{' '}
              <span class="quiet">
                since the look <Ago at={at} now={now} />
              </span>
            </p>
            <p>
              <del>
                <span class="unseen">Before: </span>
                {published(before)}
              </del>
            </p>
            <p>
              <ins>
                <span class="unseen">Now: </span>
                {published(after)}
              </ins>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
