import type { AggregateHead, PublishedPolicy } from '../../../core/aggregate/report.ts'
import { reportedDomain } from '../../reading/reported/domain.ts'
import { tidyText } from '../../reading/reported/text.ts'
import type { Fields, RawHead } from './raw.ts'
import { integerOf, wordOf } from './vocabulary.ts'

/** What is said of the report as a whole, but for what its rows tell. */
export type WrittenHead = Omit<
  AggregateHead,
  'begin' | 'end' | 'warnings' | 'recovered' | 'records' | 'skipped' | 'contentHash'
>

export function headOf({ metadata, policy, errors, version, namespaced }: RawHead): WrittenHead {
  const orgEmail = tidyText(metadata['email'] ?? '')
  const extraContact = tidyText(metadata['extra_contact_info'] ?? '')
  const generator = tidyText(metadata['generator'] ?? '')
  const written = tidyText(version ?? '', 32)
  const isNew = namespaced || generator !== '' || NEW_FIELDS.some((name) => policy[name])
  return {
    format: isNew ? 'rfc9990' : 'rfc7489',
    ...(written && { version: written }),
    ...(generator && { generator }),
    orgName: tidyText(metadata['org_name'] ?? '') || reportedDomain(orgEmail),
    ...(orgEmail && { orgEmail }),
    ...(extraContact && { extraContact }),
    reportId: reportIdOf(metadata['report_id'] ?? ''),
    policyDomain: reportedDomain(policy['domain'] ?? ''),
    policy: policyOf(policy),
    errors: errors.map((error) => tidyText(error)).filter((error) => error !== ''),
  }
}

/** RFC 7489 has none of them. */
const NEW_FIELDS = ['np', 'testing', 'discovery_method']

function reportIdOf(written: string): string {
  const id = tidyText(written)
  return id.startsWith('<') && id.endsWith('>') ? id.slice(1, -1).trim() : id
}

function policyOf(fields: Fields): PublishedPolicy {
  const sp = policyWord(fields['sp'])
  const np = policyWord(fields['np'])
  const pct = integerOf(fields['pct'])
  const fo = tidyText(fields['fo'] ?? '', 64)
  const testing = wordOf(fields['testing'])
  const discovery = wordOf(fields['discovery_method'])
  return {
    p: policyWord(fields['p']),
    ...(sp && { sp }),
    ...(np && { np }),
    adkim: alignmentOf(fields['adkim']),
    aspf: alignmentOf(fields['aspf']),
    ...(pct !== undefined && pct <= 100 && { pct }),
    ...(fo && { fo }),
    ...(testing && { testing: testing.startsWith('y') }),
    ...(discovery && { discovery }),
  }
}

/** Some write `nil` for what the record does not say. */
function policyWord(written: string | undefined): string {
  const word = wordOf(written)
  return word === 'nil' || word === 'null' ? '' : word
}

function alignmentOf(written: string | undefined): 'r' | 's' {
  return wordOf(written).startsWith('s') ? 's' : 'r'
}
