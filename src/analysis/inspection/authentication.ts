import { examineBimi } from '../../mail/authentication/bimi/examine.ts'
import { bimiRemarks } from '../../mail/authentication/bimi/remarks.ts'
import { unregisteredHosts } from '../../mail/authentication/bimi/unregistered.ts'
import { noRecordRemark } from '../../mail/authentication/dmarc/no-record.ts'
import { inheritedFrom, isIgnored, policyOf } from '../../mail/authentication/dmarc/policy.ts'
import { type DmarcDiscovery, discoverDmarc } from '../../mail/authentication/dmarc/record.ts'
import { recordRemarks } from '../../mail/authentication/dmarc/record-remarks.ts'
import { unregisteredDestinations, withoutTold } from '../../mail/authentication/dmarc/unregistered.ts'
import { spfBreadth } from '../../mail/authentication/spf/breadth/breadth.ts'
import { breadthInWords, describeBreadth } from '../../mail/authentication/spf/breadth/words.ts'
import { nodesOf } from '../../mail/authentication/spf/nodes.ts'
import { recordRemarks as spfRecordRemarks } from '../../mail/authentication/spf/record-remarks.ts'
import { walkSpf } from '../../mail/authentication/spf/tree.ts'
import { unregisteredTerms } from '../../mail/authentication/spf/unregistered.ts'
import { describeSpf } from '../../mail/authentication/spf/words.ts'
import { organisationOf } from '../../mail/reading/domains/sender-domain.ts'
import type { Remark } from '../../mail/remark.ts'
import { undetermined } from '../analyzer.ts'
import { describeLogo, unanswered, withoutRecord } from '../logo.ts'
import { drawBimi, drawDmarc } from './draw.ts'
import { drawSpf } from './draw-spf.ts'
import { failing, type Inspector, inspected } from './inspector.ts'

/** The whole SPF record, walked to the end: look-ups and voids in the worst case. */
export const spf: Inspector = {
  name: 'spf',
  async run({ name, dns, draw }) {
    const resolver = dns('spf')
    const tree = await walkSpf(name, { resolver })
    draw({ spf: drawSpf(tree) })
    if (tree.root.state === 'failed')
      return undetermined(`No answer about the SPF record of ${name}.`, describeSpf(tree))
    const unregistered = await unregisteredTerms(tree, resolver)
    const remarks = await spfRecordRemarks(tree, resolver, unregistered.terms)
    const found = [
      ...failing(unregistered.remarks),
      ...remarks.map(({ broken, ...remark }) => ({ ...remark, fails: broken })),
    ]
    const breadth = await spfBreadth(tree, resolver)
    const evidence = { ...describeSpf(tree), ...describeBreadth(breadth) }
    const wide = breadth ? ` ${breadthInWords(breadth)}` : ''
    const wideByName = wide.replace(/^ It /, ' The record ')
    const isUnanswered = [...nodesOf(tree.root)].some(
      ({ state, terms }) => state === 'failed' || terms.some(({ failed }) => failed),
    )
    if (isUnanswered && !found.some(({ fails }) => fails)) {
      return undetermined(
        `Not the whole SPF record of ${name} could be read: a question got no answer.${wideByName}`,
        evidence,
      )
    }
    const open = tree.incomplete
      ? ' Some of its terms are made for each message, and are seen only with one.'
      : ''
    const conclusion = inspected(found, `The SPF record of ${name} is valid.${open}`, evidence)
    const isValid = conclusion.status === 'passed'
    return { ...conclusion, summary: conclusion.summary + (isValid ? wide : wideByName) }
  },
}

/** The record that applies by the tree walk (RFC 9989 4.10), and where reports go. */
export const dmarc: Inspector = {
  name: 'dmarc',
  async run({ name, dns, draw }) {
    const discovery = await discoverDmarc(name, dns('dmarc'))
    draw({ dmarc: drawDmarc(name, discovery) })
    const evidence = describeDiscovery(discovery)
    if (discovery.failure) return undetermined(`No answer about the DMARC record of ${name}.`, evidence)
    const { record, recordDomain, problems } = discovery
    const isUsable = record !== undefined && !isIgnored(record)
    const unusable = new Set(problems.filter((one) => one.tag ?? one.name).map(({ says }) => says))
    const unregistered = await unregisteredDestinations(discovery, dns('dmarc'))
    const others = withoutTold(discovery, unregistered.names)
    const remarks = recordRemarks(others, false)
    const fails = ({ says }: Remark) => isUsable && unusable.has(says)
    const found = [
      ...failing(unregistered.remarks),
      ...(isUsable ? [] : [{ ...noUsableRecord(others, remarks), fails: true }]),
      ...remarks.map((remark) => ({ ...remark, fails: fails(remark) })),
    ]
    const { p } = recordDomain === name ? policyOf(record) : inheritedFrom(record)
    const policy = recordDomain === name ? `p=${p}` : `${p} of names below it`
    return inspected(found, `The DMARC record of ${recordDomain} asks for ${policy}.`, evidence)
  },
}

/** What is said of the record that is ignored stands in its own words already. */
function noUsableRecord(discovery: DmarcDiscovery, remarks: readonly Remark[]): Remark {
  const remark = noRecordRemark(discovery)
  const same = remarks.find(({ says }) => remark.says.endsWith(says))
  return same ? { ...remark, advice: same.advice } : remark
}

function describeDiscovery(discovery: DmarcDiscovery): Record<string, string> {
  const { steps, record, recordDomain, organisation, publicSuffixView, destinations } = discovery
  const reports = destinations.map(({ tag, domain }) => `${tag} to ${domain}`).join(', ')
  return {
    ...(recordDomain && { record_domain: recordDomain }),
    ...(record && { record: record.text }),
    ...(organisation && { organization: organisation }),
    organization_by_public_suffix_list: publicSuffixView.organisation,
    looked_at: steps.map(({ name, state }) => `_dmarc.${name} ${state}`).join(', '),
    ...(reports && { reports }),
  }
}

/** The logo of the default selector. */
export const bimi: Inspector = {
  name: 'bimi',
  async run({ name, dns, web, clock, draw, settings }) {
    const organisation = organisationOf(name) ?? name
    const subject = { domain: name, organisation, selector: 'default', localPart: '' }
    const view = await examineBimi(subject, dns('other'), web('bimi'), clock.now(), settings.bimiRoots)
    draw({ bimi: drawBimi(view.discovery) })
    const evidence = describeLogo(view, name)
    const nothing = withoutRecord(view.discovery, name, evidence)
    if (nothing) return nothing
    const unregistered = await unregisteredHosts(view, dns('other'))
    const remarks = bimiRemarks(view, { selector: 'default', by: 'default' }, unregistered.names)
    const found = [
      ...failing(unregistered.remarks),
      ...remarks.map(({ broken, ...remark }) => ({ ...remark, fails: broken })),
    ]
    const open = unanswered(view, false)
    if (open.length > 0 && !found.some(({ fails }) => fails)) {
      return undetermined(`Could not be found out, no answer: ${open.join(', ')}.`, evidence)
    }
    return inspected(found, `${name} publishes a logo. DMARC must enforce for it to be shown.`, evidence)
  },
}
