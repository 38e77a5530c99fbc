import { verbatim } from '../../../core/verbatim.ts'
import { exampleLines, inLines, txtChange } from '../../fixing/changes.ts'
import { isDomainName } from '../../reading/domains/domain-name.ts'
import { isPrivateName } from '../../reading/domains/private-names.ts'
import type { Remark } from '../../remark.ts'
import { offerFor } from './offer.ts'
import { type DmarcDiscovery, isFaulty, isOwn } from './record.ts'

/** There is no record that receivers can use. `fails`: with a policy that enforces, this very message would be refused. */
export function noRecordRemark(discovery: DmarcDiscovery, fails = false): Remark<'dmarc-none'> {
  const { domain, record, recordDomain, publicSuffixView } = discovery
  const own = discovery.problems.filter(
    ({ name }) => name === undefined || isOwn(name, publicSuffixView.organisation),
  )
  const fault = own.find(({ tag }) => tag) ?? own[0]
  const says = record
    ? `Receivers ignore the DMARC record of ${recordDomain}: ${fault?.says ?? 'it names no valid policy.'}`
    : `There is no DMARC record for ${domain}.${fault ? ` ${fault.says}` : ''}`
  return { code: 'dmarc-none', says, reference: 'RFC 9989 section 4.10', ...whatToPublish(discovery, fails) }
}

function whatToPublish(discovery: DmarcDiscovery, fails: boolean): Pick<Remark, 'advice' | 'changes'> {
  const { domain, publicSuffixView, steps } = discovery
  const at = publicSuffixView.organisation
  if (!isDomainName(domain) || isPrivateName(domain)) {
    const example = exampleLines([
      txtChange('_dmarc.example.org', 'v=DMARC1; p=none; rua=mailto:dmarc@example.org'),
    ])
    return { advice: `Write in From an address at a domain of your own, and publish there: ${example}` }
  }
  const faulty = steps.filter((step) => isFaulty(step) && isOwn(step.name, at))
  if (faulty.length === 0) return firstRecord(discovery)
  const offers = faulty.map((step) => offerFor(step, discovery, fails))
  const fix = offers.flatMap(({ change }) => change ?? [])
  return { advice: offers.map(({ advice }) => advice).join('\n'), ...(fix.length > 0 && { changes: fix }) }
}

/** The record to begin with: it asks for reports where they can be received, and for nothing else. */
function firstRecord(discovery: DmarcDiscovery): Pick<Remark, 'advice' | 'changes'> {
  const { publicSuffixView, steps, receiving } = discovery
  const at = publicSuffixView.organisation
  const name = `_dmarc.${at}`
  const own = steps.find((step) => step.name === at)
  if (own?.state === 'record') return notTaken(discovery)
  const alias = own?.alias
  if (alias !== undefined) {
    return {
      advice: `${name} is an alias of ${alias}, where there is no DMARC record: have it published there, or put a TXT record in the place of the alias.`,
    }
  }
  const isReached = receiving[at] === 'yes'
  const publish = txtChange(
    name,
    `v=DMARC1; p=none${isReached ? `; rua=mailto:dmarc@${at}` : ''}`,
    'v=DMARC1',
  )
  const reports = isReached ? '' : `\n${reportsElsewhere(at, receiving[at])}`
  return { advice: `Publish: ${inLines([publish])}${reports}`, changes: [publish] }
}

/** There is a record that receivers of today take for another organization's: it stays. */
function notTaken({ domain, publicSuffixView, recordDomain }: DmarcDiscovery): Pick<Remark, 'advice'> {
  const at = publicSuffixView.organisation
  const other = recordDomain ? `, but that of ${recordDomain}` : ''
  return {
    advice: `The record of _dmarc.${at} can stay as it is. Receivers that go by RFC 9989 do not take it for ${domain}${other}: one at _dmarc.${domain} itself would be taken by all. Its p= applies to mail of ${domain} then, so begin with p=none.`,
  }
}

/** How to ask for reports where no record can be offered. */
export function reportsElsewhere(domain: string, receives: string | undefined): string {
  if (receives === 'yes') return `Add rua=mailto:dmarc@${domain} to it.`
  const why =
    receives === 'no' ? `${domain} takes no mail` : `Whether ${domain} takes mail could not be found out`
  return `${why}: add rua=mailto: with an address that you read. A domain of another organization must agree, by the record ${domain}._report._dmarc.<its domain> TXT "${verbatim('v=DMARC1')}".`
}
