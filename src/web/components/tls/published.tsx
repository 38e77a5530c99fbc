import type { Check } from '../../../core/check.ts'
import type { DnsLook } from '../../../core/domain-health.ts'
import { ENFORCING_DAYS, ENFORCING_LEAST, type Enforcing } from '../../../services/tls-reports/enforcing.ts'
import { adviceOfCheck } from '../../check-advice.ts'
import type { DmarcPlace } from '../../pages/dmarc/asked.ts'
import type { ShownCheck } from '../../view.ts'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { published } from '../../words/published.ts'
import { Advice } from '../advice.tsx'
import { Section } from '../frame/area.tsx'
import { Ago } from '../shown/ago.tsx'
import { Facts } from '../shown/facts.tsx'

interface PublishedProps {
  place: DmarcPlace
  /** The last look at the DNS of the domain. Absent: there was none. */
  look?: DnsLook
  /** What it says of how mail to the domain is carried. Absent: it did not come to an end. */
  check?: ShownCheck
  /** Of a policy in testing mode. Absent: it is in another mode, or not known. */
  enforcing?: Enforcing
}

const LONGEST = 300

/** What senders find: the MTA-STS policy and the TLSA records as they were last looked up, and what to do about them. */
export function TlsPublished({ place, look, check, enforcing }: PublishedProps) {
  const { site, domain, now } = place
  return (
    <Section id="published" title="What senders find: MTA-STS and DANE">
      {look === undefined || check === undefined ? (
        <p>
          This was not looked up yet, so nothing is said about it.{' '}
          <a href={site.href.domain(domain.id)}>Look at the DNS of this domain</a>
        </p>
      ) : (
        <>
          <p class="quiet">
            Looked up <Ago at={look.at} now={now} />. {published(check.summary).slice(0, LONGEST)}
          </p>
          <Found evidence={check.evidence} />
          {enforcing && <Testing enforcing={enforcing} />}
          <Advice items={adviceOfCheck(check).advice} />
        </>
      )}
    </Section>
  )
}

const NAMES = [
  ['MTA-STS record', 'mta_sts'],
  ['MTA-STS policy', 'mta_sts_policy'],
  ['TLSA records (DANE)', 'dane'],
  ['DNSSEC', 'dnssec'],
] as const

function Found({ evidence }: Pick<Check, 'evidence'>) {
  const facts = NAMES.flatMap(([words, name]) => {
    const value = evidence[name]
    return value === undefined
      ? []
      : [[words, value.split('; ').slice(0, 8).map(published).join('\n').slice(0, LONGEST)] as const]
  })
  return <Facts facts={facts} />
}

/** Whether a policy that is tried out may go on to mode: enforce. */
function Testing({ enforcing }: { enforcing: Enforcing }) {
  const { state } = enforcing
  if (state === 'too_little') {
    return (
      <p>
        The policy is in testing mode. Whether it may enforce is not known yet: authenticated reports count
        sessions by it on {enforcing.days} of {ENFORCING_DAYS} days, up to the day before yesterday, and{' '}
        {ENFORCING_LEAST} are needed. In testing mode mail is delivered all the same.
      </p>
    )
  }
  if (state === 'failing') {
    return (
      <p>
        The policy is in testing mode, and is not ready to enforce: {amount(enforcing.failures)} of{' '}
        {amount(enforcing.sessions)} sessions of {ENFORCING_DAYS} days, up to the day before yesterday,
        failed. In testing mode that mail was delivered; with mode: enforce it might not have been. Repair
        what failed first.
      </p>
    )
  }
  return (
    <p>
      <span class="badge badge-good">
        <span aria-hidden="true">✓ </span>Ready to enforce
      </span>{' '}
      The policy is in testing mode, and none of {amount(enforcing.sessions)}{' '}
      {plural(enforcing.sessions, 'session')} of {ENFORCING_DAYS} days, up to the day before yesterday,
      failed.
    </p>
  )
}
