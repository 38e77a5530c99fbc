import type { FactReads } from '../../../store/dmarc/source-facts.ts'
import type { SourceAdvice } from '../answered.ts'
import { adviceFor, type SeenKey } from './advice.ts'
import type { JudgedSource } from './answer.ts'

/** What is asked of the DNS for the advice about one source. Neither rejects. */
export interface SourceInquiries {
  /** What stands at the name of a key now. */
  keyAt(domain: string, selector: string): Promise<SeenKey['state']>
  /** The SPF record of a domain with one address more, one of each account at once. Absent: it cannot be shown that it hurts nobody. */
  spfWith(
    accountId: string,
    domain: string,
    ip: string,
  ): Promise<{ value: string; replaces: string } | undefined>
}

export type RecordsOf = (ips: readonly string[], limit: number) => ReturnType<FactReads['recordsOf']>

interface Over {
  accountId: string
  domain: string
  ips: readonly string[]
  records: RecordsOf
  inquiries: SourceInquiries
}

/** Records that are looked through for selectors, and keys that are looked up. */
const MOST_RECORDS = 100
const MOST_KEYS = 3

/** The advice about one source, with what the DNS says now; undefined where that adds nothing. */
export async function adviceCloser(one: JudgedSource, over: Over): Promise<SourceAdvice | undefined> {
  const { cause } = one.judged
  if (cause === 'signature_fails') {
    const keys = await keysOf(one, over)
    return keys.length > 0 ? adviceFor(one, over.domain, keys) : undefined
  }
  return cause === 'not_authenticated' ? withRecord(one, over) : undefined
}

const SELECTOR = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i
const LONGEST_SELECTOR = 63

/** Keys by which mail was signed as the domain without passing, the newest first. */
async function keysOf({ seen }: JudgedSource, { ips, records, inquiries }: Over): Promise<SeenKey[]> {
  const found = new Map<string, { domain: string; selector: string }>()
  for (const { record } of (await records(ips, MOST_RECORDS)).records) {
    for (const { domain, selector = '', result } of record.results.dkim) {
      const isAsked = SELECTOR.test(selector) && selector.length <= LONGEST_SELECTOR
      if (result === 'pass' || !isAsked || !seen.own.dkim.includes(domain)) continue
      const name = `${selector}._domainkey.${domain}`.toLowerCase()
      if (found.size < MOST_KEYS) found.set(name, { domain, selector })
    }
  }
  return Promise.all(
    [...found].map(async ([name, { domain, selector }]) => ({
      name,
      state: await inquiries.keyAt(domain, selector),
    })),
  )
}

/** A record is offered of an address alone that people or the DNS say is the domain's, whose mail asks SPF for the domain in From, and that
 * no service has: those send with an envelope sender of their own, or have an include. */
async function withRecord(one: JudgedSource, over: Over): Promise<SourceAdvice | undefined> {
  const { group, seen } = one
  const { accountId, domain, ips, inquiries } = over
  const [address] = group.addresses
  const [ip] = ips
  const from = [...(address?.headerFrom.keys() ?? [])]
  const isService = seen.sender !== undefined && !seen.sender.rented
  if (!ip || ips.length !== 1 || isService || seen.term !== undefined || !seen.isSpfKnown) return undefined
  if (seen.mark !== 'mine' && !seen.isOwnHost) return undefined
  const asked = seen.own.spf
  if (asked.length !== 1 || asked[0] !== domain || from.length !== 1 || from[0] !== domain) return undefined
  const record = await inquiries.spfWith(accountId, domain, ip)
  if (!record) return undefined
  const advice = adviceFor(one, domain)
  return {
    ...advice,
    says: `${advice.says} The record here names ${ip} beside all that it names now.`,
    record: { name: domain, type: 'TXT', ...record },
  }
}
