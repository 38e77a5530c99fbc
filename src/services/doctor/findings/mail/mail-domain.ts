import type { Context } from '../../context.ts'
import { type Inquiry, inConfig, ok, problem } from '../../finding.ts'

/** RFC 2606, RFC 6761: nobody can publish records there. */
const RESERVED = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost|local)$/

export const mailDomain: Inquiry<Context> = {
  id: 'mail-domain',
  title: 'Mail domain',
  read: 'docs/operating.md#mail-domain',
  needs: ['smtp.domain'],
  look({ settings: { mailDomain: domain, evaluation } }) {
    if (evaluation)
      return ok(`${domain} is built in: test addresses of an evaluation get mail from this machine alone.`)
    if (!RESERVED.test(domain)) return ok(`Test addresses end in @${domain}.`)
    return problem(
      `smtp.domain is ${domain}, which is reserved: no mail can be sent there.`,
      inConfig(
        'Set a domain of yours that receives nothing but test messages, such as a subdomain:',
        'smtp',
        'domain = "test.<your domain>"',
      ),
    )
  },
}
