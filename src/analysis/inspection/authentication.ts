import { examineBimi } from '../../mail/authentication/bimi/examine.ts'
import { bimiRemarks } from '../../mail/authentication/bimi/remarks.ts'
import { type DkimKeyReport, judgeKey } from '../../mail/authentication/dkim/key.ts'
import type { DkimKeyCode } from '../../mail/authentication/dkim/key-record.ts'
import { keyRemarks } from '../../mail/authentication/dkim/verdict.ts'
import { noRecordRemark } from '../../mail/authentication/dmarc/no-record.ts'
import { inheritedFrom, isIgnored, policyOf } from '../../mail/authentication/dmarc/policy.ts'
import { type DmarcDiscovery, discoverDmarc } from '../../mail/authentication/dmarc/record.ts'
import { recordRemarks } from '../../mail/authentication/dmarc/record-remarks.ts'
import { nodesOf } from '../../mail/authentication/spf/nodes.ts'
import { recordRemarks as spfRecordRemarks } from '../../mail/authentication/spf/record-remarks.ts'
import { walkSpf } from '../../mail/authentication/spf/tree.ts'
import { describeSpf } from '../../mail/authentication/spf/words.ts'
import { organisationOf } from '../../mail/reading/domains/sender-domain.ts'
import type { Remark } from '../../mail/remark.ts'
import { neutral, undetermined } from '../analyzer.ts'
import { describeLogo, unanswered, withoutRecord } from '../logo.ts'
import { type Inspector, inspected } from './inspector.ts'

/** The whole SPF record, walked to the end: look-ups and voids in the worst case. */
export const spf: Inspector = {
  name: 'spf',
  async run({ name, dns }) {
    const resolver = dns('spf')
    const tree = await walkSpf(name, { resolver })
    const evidence = describeSpf(tree)
    if (tree.root.state === 'failed')
      return undetermined(`No answer about the SPF record of ${name}.`, evidence)
    const remarks = await spfRecordRemarks(tree, resolver)
    const found = remarks.map(({ broken, ...remark }) => ({ ...remark, fails: broken }))
    const isUnanswered = [...nodesOf(tree.root)].some(
      ({ state, terms }) => state === 'failed' || terms.some(({ failed }) => failed),
    )
    if (isUnanswered && !found.some(({ fails }) => fails)) {
      return undetermined(
        `Not the whole SPF record of ${name} could be read: a question got no answer.`,
        evidence,
      )
    }
    const open = tree.incomplete
      ? ' Some of its terms are made for each message, and are seen only with one.'
      : ''
    return inspected(found, `The SPF record of ${name} is valid.${open}`, evidence)
  },
}

