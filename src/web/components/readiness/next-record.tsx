import type { Readiness, Rung, ScopeReadiness } from '../../../services/answers/ready.ts'
import type { DmarcPlace } from '../../pages/dmarc/asked.ts'
import { inList } from '../../words/dmarc.ts'
import { published } from '../../words/published.ts'
import { Theirs } from '../dmarc/outcome.tsx'
import { RecordParts } from '../domain/record-parts.tsx'
import { Section } from '../frame/area.tsx'

interface NextProps {
  place: DmarcPlace
  readiness: Readiness
  scope: ScopeReadiness
}

const LONGEST = 500

/** The record to publish next, as it is to stand there; or why none is offered. */
export function NextRecord({ place, readiness, scope }: NextProps) {
  const main = readiness.next.find(({ testing }) => !testing)
  const beside = readiness.next.filter(({ testing }) => testing)
  if (!main && beside.length === 0) {
    return (
      <Section id="next" title="The next record">
        <NoRecord place={place} readiness={readiness} scope={scope} />
      </Section>
    )
  }
  return (
    <Section id="next" title="The next record">
      {main && <Offered rung={main} />}
      {beside.map((rung) => (
        <details key={rung.value} class="folded-help" open={main === undefined}>
          <summary>A step in between: the same with t=y</summary>
          <Offered rung={rung} />
        </details>
      ))}
    </Section>
  )
}

function Offered({ rung: { name, value, replaces, says } }: { rung: Rung }) {
  return (
    <div class="stack txt-record">
      <p>
        <Theirs text={says} most={LONGEST} />
      </p>
      <RecordParts name={name} value={value} />
      {replaces !== '' && (
        <p class="quiet">
          It takes the place of: <code>{published(replaces)}</code>
        </p>
      )}
      <p class="quiet">
        Change the record that is there: two DMARC records at one name count as none. Type the value without
        quotes. Receivers go by it when the old one has left their caches, mostly within a day; reports show
        it a day later. To go back, publish the old one again.
      </p>
    </div>
  )
}

function NoRecord({ place: { site, domain }, readiness, scope }: NextProps) {
  const look = <a href={`${site.href.domain(domain.id)}#dmarc-reports`}>The records of this domain</a>
  const { record } = readiness
  switch (record.state) {
    case 'unknown':
      return (
        <p>
          The DNS did not answer when the DMARC record was looked up, so no record is offered. Open this page
          again in a minute.
        </p>
      )
    case 'none':
      return (
        <p>
          {domain.domain} has no DMARC record, so receivers have no policy to go by. The first one, p=none,
          asks for reports alone and changes nothing else. {look}
        </p>
      )
    case 'broken':
      return (
        <p>
          The DMARC record cannot be read, and receivers act as if there were none. Correct it first. {look}
        </p>
      )
    case 'inherited':
      return (
        <p>
          {domain.domain} has no DMARC record of its own: the one of its organization applies
          {record.text !== undefined && (
            <>
              {' '}
              (<code>{inList(record.text, LONGEST)}</code>)
            </>
          )}
          . A change there concerns every name below that has no record of its own, so none is offered here.
        </p>
      )
    case 'found':
      return isHeldUp(scope, readiness) ? (
        <p>
          It is ready for a stricter policy, but no record can be offered: the top of this page says why.{' '}
          {look}
        </p>
      ) : (
        <p>{leaveWords(scope)}</p>
      )
  }
}

/** The data allow it, and the record does not. */
const isHeldUp = ({ applied, verdicts }: ScopeReadiness, { data }: Pick<Readiness, 'data'>): boolean =>
  data.enough &&
  applied !== undefined &&
  applied !== 'reject' &&
  verdicts.some(
    ({ policy, ready }) => ready === 'yes' && policy === (applied === 'none' ? 'quarantine' : 'reject'),
  )

function leaveWords({ applied, verdicts }: ScopeReadiness): string {
  const isHit = verdicts.some(({ policy, ready }) => policy === applied && ready === 'no')
  if (isHit)
    return 'No stricter record is offered: first repair what fails. Leave the record as it is meanwhile if you can.'
  return applied === 'reject'
    ? 'There is no stricter policy than p=reject: leave the record as it is.'
    : 'Leave the record as it is for now: a stricter one is offered here when your mail is ready for it.'
}
