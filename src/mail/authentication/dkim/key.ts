import type { Change } from '../../../core/fix.ts'
import { ask, type DnsFailureReason, type Resolver } from '../../../net/ports.ts'
import { txtChange } from '../../fixing/changes.ts'
import { isDomainName } from '../../reading/domains/domain-name.ts'
import { fixedKey } from './fix-key.ts'
import {
  type DkimKeyFacts,
  type DkimKeyProblem,
  keyAdvice,
  looksLikeKeyRecord,
  readKeyRecord,
} from './key-record.ts'

/** What stands at a selector, judged by itself: a signature that fails earlier hides it. */
export interface DkimKeyReport extends DkimKeyFacts {
  domain: string
  selector: string
  /** <selector>._domainkey.<domain> */
  name: string
  /** nxdomain, nodata: there is no key; failed: it could not be asked. */
  state: 'found' | 'nxdomain' | 'nodata' | 'failed'
  reason?: DnsFailureReason
  /** CNAME targets that were followed. */
  chain: string[]
  /** TXT records found there. */
  records: number
  /** A verifier that goes by the standards can use it for mail (RFC 6376 3.6.1, RFC 8301, RFC 8463). */
  usable: boolean
  problems: DkimKeyProblem[]
  /** The record to publish in place of all that stands there. Absent: none can be told. */
  fixed?: Change
}

const MOST_RECORDS = 10

/** Fetches and judges the key record of one selector. */
export async function judgeKey(domain: string, selector: string, resolver: Resolver): Promise<DkimKeyReport> {
  const name = `${selector}._domainkey.${domain}`.toLowerCase()
  if (!isDomainName(domain) || !isDomainName(name)) return unaskable(domain, selector)
  const bare = { domain, selector, name, records: 0, usable: false, problems: [], chain: [] }
  const answer = await ask(resolver, name, 'TXT')
  if (answer.kind === 'failure') {
    return answer.reason === 'bad-name'
      ? { ...bare, state: 'nxdomain', problems: [missing(name, 'The name cannot be asked in the DNS')] }
      : { ...bare, state: 'failed', reason: answer.reason }
  }
  const { chain } = answer
  if (answer.kind !== 'records') {
    const says =
      answer.kind === 'nxdomain'
        ? 'There is no such name in the DNS'
        : 'The name exists but has no TXT record'
    return { ...bare, chain, state: answer.kind, problems: [missing(name, says, chain)] }
  }
  const texts = answer.records.slice(0, MOST_RECORDS).map(({ text }) => text)
  const key = texts.find(looksLikeKeyRecord) ?? texts[0] ?? ''
  const { facts, problems, usable } = readKeyRecord(name, key)
  const isOnly = texts.filter(looksLikeKeyRecord).length === 1 && chain.length === 0
  const better = fixedKey(name, key) ?? (usable && texts.length > 1 ? key : undefined)
  return {
    ...bare,
    ...facts,
    state: 'found',
    chain,
    records: answer.records.length,
    usable,
    problems: [...severalProblem(name, texts), ...problems],
    ...(isOnly && better !== undefined && { fixed: txtChange(name, better) }),
  }
}

/** Puts what looks like a key before other TXT records of its name: servers give them in any order. */
export function keyRecordsFirst(resolver: Resolver): Resolver {
  return {
    async query(name, type) {
      const answer = await resolver.query(name, type)
      if (answer.kind !== 'records') return answer
      const rank = (record: (typeof answer.records)[number]) =>
        typeof record === 'object' && 'text' in record && looksLikeKeyRecord(record.text) ? 0 : 1
      return { ...answer, records: answer.records.toSorted((a, b) => rank(a) - rank(b)) }
    },
  }
}

/** What a stranger put into d= and s= may be any text: it is not repeated. */
function unaskable(domain: string, selector: string): DkimKeyReport {
  const problems = [missing('the name that d= and s= make', 'It is no name that can be asked in the DNS')]
  return {
    domain,
    selector,
    name: 'no name',
    state: 'nxdomain',
    chain: [],
    records: 0,
    usable: false,
    problems,
  }
}

function missing(name: string, says: string, chain: readonly string[] = []): DkimKeyProblem {
  const last = chain.at(-1)
  const where = last ? `, where the CNAME of ${name} leads (${last})` : ''
  const code = 'dkim-key-missing'
  return { code, fatal: true, says: `${says}: ${name}${where}.`, advice: keyAdvice(code, name) }
}

function severalProblem(name: string, texts: readonly string[]): DkimKeyProblem[] {
  if (texts.length < 2) return []
  const keys = texts.filter(looksLikeKeyRecord).length
  const says =
    keys > 1
      ? `There are ${keys} key records at ${name}: which one a receiver takes is left open (RFC 6376 section 3.6.2.2).`
      : `There are other TXT records beside the key at ${name}: a receiver may take one of them for it.`
  const code = 'dkim-key-several'
  return [{ code, fatal: false, says, advice: keyAdvice(code, name) }]
}
