import { toAsciiDomain } from '../../../mail/reading/domains/sender-domain.ts'
import { examineTransport } from '../../../mail/server/transport-policy/examine.ts'
import { unregisteredInTransport } from '../../../mail/server/transport-policy/unregistered.ts'
import { type Analyzer, neutral } from '../../analyzer.ts'
import type { AnalysisContext } from '../../context.ts'
import { COSTS, concludeTransport } from '../../transport.ts'

/** How the domain of From asks that mail to it be carried: MTA-STS, TLS-RPT, DANE, with DNSSEC and CAA. */
export const transportPolicy: Analyzer = {
  name: 'transport-policy',
  group: 'server',
  title: 'Transport policy',
  asks: 'MTA-STS, TLS reports, DANE and DNSSEC of the domain',
  why: 'They protect mail to your domain on its way; they do not change how your own mail is received.',
  who: 'Your DNS host, and whoever runs the servers that take your mail.',
  weight: 0,
  costs: COSTS,
  async run({ message, clock, dns, web }: AnalysisContext) {
    const domain = toAsciiDomain(message.from[0]?.domain ?? '')
    if (domain === '' || domain.startsWith('['))
      return neutral('From names no domain that mail could be sent to.')
    const view = await examineTransport(domain, dns('server'), web('policy'))
    const unregistered = await unregisteredInTransport(view, dns('server'))
    return concludeTransport(view, unregistered, clock.now())
  },
}
