import type { Change } from '../../../core/fix.ts'
import { verbatim } from '../../../core/verbatim.ts'
import { exampleLines, inLines } from '../../fixing/changes.ts'
import { isNeverPublic } from '../../reading/domains/private-names.ts'
import type { MailHost, Receiving } from '../../reading/domains/receiving.ts'
import type { Remark } from '../../remark.ts'

/** What can hinder mail to a domain. */
export type ReceivingCode =
  | 'mx-no-domain'
  | 'mx-no-records'
  | 'mx-no-host'
  | 'mx-null'
  | 'mx-dangling'
  | 'mx-address'
  | 'mx-not-public'
  | 'mx-alias'
  | 'mx-null-beside'

const MX_RULES = 'RFC 5321 section 5.1'
const OWN_DOMAIN =
  'Send with an address at a domain of your own that takes mail: this name means something inside one network only, and nothing can be published for it.'

/** The one MX record of a domain. */
export function mxChange(domain: string, host: string): Change {
  return { kind: 'dns', name: domain, type: 'MX', records: [`10 ${host}.`] }
}

/**
 * The faults of a domain; `who` is how the sentences call it. None while a question is open. `fixed`: the records that
 * would let it receive, where they are known.
 */
export function receivingFaults(
  domain: string,
  who: string,
  receiving: Receiving,
  fixed: readonly Change[],
): Remark<ReceivingCode>[] {
  if (receiving.kind === 'unknown') return []
  const lines = fixed.length > 0 ? inLines(fixed) : exampleLines([mxChange(domain, 'mail.example.org')])
  const publish = `Publish with the name of a server that takes this mail:\n${lines}`
  const fix = fixed.length > 0 ? { changes: fixed } : {}
  if (receiving.kind === 'refuses') {
    return [
      {
        code: 'mx-null',
        says: `${who} says by a null MX that it takes no mail.`,
        advice: `Send from a domain that takes mail, or publish in place of "${verbatim('MX 0 .')}":\n${lines}`,
        reference: 'RFC 7505 section 4.2',
        ...fix,
      },
    ]
  }
  const perHost = receiving.hosts.flatMap((host) => hostFaults(domain, host))
  if (receiving.kind === 'receives')
    return receiving.nullBeside ? [nullBeside(domain, who), ...perHost] : perHost
  if (receiving.why === 'no-domain') {
    const says = `${who} does not exist in the DNS.`
    if (isNeverPublic(domain))
      return [{ code: 'mx-no-domain', says, advice: OWN_DOMAIN, reference: MX_RULES }]
    return [
      {
        code: 'mx-no-domain',
        says,
        advice: `Correct the address, or let the domain receive. ${publish}`,
        reference: MX_RULES,
        ...fix,
      },
    ]
  }
  if (receiving.why === 'no-records') {
    const says = `${who} has neither an MX nor an address record.`
    return [{ code: 'mx-no-records', says, advice: publish, reference: MX_RULES, ...fix }]
  }
  const says = `No mail host of ${who} can be reached.`
  const advice = `An MX needs a host with a public A or AAAA record. ${publish}`
  return [{ code: 'mx-no-host', says, advice, reference: MX_RULES, ...fix }, ...perHost]
}

function nullBeside(domain: string, who: string): Remark<ReceivingCode> {
  return {
    code: 'mx-null-beside',
    says: `${who} has a null MX beside others.`,
    advice: `Remove "${verbatim(`${domain}. IN MX 0 .`)}": it may only stand alone.`,
    reference: 'RFC 7505 section 3',
  }
}

function hostFaults(domain: string, { name, state, isAlias }: MailHost): Remark<ReceivingCode>[] {
  const record = name === domain ? `the address of ${domain}` : `"${verbatim(`${domain}. IN MX … ${name}.`)}"`
  const advice = `Remove ${record}, or publish a public A or AAAA record for ${name}.`
  const faults: Remark<ReceivingCode>[] = []
  if (state === 'no-address') {
    faults.push({ code: 'mx-dangling', says: `The MX ${name} has no address.`, advice, reference: MX_RULES })
  }
  if (state === 'not-public') {
    faults.push({
      code: 'mx-not-public',
      says: `${name} has no public address.`,
      advice,
      reference: MX_RULES,
    })
  }
  if (state === 'ip-address') {
    faults.push({
      code: 'mx-address',
      says: `The MX of ${domain} is the address ${name} in place of a name.`,
      advice: `Replace ${record} by the name of a host: an MX may not be an address.`,
      reference: MX_RULES,
    })
  }
  if (isAlias) {
    faults.push({
      code: 'mx-alias',
      says: `The MX ${name} is an alias (CNAME).`,
      advice: `Name in ${record} the host that the alias ${name} leads to.`,
      reference: 'RFC 2181 section 10.3',
    })
  }
  return faults
}

const CANNOT = {
  'no-domain': 'no such domain',
  'no-records': 'neither MX nor address',
  'no-host': 'no reachable host',
}

/** The verdict in a few words, with the hosts that were looked at. */
export function receivingInWords(domain: string, receiving: Receiving): string {
  if (receiving.kind === 'refuses') return `${domain}: null MX, takes no mail`
  const hosts = receiving.hosts.map(({ name, state }) => `${name} ${state}`)
  const shown = hosts.length > 0 ? ` (${hosts.join(', ')})` : ''
  if (receiving.kind === 'unknown') return `${domain}: no answer${shown}`
  if (receiving.kind === 'cannot') return `${domain}: ${CANNOT[receiving.why]}${shown}`
  return `${domain}: receives ${receiving.by === 'mx' ? 'by MX' : 'without MX, at its own address'}${shown}`
}
