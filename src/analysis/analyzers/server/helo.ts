import { type HeloFault, type HeloReport, judgeHelo } from '../../../mail/hosts/helo.ts'
import {
  type Analyzer,
  type Conclusion,
  conclude,
  type Finding,
  neutral,
  undetermined,
} from '../../analyzer.ts'
import { whyHidden } from '../../client-view.ts'
import type { AnalysisContext } from '../../context.ts'

const WEIGHT = 0.5
const COSTS = {
  'helo-empty': 0.5,
  'helo-bare-address': 0.5,
  'helo-bad-literal': 0.5,
  'helo-private-literal': 0.5,
  'helo-localhost': 0.5,
  'helo-one-label': 0.5,
  'helo-underscore': 0.5,
  'helo-syntax': 0.5,
  'helo-ours': 0.5,
  'helo-unresolvable': 0.5,
  'helo-trailing-dot': 0,
  'helo-not-client': 0,
} as const

/** The name the sender's server gave itself: fully qualified and resolving, or a right address literal. */
export const helo: Analyzer = {
  name: 'helo',
  group: 'server',
  weight: WEIGHT,
  async run({ client, envelope, settings, dns }: AnalysisContext): Promise<Conclusion> {
    if (envelope.helo === undefined) return neutral('The HELO name is not known from a file.')
    const shown = { helo: cut(envelope.helo) }
    if (client.kind === 'hidden') {
      return undetermined(`${whyHidden(client)}, so the HELO name cannot be judged.`, {
        checked_ip: client.address,
        ...shown,
      })
    }
    const address = client.kind === 'unknown' ? undefined : client.address
    const report = await judgeHelo(envelope.helo, address, settings.hostname, dns('server'))
    const evidence = {
      ...shown,
      ...(address !== undefined && { checked_ip: address }),
      ...evidenceOf(report),
    }
    if (report.isOpen) return undetermined(`The addresses of ${report.name} could not be asked.`, evidence)
    return conclude(WEIGHT, {
      findings: findingsOf(report, shown.helo, address),
      passed: passedInWords(report, shown.helo, address),
      evidence,
    })
  },
}

const LONGEST_SHOWN = 255

/** What a stranger typed, printable and cut. */
function cut(text: string): string {
  return text.slice(0, LONGEST_SHOWN).replaceAll(/[^\x21-\x7e]/g, '?')
}

function evidenceOf({ addresses, isClient, isPtr }: HeloReport): Record<string, string> {
  return {
    ...(addresses.length > 0 && { addresses: addresses.join(', ') }),
    ...(isClient !== undefined && { against_client: isClient ? 'leads to the client' : 'leads elsewhere' }),
    ...(isPtr !== undefined && { against_ptr: isPtr ? 'is the PTR name' : 'is not the PTR name' }),
  }
}

function passedInWords(report: HeloReport, shown: string, address: string | undefined): string {
  if (report.name === undefined) return `The server gave the address literal ${shown}.`
  const where = report.isClient ? `leads to the client ${address}` : 'resolves'
  return `The server called itself ${shown}, which ${where}.`
}

function findingsOf(report: HeloReport, shown: string, address: string | undefined): Finding[] {
  const findings: Finding[] = []
  if (report.fault) findings.push(faultFinding(report.fault, shown, address))
  if (report.trailingDot) {
    findings.push({
      code: 'helo-trailing-dot',
      cost: COSTS['helo-trailing-dot'],
      says: 'The HELO name ends in a dot.',
      advice: 'Give the name without the dot at its end: SMTP names have none.',
      reference: 'RFC 5321 section 4.1.2',
    })
  }
  if (!report.fault && report.isClient === false) {
    findings.push({
      code: 'helo-not-client',
      cost: COSTS['helo-not-client'],
      says: `${shown} does not lead to the client ${address}.`,
      advice: `No fault by itself. Some filters like it better when ${shown} leads to ${address}.`,
      reference: 'RFC 5321 section 4.1.4',
    })
  }
  return findings
}

const SAYS: Record<HeloFault, (shown: string) => string> = {
  empty: () => 'The server gave no name with HELO.',
  'bare-address': (shown) => `The server gave the address ${shown} without brackets.`,
  'bad-literal': (shown) => `The server gave ${shown}, which is no valid address literal.`,
  'private-literal': (shown) => `The server gave ${shown}, an address that exists only inside a network.`,
  localhost: (shown) => `The server called itself ${shown}, as any host may call itself.`,
  'one-label': (shown) => `The server called itself ${shown}, which is not a fully qualified name.`,
  underscore: (shown) => `The HELO name ${shown} has an underscore, which host names may not have.`,
  syntax: (shown) => `The HELO name ${shown} is not a valid host name.`,
  ours: (shown) => `The server called itself ${shown}, which is the name of the receiving server.`,
  unresolvable: (shown) => `The HELO name ${shown} has no address record.`,
}

function faultFinding(fault: HeloFault, shown: string, address: string | undefined): Finding {
  const code = `helo-${fault}` as const
  return { code, cost: COSTS[code], says: SAYS[fault](shown), ...remedy(fault, shown, address) }
}

function remedy(fault: HeloFault, shown: string, address = 'the address of your server') {
  const reference = 'RFC 5321 section 2.3.5 and 4.1.1.1'
  const type = address.includes(':') ? 'AAAA' : 'A'
  if (fault === 'unresolvable') return { advice: `Publish "${shown}. IN ${type} ${address}".`, reference }
  if (fault === 'bare-address' || fault === 'bad-literal' || fault === 'private-literal') {
    const literal = type === 'AAAA' ? `[IPv6:${address}]` : `[${address}]`
    const right = address.includes(' ') ? '[192.0.2.1] or [IPv6:2001:db8::1]' : literal
    return {
      advice: `Set the HELO name to the host's own name, such as mail.example.org. A literal has the form ${right}.`,
      reference: 'RFC 5321 section 4.1.3',
    }
  }
  return {
    advice:
      "Set the HELO name to the host's own full name, such as mail.example.org (Postfix: myhostname, Exim: " +
      `primary_hostname), and publish "mail.example.org. IN ${type} ${address}".`,
    reference,
  }
}
