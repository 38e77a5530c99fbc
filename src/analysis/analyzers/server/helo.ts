import type { Finding } from '../../../core/check.ts'
import { type NamedHost, nameHost, usualHosts } from '../../../mail/fixing/own-host.ts'
import { notKnown } from '../../../mail/reading/through.ts'
import type { Remark } from '../../../mail/remark.ts'
import type { HeloReport } from '../../../mail/server/helo/helo.ts'
import {
  faultRemark,
  type HeloCode,
  isRecordMissing,
  trailingDotRemark,
} from '../../../mail/server/helo/remarks.ts'
import { ask } from '../../../net/ports.ts'
import { type Analyzer, type Conclusion, conclude, neutral, priced, undetermined } from '../../analyzer.ts'
import { whyHidden } from '../../client/client-view.ts'
import type { AnalysisContext } from '../../context.ts'
import { SERVER } from '../../telling/people.ts'

const WEIGHT = 0.5

type Code = HeloCode | 'helo-not-client'

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
} satisfies Record<Code, number>

/** The name the sender's server gave itself: fully qualified and resolving, or a right address literal. */
export const helo: Analyzer = {
  name: 'helo',
  group: 'server',
  title: 'HELO name',
  asks: 'Does the server introduce itself with a real name?',
  why: 'A server that gives a name which does not exist is taken for a bot.',
  who: SERVER,
  weight: WEIGHT,
  costs: COSTS,
  async run(context: AnalysisContext): Promise<Conclusion> {
    const { client, envelope, facts } = context
    if (envelope.helo === undefined) return neutral(`The HELO name is ${notKnown(envelope)}.`)
    const shown = { helo: cut(envelope.helo) }
    if (client.kind === 'hidden') {
      return undetermined(`${whyHidden(client)}, so the HELO name cannot be judged.`, {
        checked_ip: client.address,
        ...shown,
      })
    }
    const address = client.kind === 'unknown' ? undefined : client.address
    const report = await facts.heloReport()
    if (!report) return neutral(`The HELO name is ${notKnown(envelope)}.`)
    const evidence = {
      ...shown,
      ...(address !== undefined && { checked_ip: address }),
      ...evidenceOf(report),
    }
    if (report.isOpen) return undetermined(`The addresses of ${report.name} could not be asked.`, evidence)
    return conclude(WEIGHT, {
      findings: findingsOf(report, shown.helo, address, await betterName(context, report)),
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

/** A name that the host could call itself: the one it has in the DNS, or the usual one at the sender's domain. */
async function betterName(
  { client, envelope, message, facts, dns }: AnalysisContext,
  { fault, name = '' }: HeloReport,
): Promise<NamedHost | undefined> {
  if (!fault || isRecordMissing(fault, name) || client.kind !== 'public') return undefined
  const reverse = await facts.reverseDns()
  const names = reverse?.kind === 'names' ? reverse.names : []
  const confirmed = names.filter(({ forward, generic }) => forward === 'confirmed' && !generic)
  const domains = [message.from[0]?.domain, envelope.mailFrom?.split('@').at(-1)]
  const usable = [...confirmed.map(({ name }) => name), ...usualHosts(domains)]
  const host = await nameHost(client.address, usable, dns('server'))
  // What will be asked about the name once it is given: so the plan can tell offline what it gains.
  const asked = (['A', 'AAAA', 'TXT'] as const).map((type) => host && ask(dns('server'), host.name, type))
  await Promise.all(asked)
  return host
}

function findingsOf(
  report: HeloReport,
  shown: string,
  address: string | undefined,
  better: NamedHost | undefined,
): Finding[] {
  const isElsewhere = !report.fault && report.isClient === false
  const remarks: Remark<Code>[] = [
    ...(report.fault ? [faultRemark(report.fault, shown, address, better)] : []),
    ...(report.trailingDot ? [trailingDotRemark(report.name)] : []),
    ...(isElsewhere ? [notClient(shown, address)] : []),
  ]
  return priced(remarks, COSTS)
}

function notClient(shown: string, address: string | undefined): Remark<Code> {
  return {
    code: 'helo-not-client',
    says: `${shown} does not lead to the client ${address}.`,
    advice: `No fault by itself. Some filters like it better when ${shown} leads to ${address}.`,
    reference: 'RFC 5321 section 4.1.4',
  }
}
