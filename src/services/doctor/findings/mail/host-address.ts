import type { Context } from '../../context.ts'
import { dnsWords } from '../../failure-words.ts'
import { attention, type Inquiry, inConfig, inDns, ok, problem, unknown } from '../../finding.ts'
import { AFTER_RESOLVER } from '../../next-steps.ts'

export const hostAddress: Inquiry<Context> = {
  id: 'host-address',
  title: 'Addresses of the mail host',
  read: 'docs/operating.md#host-address',
  ofHost: true,
  needs: ['smtp.hostname', 'smtp.listen'],
  async look(context) {
    const { settings, own } = context
    if (settings.evaluation) return undefined
    const { hostname } = settings
    const known = await context.addressesOf(hostname)
    if (known.kind === 'failure')
      return unknown(
        `The addresses of ${hostname} could not be asked for: ${dnsWords(known.reason)}.`,
        AFTER_RESOLVER,
      )
    const publish = own.map((address) => `${hostname}. IN ${address.includes(':') ? 'AAAA' : 'A'} ${address}`)
    if (known.kind === 'none') {
      return problem(
        `${hostname} (smtp.hostname) has no address in the DNS.`,
        inDns(
          'Publish the address of this machine:',
          ...(publish.length > 0 ? publish : [`${hostname}. IN A <its address>`]),
        ),
      )
    }
    const listed = known.addresses.slice(0, 6).join(', ')
    const [v6] = known.v6
    if (
      v6 !== undefined &&
      !settings.smtpListen.some(({ host }) => host === undefined || host.includes(':'))
    ) {
      return attention(
        `${hostname} has the IPv6 address ${v6}, and smtp.listen takes IPv4 alone: senders with IPv6 wait before they try the other one.`,
        inConfig('Listen on every address:', 'smtp', 'listen = [":25"]'),
      )
    }
    if (own.length === 0)
      return ok(`${hostname} has ${listed}. This machine has no public address of its own to compare with.`)
    const foreign = known.addresses.filter((address) => !own.includes(address))
    if (foreign.length === 0) return ok(`${hostname} has ${listed}, which this machine has too.`)
    return attention(
      `${hostname} has ${foreign.slice(0, 4).join(', ')}, and this machine has ${own.slice(0, 4).join(', ')}.`,
      inDns(
        'Unless a load balancer or NAT stands in between, publish what this machine has:',
        ...publish.slice(0, 4),
      ),
    )
  },
}
