import { nameHost, usualHosts } from '../../../mail/fixing/own-host.ts'
import { genericName, readHelo } from '../../../mail/reading/domains/host-names.ts'
import { type Analyzer, type Conclusion, neutral, undetermined } from '../../analyzer.ts'
import { whyHidden } from '../../client-view.ts'
import type { AnalysisContext } from '../../context.ts'
import { COSTS, concludeReverse, WEIGHT } from '../../reverse.ts'
import { HOSTING } from '../../telling/people.ts'

/** PTR of the sending address, its way back, and whether somebody chose the name. */
export const reverseDns: Analyzer = {
  name: 'reverse-dns',
  group: 'server',
  title: 'Reverse DNS',
  asks: 'Does the sending address have a name that points back to it?',
  why: 'Many receivers refuse mail from an address without a name, because hijacked machines send so.',
  who: HOSTING,
  weight: WEIGHT,
  costs: COSTS,
  async run(context: AnalysisContext): Promise<Conclusion> {
    const { client, facts } = context
    if (client.kind === 'unknown') return neutral("The sender's address is not known from a file.")
    const reverse = await facts.reverseDns()
    if (reverse) return concludeReverse(client.address, reverse, () => ownName(context, client.address))
    return undetermined(`${whyHidden(client)}, so its name cannot be judged.`, { checked_ip: client.address })
  },
}

/** A name that the owner of the host could give it: what it calls itself, or the usual one at the sender's domain. */
function ownName({ envelope, message, settings, dns }: AnalysisContext, address: string) {
  const helo = readHelo(envelope.helo ?? '')
  const ownHelo =
    helo.kind === 'name' && helo.name !== settings.hostname && !genericName(helo.name, address)
      ? [helo.name]
      : []
  const domains = [message.from[0]?.domain, envelope.mailFrom?.split('@').at(-1)]
  return nameHost(address, [...ownHelo, ...usualHosts(domains)], dns('server'))
}
