import { classifyAddress } from '../../../../net/ip.ts'
import { ask } from '../../../../net/ports.ts'
import type { Context } from '../../context.ts'
import { dnsWords } from '../../failure-words.ts'
import { attention, type Inquiry, ok, unknown } from '../../finding.ts'
import { AFTER_RESOLVER } from '../../next-steps.ts'
import { addressIn } from '../../public-resolvers.ts'
import { OWN_RESOLVER } from './resolver.ts'

/** Signed as long as there is DNSSEC. */
const SIGNED = 'org'

export const dnssec: Inquiry<Context> = {
  id: 'dnssec',
  title: 'DNSSEC validation',
  read: 'docs/operating.md#dnssec',
  ofHost: true,
  needs: ['dns.servers'],
  async look({ resolver, settings: { dnsServers } }) {
    const answer = await ask(resolver, SIGNED, 'SOA')
    if (answer.kind === 'failure')
      return unknown(`No signed name could be asked for: ${dnsWords(answer.reason)}.`, AFTER_RESOLVER)
    if (answer.ad) return ok('The resolver validates DNSSEC: DANE can be judged.')
    const local = dnsServers.filter((server) => classifyAddress(addressIn(server)) === 'loopback')
    if (local.length === 0) {
      return unknown(
        'No resolver runs on this machine, and what another one says of DNSSEC could be changed on the way: DANE is not judged.',
        OWN_RESOLVER,
      )
    }
    return attention(
      `The answer about the signed zone "${SIGNED}" came without the AD bit: the resolver does not validate DNSSEC, and DANE is not judged.`,
      { says: 'Switch validation on. In unbound: auto-trust-anchor-file, which Debian sets by itself.' },
    )
  },
}
