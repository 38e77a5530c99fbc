import { verbatim } from '../../../core/verbatim.ts'
import { nameHost, usualHosts } from '../../../mail/fixing/own-host.ts'
import { genericName, readHelo } from '../../../mail/reading/domains/host-names.ts'
import { notKnown } from '../../../mail/reading/through.ts'
import type { Remark } from '../../../mail/remark.ts'
import { type Analyzer, type Conclusion, neutral, priced, undetermined } from '../../analyzer.ts'
import { whyHidden } from '../../client/client-view.ts'
import type { AnalysisContext } from '../../context.ts'
import { COSTS, concludeReverse, WEIGHT } from '../../reverse.ts'
import { HOSTING } from '../../telling/people.ts'

const COSTS_OF_HIDDEN = { 'client-hidden': 0 }

/** PTR of the sending address, its way back, and whether somebody chose the name. */
export const reverseDns: Analyzer = {
  name: 'reverse-dns',
  group: 'server',
  title: 'Reverse DNS',
  asks: 'Does the sending address have a name that points back to it?',
  why: 'Many receivers refuse mail from an address without a name, because hijacked machines send so.',
  who: HOSTING,
  weight: WEIGHT,
  costs: { ...COSTS, ...COSTS_OF_HIDDEN },
  async run(context: AnalysisContext): Promise<Conclusion> {
    const { client, envelope, facts } = context
    if (client.kind === 'unknown') return neutral(`The sender's address is ${notKnown(envelope)}.`)
    const reverse = await facts.reverseDns()
    if (reverse) return concludeReverse(client.address, reverse, () => ownName(context, client.address))
    const open = undetermined(`${whyHidden(client)}, so its name cannot be judged.`, {
      checked_ip: client.address,
    })
    return client.kind === 'hidden' && !client.through
      ? { ...open, findings: priced([notNamed(client.address)], COSTS_OF_HIDDEN) }
      : open
  },
}

/** For the operator: whoever stands in front of this server may be allowed to say who the client is. */
const notNamed = (address: string): Remark<'client-hidden'> => ({
  code: 'client-hidden',
  says: `${address} may be a mail server or load balancer in front of this one.`,
  advice: `Where it is the operator’s own, name it: mail servers in ${verbatim('smtp.trusted_relays')}, load balancers in ${verbatim('smtp.proxy_protocol_from')}. Then the sender’s own address is judged.`,
  reference: 'docs/behind-a-mail-server.md',
})

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
