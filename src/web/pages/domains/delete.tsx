import type { DomainView } from '../../../services/domains/domains.ts'
import { Confirm } from '../../components/form/confirm.tsx'
import type { Site } from '../../site.ts'

/** `/domains/<id>/delete`: asks before a domain is taken out of the account. */
export function DeleteDomainDocument({ site, domain }: { site: Site; domain: DomainView }) {
  const lede = domain.verified
    ? 'It is no longer verified and no longer looked at. To have it back, it has to be added and verified again, by another TXT record.'
    : 'Its TXT record is no longer valid: if the domain is added again, it gets another one.'
  return (
    <Confirm
      site={site}
      title={`Delete ${domain.domain}?`}
      lede={lede}
      action={site.href.deleteDomain(domain.id)}
      button="Delete the domain"
      cancel={{ href: site.href.domain(domain.id), words: 'Keep the domain' }}
    >
      <ul class="help-list">
        <li>Lost: what was kept of its DNS and of what changed there.</li>
        <li>
          Kept: the tests of the account and their reports, and its entries in the history and the audit log.
        </li>
        <li>Nothing changes in your DNS. You may remove the TXT record {domain.record.name} afterwards.</li>
      </ul>
    </Confirm>
  )
}
