import { inARow } from './numbers.ts'
import type { Rule, Seen } from './seen.ts'

/** What costs of DMARC by the policy that applies: 6 under reject, 4 under quarantine. */
const REJECTED = 5
const QUARANTINED = 3
/** A listing that many receivers refuse mail for weighs at least 5 of 10. */
const HEAVY_ADDRESS = 1.5
const HEAVY_DOMAIN = 1
/** Less than this counts as little, whatever rule it breaks. */
const LEAST_LOSS = 0.5

/** What an imitation is seen by, beside the findings about listed brands. */
const IMITATIONS: Readonly<Record<string, string>> = {
  'name-address-differs': 'the sender’s name shows an address of somebody else',
  'domain-deceives': 'the sender’s domain is written to be taken for another',
  'domain-lookalike': 'the sender’s domain can be taken for another',
  'link-text-differs': 'the text of a link names another site than the one it leads to',
  'link-lookalike-host': 'a link leads to a name that can be taken for another',
}
const SPEAKS_OF_IMITATION = /-imitates-brand$/
const CARRIERS = ['sender-identity', 'links']

const NO_SPF = ['spf-none', 'spf-fail', 'spf-permerror', 'spf-softfail', 'spf-neutral']
/** No signature counts; what a valid one lacks costs less. */
const NO_DKIM = 1

const REFUSED_FILES = ['file-blocked', 'file-program', 'archive-holds-blocked', 'archive-encrypted']
const LARGE_PROVIDERS = ['provider-gmail', 'provider-yahoo', 'provider-outlook']

const from = (seen: Seen) => seen.detail('dmarc', 'checked_domain') ?? 'the domain of From'
const failsDmarc = (seen: Seen, least: number) =>
  seen.has('dmarc', 'dmarc-fail') && seen.cost('dmarc') >= least

/** SPF was judged and does not pass. */
export const failsSpf = (seen: Seen): boolean => seen.has('spf', ...NO_SPF)
/** No DKIM signature is valid. */
export const failsDkim = (seen: Seen): boolean => seen.cost('dkim') >= NO_DKIM

/** What makes receivers refuse or distrust a message, the gravest first. */
export const GRAVE: readonly Rule[] = [
  (seen) =>
    failsDmarc(seen, REJECTED)
      ? `Most receivers refuse this message: DMARC fails for ${from(seen)}, whose policy asks them to reject it.`
      : undefined,
  (seen) =>
    seen.cost('blocklist') >= HEAVY_ADDRESS
      ? 'Many receivers refuse this message: the sending address is on a blocklist that they use.'
      : undefined,
  (seen) => imitation(seen, 'Receivers may take this message for phishing', (name) => seen.cost(name) > 0),
  (seen) =>
    seen.has('attachments', ...REFUSED_FILES)
      ? 'Gmail refuses this message for a file that is attached to it.'
      : undefined,
  (seen) => listedDomain(seen, 'domain-blocklist', 'a domain of the sender'),
  (seen) => listedDomain(seen, 'link-blocklist', 'a domain that it links to'),
  (seen) =>
    failsDmarc(seen, QUARANTINED)
      ? `Most receivers send this message to spam: DMARC fails for ${from(seen)}, whose policy asks for quarantine.`
      : undefined,
  (seen) =>
    failsSpf(seen) && failsDkim(seen)
      ? 'Gmail, Yahoo and others refuse this message or send it to spam: neither SPF nor DKIM passes.'
      : undefined,
  (seen) =>
    failsDmarc(seen, 0)
      ? `Receivers cannot tell this message from a forged one: DMARC fails for ${from(seen)}.`
      : undefined,
  (seen) => unmet(seen, LARGE_PROVIDERS),
  (seen) => imitation(seen, 'Readers may take this message for another sender’s', () => true),
]

function imitation(seen: Seen, says: string, counts: (name: string) => boolean): string | undefined {
  for (const name of CARRIERS.filter(counts)) {
    const known = seen.codes(name).find((code) => IMITATIONS[code] || SPEAKS_OF_IMITATION.test(code))
    if (known !== undefined) return `${says}: ${IMITATIONS[known] ?? 'it imitates a well-known brand'}.`
  }
  return undefined
}

function listedDomain(seen: Seen, name: string, what: string): string | undefined {
  return seen.cost(name) >= HEAVY_DOMAIN
    ? `Many receivers refuse this message or send it to spam: ${what} is on a blocklist.`
    : undefined
}

/** What these providers require and the message does not meet; how readers leave is told by itself. */
export function unmet(seen: Seen, providers: readonly string[]): string | undefined {
  const missed = providers.flatMap((name) => {
    const asks = (seen.detail(name, 'required_not_met') ?? '')
      .split('\n')
      .filter((one) => one !== '' && !/unsubscri/i.test(one) && !isMinor(seen, name, one))
    return asks.length > 0 ? [{ name: seen.title(name), asks }] : []
  })
  const [first] = missed
  if (!first) return undefined
  const who = inARow(missed.map(({ name }) => name))
  const more = first.asks.length > 1 ? `, and ${first.asks.length - 1} more` : ''
  const named = first.asks[0]?.replace(/, and \d+ more\)$/, ')')
  return `${who} may refuse this message. It does not meet what ${first.name} requires: ${named}${more}.`
}

/** What is asked costs, in the check that it is about, and costs so little that hardly anybody refuses mail for it. */
function isMinor(seen: Seen, provider: string, ask: string): boolean {
  if (seen.lost > 0 && seen.lost < LEAST_LOSS) return true
  const [asked = ''] = ask.split(' (')
  const about = seen.fixedBy(provider, asked)
  const cost = about ? seen.cost(about) : 0
  return cost > 0 && cost < LEAST_LOSS
}
