import { parseAddress } from '../../../net/ip.ts'
import { ask, DNS_SHARES, type Resolver } from '../../../net/ports.ts'
import { isPrivateName } from '../../reading/domains/private-names.ts'
import { toAsciiDomain } from '../../reading/domains/sender-domain.ts'
import { inWords } from '../../reading/links/view.ts'
import type { Remark } from '../../remark.ts'

/** What is said of the names of linked hosts. */
export type LinkNameCode = 'link-name-missing' | 'link-name-private'

/** What the DNS says of the hosts that are linked. */
export interface NamesView {
  /** They do not exist. */
  missing: string[]
  /** Names of a private network, which nobody outside can follow; they are not asked. */
  local: string[]
  /** The question got no answer. */
  unanswered: string[]
  /** Asked and there. */
  found: number
  /** Left out: there are too many. */
  notAsked: number
  /** The aliases that each name leads over, as far as they were told. */
  chains: ReadonlyMap<string, readonly string[]>
}

/** All that the share of linked names allows. */
const MOST_NAMES = DNS_SHARES['link-names']

/** Asks whether the linked hosts exist; only NXDOMAIN says that one does not. */
export async function findNames(hosts: readonly string[], resolver: Resolver): Promise<NamesView> {
  const names = hosts.filter((host) => parseAddress(host) === undefined)
  const local = names.filter(isLocal)
  const open = names.filter(isPublicName)
  const asked = open.slice(0, MOST_NAMES)
  const answers = await Promise.all(asked.map((name) => ask(resolver, name, 'A')))
  const of = (kind: string) => asked.filter((_, i) => answers[i]?.kind === kind)
  const chains = asked.flatMap((name, i): [string, readonly string[]][] => {
    const answer = answers[i]
    return answer && answer.kind !== 'failure' ? [[name, answer.chain]] : []
  })
  return {
    missing: of('nxdomain'),
    local,
    unanswered: of('failure'),
    found: of('records').length + of('nodata').length,
    notAsked: open.length - asked.length,
    chains: new Map(chains),
  }
}

function isLocal(name: string): boolean {
  return !name.includes('.') || isPrivateName(name)
}

/** A name that the public DNS can be asked for. */
export function isPublicName(name: string): boolean {
  return !isLocal(name) && toAsciiDomain(name) !== ''
}

export function nameRemarks({ missing, local }: NamesView): Remark<LinkNameCode>[] {
  const remarks: Remark<LinkNameCode>[] = []
  if (missing.length > 0) {
    remarks.push({
      code: 'link-name-missing',
      says: `${missing.length === 1 ? 'A linked name does' : `${missing.length} linked names do`} not exist in the DNS: ${inWords(missing)}.`,
      advice: 'Correct the name in the link, or publish an A or AAAA record for it.',
      reference: 'RFC 8020 section 2',
    })
  }
  if (local.length > 0) {
    remarks.push({
      code: 'link-name-private',
      says: `${local.length === 1 ? 'A link leads' : `Links to ${local.length} names lead`} into a private network, which readers elsewhere cannot reach.`,
      advice: 'Link to a name that everybody can reach.',
      reference: 'RFC 6761; RFC 6762 section 3; RFC 8375',
    })
  }
  return remarks
}