/** The record that applies by the tree walk (RFC 9989 4.10), and where reports go. */
export const dmarc: Inspector = {
  name: 'dmarc',
  async run({ name, dns }) {
    const discovery = await discoverDmarc(name, dns('dmarc'))
    const evidence = describeDiscovery(discovery)
    if (discovery.failure) return undetermined(`No answer about the DMARC record of ${name}.`, evidence)
    const { record, recordDomain, problems } = discovery
    const isUsable = record !== undefined && !isIgnored(record)
    const unusable = new Set(problems.filter((one) => one.tag ?? one.name).map(({ says }) => says))
    const remarks = recordRemarks(discovery, false)
    const fails = ({ says }: Remark) => isUsable && unusable.has(says)
    const found = [
      ...(isUsable ? [] : [{ ...noUsableRecord(discovery, remarks), fails: true }]),
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

/** Selectors that sending software and platforms use by default: others cannot be found without a message. */
export const COMMON_SELECTORS = [
  'default',
  'dkim',
  'mail',
  'google',
  'selector1',
  'selector2',
  'k1',
  'k2',
  'k3',
  's1',
  's2',
  's1024',
  's2048',
  'sig1',
  'key1',
  'dkim1',
  'smtp',
  'mta',
  'mandrill',
  'mxvault',
  'protonmail',
  'fm1',
  'zoho',
  'pm',
  'email',
] as const

/** Nobody signs with it: what stands there is what a wildcard answers. */
const NO_SELECTOR = 'no-such-selector-7f3a'

/** The keys at common selectors, but for what a wildcard answers to every name. */
export const dkim: Inspector = {
  name: 'dkim',
  async run({ name, dns }) {
    const resolver = dns('dkim')
    const [any, ...keys] = await Promise.all(
      [NO_SELECTOR, ...COMMON_SELECTORS].map((selector) => judgeKey(name, selector, resolver)),
    )
    const published = keys.filter(({ state, record }) => state === 'found' && record !== undefined)
    const found = published.filter(({ record }) => record !== any?.record)
    const wildcard = found.length < published.length
    const silent = keys.filter(({ state }) => state === 'failed').length
    const evidence = {
      selectors_asked: COMMON_SELECTORS.join(', '),
      ...(silent > 0 && { no_answer: `${silent} of ${keys.length}` }),
      ...(wildcard && { wildcard: 'one record answers for every selector' }),
      ...Object.fromEntries(found.map((key) => [`key_${key.selector}`, keyInWords(key)])),
    }
    if (found.length === 0) {
      const says = wildcard
        ? `A wildcard of ${name} answers for every selector with one record. Which selectors are signed with is known only from a signed message.`
        : `No DKIM key at the ${keys.length} selectors that are common. Other selectors are known only from a signed message.`
      return silent > 0 ? undetermined(says, evidence) : neutral(says, evidence)
    }
    const fatal = new Set(
      found.flatMap(({ problems }) => problems.filter((one) => one.fatal).map(({ code }) => code)),
    )
    const remarks = keyRemarks(found.map(withoutGuess))
    const used = remarks.map((one) => ({
      ...one,
      fails: fatal.has(one.code) && !NO_FAULT.includes(one.code),
    }))
    return inspected(used, `Keys at ${found.map(({ selector }) => selector).join(', ')}.`, evidence)
  },
}

/** A revoked key is how a selector is taken out of use, and a key may be for other things than mail. */
const NO_FAULT: readonly DkimKeyCode[] = ['dkim-key-revoked', 'dkim-key-service']

/** Without a message signed by it, nothing tells that a key is for mail. */
function withoutGuess(key: DkimKeyReport): DkimKeyReport {
  const { fixed: _, ...rest } = key
  return key.problems.some(({ code }) => code === 'dkim-key-service') ? rest : key
}

function keyInWords({ type, bits, revoked, usable, chain }: DkimKeyReport): string {
  const size = bits === undefined ? '' : `, ${bits} bits`
  const state = revoked ? 'revoked' : usable ? 'usable' : 'not usable'
  const via = chain.length > 0 ? `, by CNAME to ${chain.at(-1)}` : ''
  return `${type ?? 'unknown type'}${size}, ${state}${via}`
}

/** The logo of the default selector. */
export const bimi: Inspector = {
  name: 'bimi',
  async run({ name, dns, web, clock }) {
    const organisation = organisationOf(name) ?? name
    const subject = { domain: name, organisation, selector: 'default', localPart: '' }
    const view = await examineBimi(subject, dns('other'), web('bimi'), clock.now())
    const evidence = describeLogo(view, name)
    const nothing = withoutRecord(view.discovery, name, evidence)
    if (nothing) return nothing
    const remarks = bimiRemarks(view, { selector: 'default', by: 'default' })
    const found = remarks.map(({ broken, ...remark }) => ({ ...remark, fails: broken }))
    const open = unanswered(view, false)
    if (open.length > 0 && !found.some(({ fails }) => fails)) {
      return undetermined(`Could not be found out, no answer: ${open.join(', ')}.`, evidence)
    }
    return inspected(found, `${name} publishes a logo. DMARC must enforce for it to be shown.`, evidence)
  },
}
