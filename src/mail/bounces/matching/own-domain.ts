import { isFreemail } from '../../reading/domains/known-domains.ts'
import { isPrivateName } from '../../reading/domains/private-names.ts'
import type { Pattern } from './patterns.ts'

/** What is known of the sender of the mail that came back. */
export interface Sender {
  /** The receiver's answer, in which the sender's address or domain may stand. */
  answer: string
  /** From of the message that came back. */
  from: string | undefined
  /** Whether the provider of that domain sent it itself. */
  isProviders: (domain: string) => boolean
}

const MAX_LOOKED = 1_000
/** Records of the sender’s domain. */
const OF_RECORDS = /\bSPF\b.{0,40}record|for the domain in From itself|DKIM for the domain/
const OF_SENDER_DOMAIN = /sender-domain|sender-verify|from-domain|cisco-verification/
const DOMAIN = '[a-z0-9_-]{1,63}(?:\\.[a-z0-9-]{1,63}){1,8}'
const NAMED = new RegExp(
  `(?:\\b(?:from|sender|domain|spf|of|mfrom)[\\s:=<("'\\[]{1,4}(?:[^\\s@<>]{1,64}@)?|<[^\\s@<>]{1,64}@)(${DOMAIN})(?=[\\s>)"'’,;:\\]]|$)(?!>?: recipient)|\\b(${DOMAIN})['’]s dmarc`,
  'i',
)

/** Advice that can be followed: nobody publishes records for a domain that is not one's own, or that is none. */
export function adviceOfSender(pattern: Pattern, advice: readonly string[], sender: Sender): string[] {
  if (pattern.cause === 'authentication') {
    const domain = domainOfSender(sender)
    if (domain === undefined || !isFreemail(domain) || sender.isProviders(domain)) return [...advice]
    return [notYours(domain), ...advice.filter((sentence) => !OF_RECORDS.test(sentence))]
  }
  if (!OF_SENDER_DOMAIN.test(pattern.id)) return [...advice]
  const domain = domainOfSender(sender)
  return domain === undefined || !isPrivateName(domain) ? [...advice] : [notPublic(domain)]
}

const notYours = (domain: string) =>
  `The sender’s address is of ${domain}, whose records only its owner writes: mail of that address has to go through that provider’s own servers, signed in. For a website, a program or a newsletter, send with an address of a domain of your own, with SPF and DKIM for it, and put the other one into Reply-To.`

const notPublic = (domain: string) =>
  `The sender’s domain ${domain} is a name of an internal network, which nobody outside can find: send with an address of a real domain, with an MX record. The name comes from the settings of the server (Postfix: myorigin) or of the program that sends (the envelope sender, sendmail -f).`

/** The domain that the answer names as the sender's, or that of From. */
function domainOfSender({ answer, from }: Sender): string | undefined {
  const looked = answer.slice(0, MAX_LOOKED).replace(/\s+/g, ' ')
  const named = NAMED.exec(looked)?.slice(1).find(Boolean)
  return named?.toLowerCase() ?? domainOf(from)
}

function domainOf(address: string | undefined): string | undefined {
  const domain = /@([a-z0-9._-]{1,253})/i.exec(address?.slice(0, 1_000) ?? '')?.[1]
  return domain?.toLowerCase().replace(/\.$/, '')
}
