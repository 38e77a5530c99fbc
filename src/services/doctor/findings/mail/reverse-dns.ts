import { isPublicAddress, reverseName } from '../../../../net/ip.ts'
import { ask, recordsOf } from '../../../../net/ports.ts'
import type { Context } from '../../context.ts'
import { dnsWords } from '../../failure-words.ts'
import { attention, type Inquiry, inDns, ok, unknown } from '../../finding.ts'
import { AFTER_RESOLVER } from '../../next-steps.ts'

const MOST_ADDRESSES = 6

export const reverseDns: Inquiry<Context> = {
  id: 'reverse-dns',
  title: 'Reverse DNS (PTR)',
  read: 'docs/operating.md#reverse-dns',
  ofHost: true,
  needs: ['smtp.hostname'],
  async look(context) {
    const { settings, own, resolver } = context
    if (settings.evaluation) return undefined
    const { hostname } = settings
    const known = await context.addressesOf(hostname)
    const forward = known.kind === 'found' ? known.addresses.filter(isPublicAddress) : []
    const addresses = (forward.length > 0 ? forward : [...own]).slice(0, MOST_ADDRESSES)
    if (addresses.length === 0)
      return unknown(`No public address of ${hostname} is known.`, {
        says: `Publish the address of ${hostname} in the DNS, then look again: mailgauge doctor`,
      })
    const asked = await Promise.all(
      addresses.map(async (address) => ({
        address,
        answer: await ask(resolver, reverseName(address) ?? '', 'PTR'),
      })),
    )
    const wrong = asked.filter(
      ({ answer }) => answer.kind !== 'failure' && !recordsOf(answer).includes(hostname),
    )
    if (wrong.length > 0) {
      const seen = wrong.map(({ address, answer }) => {
        const names = answer.kind === 'failure' ? [] : recordsOf(answer)
        return `${address} ${names.length > 0 ? `leads to ${names.slice(0, 3).join(', ')}` : 'has no PTR record'}`
      })
      return attention(
        `${seen.join('; ')}. Test mail comes in all the same; mail that this machine sends itself is refused by many for it.`,
        inDns(
          'Have whoever gave you the address (hosting company or provider) publish:',
          ...wrong.map(({ address }) => `${reverseName(address)}. IN PTR ${hostname}.`),
        ),
      )
    }
    const failed = asked.find(({ answer }) => answer.kind === 'failure')
    if (failed?.answer.kind === 'failure')
      return unknown(
        `The PTR record of ${failed.address} could not be asked for: ${dnsWords(failed.answer.reason)}.`,
        AFTER_RESOLVER,
      )
    if (forward.length === 0) {
      return attention(
        `${addresses.join(', ')} leads to ${hostname}, which does not lead back.`,
        inDns(
          'Publish the addresses:',
          ...addresses.map((address) => `${hostname}. IN ${address.includes(':') ? 'AAAA' : 'A'} ${address}`),
        ),
      )
    }
    return ok(`${addresses.join(', ')} and ${hostname} lead to each other.`)
  },
}
