import type { NamedHost } from '../mail/fixing/own-host.ts'
import { genericPtr, namesOf, noPtr, notConfirmed, someStray } from '../mail/server/reverse-dns/remarks.ts'
import type { PtrName, ReverseDns } from '../mail/server/reverse-dns/reverse-dns.ts'
import { type Conclusion, conclude, priced, undetermined } from './analyzer.ts'

export const WEIGHT = 1

type Code = 'ptr-none' | 'ptr-not-confirmed' | 'ptr-generic' | 'ptr-some-not-confirmed'

export const COSTS = {
  'ptr-none': 1,
  'ptr-not-confirmed': 1,
  'ptr-generic': 0.3,
  'ptr-some-not-confirmed': 0,
} satisfies Record<Code, number>

type FindName = () => Promise<NamedHost | undefined>

/** Judges the names of an address; `findName` gives one that its owner could choose. */
export async function concludeReverse(
  address: string,
  reverse: ReverseDns,
  findName: FindName,
): Promise<Conclusion> {
  const evidence: Record<string, string> = { checked_ip: address, checked_name: reverse.question }
  if (reverse.kind === 'failed') {
    return undetermined(`The question for the PTR record of ${address} got no answer.`, evidence)
  }
  if (reverse.kind === 'none') {
    return conclude(WEIGHT, {
      findings: priced([noPtr(address, reverse.question, await findName())], COSTS),
      passed: '',
      evidence,
    })
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
    return conclude(WEIGHT, {
      findings: priced([notConfirmed(address, reverse.names)], COSTS),
      passed: '',
      evidence,
    })
  const better = chosen ? undefined : await findName()
  const strays = reverse.names.filter(
    ({ forward }) => forward === 'no-address' || forward === 'other-address',
  )
  return conclude(WEIGHT, {
    findings: priced(
      [
        ...(chosen ? [] : [genericPtr(address, named, reverse.question, better)]),
        ...(strays.length > 0 ? [someStray(address, strays, reverse)] : []),
      ],
      COSTS,
    ),
    passed: `${address} is named ${named.name}, and that name leads back to it.`,
    evidence,
  })
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
