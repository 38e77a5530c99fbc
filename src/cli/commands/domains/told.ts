import type { DomainView } from '../../../services/domains/domains.ts'
import { when } from '../../table.ts'

/** A line of a zone file (RFC 1035 5.1). */
export function zoneLine({ record }: Pick<DomainView, 'record'>): string {
  return `${record.name}. 3600 IN TXT "${record.value}"\n`
}

/** A domain for programs. */
export function asJson({
  id,
  domain,
  shown,
  verified,
  record,
  addedAt,
  verifiedAt,
  checked,
  endsAt,
}: DomainView) {
  return {
    id,
    domain,
    ...(shown !== undefined && { shown }),
    verified,
    record: { type: 'TXT', ...record },
    added_at: addedAt,
    ...(verifiedAt && { verified_at: verifiedAt }),
    ...(checked && { checked: { at: checked.at, state: checked.state, says: checked.says } }),
    ...(endsAt && { ends_at: endsAt }),
  }
}

/** Whether it is verified, in words. */
export function stateOf({ verified, endsAt }: DomainView): string {
  if (!verified) return 'not verified'
  return endsAt ? `verified, until ${when(endsAt, '')} unless the record comes back` : 'verified'
}
