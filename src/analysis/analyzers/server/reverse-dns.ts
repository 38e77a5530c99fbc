import type { PtrName, ReverseDns } from '../../../mail/hosts/reverse-dns.ts'
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

const WEIGHT = 1
const COSTS = {
  'ptr-none': 1,
  'ptr-not-confirmed': 1,
  'ptr-generic': 0.3,
  'ptr-some-not-confirmed': 0,
} as const
const REFERENCE = 'RFC 1912 section 2.1; RFC 8601 section 2.7.3 (iprev)'

/** PTR of the sending address, its way back, and whether somebody chose the name. */
export const reverseDns: Analyzer = {
  name: 'reverse-dns',
  group: 'server',
  weight: WEIGHT,
  async run({ client, facts }: AnalysisContext): Promise<Conclusion> {
    if (client.kind === 'unknown') return neutral("The sender's address is not known from a file.")
    const reverse = await facts.reverseDns()
    if (reverse) return judge(client.address, reverse)
    return undetermined(`${whyHidden(client)}, so its name cannot be judged.`, { checked_ip: client.address })
  },
}

function judge(address: string, reverse: ReverseDns): Conclusion {
  const evidence: Record<string, string> = { checked_ip: address, checked_name: reverse.question }
  if (reverse.kind === 'failed') {
    return undetermined(`The question for the PTR record of ${address} got no answer.`, evidence)
  }
  if (reverse.kind === 'none') {
    return conclude(WEIGHT, { findings: [noPtr(address, reverse.question)], passed: '', evidence })
  }
  evidence['ptr'] = reverse.names.map((entry) => entry.name).join(', ')
  evidence['forward'] = reverse.names.map(forwardInWords).join('; ')
  if (reverse.notAsked > 0) evidence['not_asked'] = `${reverse.notAsked} further PTR names`
  const confirmed = reverse.names.filter((entry) => entry.forward === 'confirmed')
  const open = reverse.names.filter((entry) => entry.forward === 'no-answer')
  const chosen = confirmed.find((entry) => !entry.generic)
  if (!chosen && open.some((entry) => confirmed.length === 0 || !entry.generic)) {
    return undetermined(
      `The addresses of ${namesOf(open)}, a PTR name of ${address}, could not be asked.`,
      evidence,
    )
  }
  if (confirmed.length === 0 && reverse.notAsked > 0) {
    return undetermined(
      `None of the first ${reverse.names.length} PTR names of ${address} leads back to it.`,
      evidence,
    )
  }
  const named = chosen ?? confirmed[0]
  if (!named)
    return conclude(WEIGHT, { findings: [notConfirmed(address, reverse.names)], passed: '', evidence })
  const strays = reverse.names.filter(
    ({ forward }) => forward === 'no-address' || forward === 'other-address',
  )
  return conclude(WEIGHT, {
    findings: [
      ...(chosen ? [] : [genericPtr(address, named)]),
      ...(strays.length > 0 ? [someStray(address, strays)] : []),
    ],
    passed: `${address} is named ${named.name}, and that name leads back to it.`,
    evidence,
  })
}

function noPtr(address: string, question: string): Finding {
  return {
    code: 'ptr-none',
    cost: COSTS['ptr-none'],
    says: `${address} has no PTR record: many receivers refuse mail from hosts without a name.`,
    advice:
      `Have the owner of the address (your hosting provider's panel, usually under "reverse DNS") publish ` +
      `"${question}. IN PTR mail.example.org." with the name of your mail server, and an ${addressRecord(address)} ` +
      'for that name.',
    reference: REFERENCE,
  }
}

function notConfirmed(address: string, names: readonly PtrName[]): Finding {
  const first = names[0]?.name ?? ''
  return {
    code: 'ptr-not-confirmed',
    cost: COSTS['ptr-not-confirmed'],
    says: `${address} is named ${namesOf(names)}, but no such name leads back to it.`,
    advice: `Publish "${first}. IN ${addressRecord(address)}", or have the PTR record name a host that has this address.`,
    reference: REFERENCE,
  }
}

function genericPtr(address: string, { name, generic }: PtrName): Finding {
  return {
    code: 'ptr-generic',
    cost: COSTS['ptr-generic'],
    says: `The name ${name} of ${address} looks generic or dynamic: ${generic?.says ?? ''}.`,
    advice:
      'Give the host a name of your own, such as mail.example.org: change the PTR record at your hosting provider, and ' +
      `publish that name with "${addressRecord(address)}".`,
    reference: "Yahoo's sender requirements (2025-04-10): reverse DNS that is meaningful and not generic",
  }
}

function someStray(address: string, strays: readonly PtrName[]): Finding {
  return {
    code: 'ptr-some-not-confirmed',
    cost: COSTS['ptr-some-not-confirmed'],
    says: `Of the PTR names of ${address}, these do not lead back: ${namesOf(strays)}.`,
    advice: `Leave one PTR record, or remove ${namesOf(strays)}: a receiver may look at any one of them.`,
    reference: REFERENCE,
  }
}

function addressRecord(address: string): string {
  return `${address.includes(':') ? 'AAAA' : 'A'} ${address}`
}

function namesOf(entries: readonly PtrName[]): string {
  return entries.map((entry) => entry.name).join(', ')
}

const FORWARD: Record<PtrName['forward'], string> = {
  confirmed: 'leads back',
  'other-address': 'has other addresses',
  'no-address': 'has no address of that kind',
  'no-answer': 'no answer',
}

function forwardInWords({ name, forward, addresses }: PtrName): string {
  const found = addresses.length > 0 ? ` (${addresses.join(', ')})` : ''
  return `${name}: ${FORWARD[forward]}${found}`
}
