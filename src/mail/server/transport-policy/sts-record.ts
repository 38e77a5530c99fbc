import { ask, type Resolver } from '../../../net/ports.ts'

/** What stands at `_mta-sts.<domain>` (RFC 8461 3.1). */
export type StsRecord = StsState & {
  /** All that is meant for MTA-STS there. */
  texts?: string[]
  /** The name is an alias: what it leads to is answered in its place. */
  alias?: string
}

type StsState =
  | { state: 'none' | 'failed' }
  /** Looks meant for MTA-STS, but does not begin with "v=STSv1;". */
  | { state: 'not-a-record' }
  /** More than one: senders act as if there were none. */
  | { state: 'several' }
  /** Without the id that tells senders of a new policy. */
  | { state: 'bad-id' }
  | { state: 'record'; id: string }

const VERSION = /^v=STSv1[ \t]{0,20};/
const MOST_RECORDS = 10
const NEAR_MISS = /^\W{0,4}v\s{0,5}=?\s{0,5}["']?sts|^["']?sts\s?v?1/i

/** It is the form that senders take for a record. */
export const isStsRecord = (text: string): boolean => VERSION.test(text)
/** It is meant for MTA-STS. */
export const isAboutSts = (text: string): boolean => isStsRecord(text) || NEAR_MISS.test(text)

export async function findStsRecord(domain: string, resolver: Resolver): Promise<StsRecord> {
  const answer = await ask(resolver, `_mta-sts.${domain}`, 'TXT')
  if (answer.kind === 'failure') return { state: answer.reason === 'bad-name' ? 'none' : 'failed' }
  if (answer.kind !== 'records') return { state: 'none' }
  const published = answer.records.map(({ text }) => text)
  const texts = published.filter(isAboutSts).slice(0, MOST_RECORDS)
  const alias = answer.chain.at(-1)
  return { ...readStsRecords(published), texts, ...(alias !== undefined && { alias }) }
}

export function readStsRecords(texts: readonly string[]): StsState {
  const records = texts.filter((text) => VERSION.test(text))
  const [record] = records
  if (record === undefined) {
    return { state: texts.some((text) => NEAR_MISS.test(text)) ? 'not-a-record' : 'none' }
  }
  if (records.length > 1) return { state: 'several' }
  const ids = record.split(';').flatMap((field) => {
    const equals = field.indexOf('=')
    return field.slice(0, equals).trim() === 'id' ? field.slice(equals + 1).trim() : []
  })
  const [id] = ids
  return id !== undefined && ids.length === 1 && /^[A-Za-z0-9]{1,32}$/.test(id)
    ? { state: 'record', id }
    : { state: 'bad-id' }
}
