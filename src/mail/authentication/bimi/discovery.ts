import { ask, type Resolver } from '../../../net/ports.ts'
import type { ParsedMessage } from '../../reading/message.ts'
import { rawValue } from '../../reading/mime/fields.ts'
import type { DkimSignature } from '../verify/outcome.ts'
import { type BimiRecord, isBimiRecord, isNearMiss, localPartSelector, readBimiRecord } from './record.ts'

/** Which selector the message asks for. Its name is the message's own word. */
export interface SelectorChoice {
  selector: string
  /** named: by BIMI-Selector. unsigned, malformed: by a field that does not count, so it is `default`. */
  by: 'default' | 'named' | 'unsigned' | 'malformed'
}

/** Reads BIMI-Selector, which counts when an aligned signature covers it (draft 5.1, 5.5). */
export function chooseSelector(message: ParsedMessage, signatures: readonly DkimSignature[]): SelectorChoice {
  const [field, ...others] = message.all('bimi-selector')
  if (!field) return { selector: 'default', by: 'default' }
  const tags = rawValue(field)
    .slice(0, 1_000)
    .split(';')
    .map((tag) => tag.trim())
  const named = tags.find((tag) => /^s\s{0,5}=/.test(tag))
  const selector =
    named
      ?.slice(named.indexOf('=') + 1)
      .trim()
      .toLowerCase() ?? ''
  const isValid = selector.length <= 100 && /^[a-z0-9](?:[a-z0-9-]|\.(?=[a-z0-9]))*$/.test(selector)
  if (others.length > 0 || !/^v\s{0,5}=\s{0,5}BIMI1$/.test(tags[0] ?? '') || !isValid) {
    return { selector: 'default', by: 'malformed' }
  }
  const isSigned = signatures.some(
    ({ result, alignment, signedHeaders }) =>
      // A key that could not be fetched leaves it open: then the sender's word stands.
      (result === 'pass' || result === 'temperror') &&
      (alignment === 'strict' || alignment === 'relaxed') &&
      signedHeaders.includes('bimi-selector'),
  )
  return isSigned ? { selector, by: 'named' } : { selector: 'default', by: 'unsigned' }
}

const MOST_RECORDS = 10

/** What stands at `<selector>._bimi.<domain>`. */
export interface BimiDiscovery {
  state: 'none' | 'not-a-record' | 'several' | 'record' | 'failed'
  /** The domain where it was looked for last: that of From, or its organizational domain. */
  at: string
  /** The selector of the record; it may be the message's own word. */
  selector: string
  record?: BimiRecord
  /** All that is meant for BIMI there. */
  texts?: string[]
  /** The name is an alias: what it leads to is answered in its place. */
  alias?: string
}

export interface BimiSubject {
  domain: string
  organisation: string
  selector: string
  /** Of the address in From. */
  localPart: string
}

/** Finds the record: at the domain, else at the organizational domain (draft 7.2). */
export async function discoverBimi(subject: BimiSubject, resolver: Resolver): Promise<BimiDiscovery> {
  const { domain, organisation, selector } = subject
  const own = await lookAt(selector, domain, resolver)
  const isFinal = own.state === 'record' || own.state === 'several' || own.state === 'failed'
  if (isFinal || organisation === domain) return byLocalPart(own, subject, resolver)
  const above = await lookAt(selector, organisation, resolver)
  if (above.state === 'none' && own.state === 'not-a-record') return own
  return byLocalPart(above, subject, resolver)
}

async function byLocalPart(
  found: BimiDiscovery,
  { localPart }: BimiSubject,
  resolver: Resolver,
): Promise<BimiDiscovery> {
  const selector = found.record?.byLocalPart ? localPartSelector(localPart) : undefined
  if (selector === undefined || selector === found.selector) return found
  const other = await lookAt(selector, found.at, resolver)
  return other.state === 'record' || other.state === 'failed' ? other : found
}

async function lookAt(selector: string, at: string, resolver: Resolver): Promise<BimiDiscovery> {
  const answer = await ask(resolver, `${selector}._bimi.${at}`, 'TXT')
  if (answer.kind === 'failure') {
    return { state: answer.reason === 'bad-name' ? 'none' : 'failed', at, selector }
  }
  const published = answer.kind === 'records' ? answer.records.map(({ text }) => text) : []
  const texts = published.filter((text) => isBimiRecord(text) || isNearMiss(text)).slice(0, MOST_RECORDS)
  const records = texts.filter(isBimiRecord)
  const alias = answer.chain.at(-1)
  const found = { at, selector, texts, ...(alias !== undefined && { alias }) }
  const [record] = records
  if (record === undefined) return { ...found, state: texts.length > 0 ? 'not-a-record' : 'none' }
  if (records.length > 1) return { ...found, state: 'several' }
  return { ...found, state: 'record', record: readBimiRecord(record) }
}
