import type { SeenRecord } from '../../core/sender-domain.ts'
import { ask, type Resolver, type TxtRecord } from '../../net/ports.ts'
import { mistakenNames, recordName, type Suffixes } from './domain-name.ts'

/** What a domain is proved by. */
export const recordValue = (token: string) => `mailgauge-verify=${token}`

/** Records of one name that are read, octets of each, and those that are shown. */
const MOST_RECORDS = 100
const MOST_OCTETS = 4_096
const MOST_SHOWN = 3
const LONGEST_SHOWN = 80

/** What a look asks. */
export interface Outside {
  resolver: Resolver
  suffixes: Suffixes
}

/** What is looked for, and whether it is worth asking where it may stand by mistake. */
export interface Sought {
  domain: string
  token: string
  isNew: boolean
}

/** Looks for the record in the DNS. An answer that could not be had is `unknown`. */
export async function seekRecord(
  { resolver, suffixes }: Outside,
  { domain, token, isNew }: Sought,
): Promise<SeenRecord> {
  const answer = await ask(resolver, recordName(domain), 'TXT')
  if (answer.kind === 'failure') return { state: 'unknown', reason: answer.reason }
  const records = answer.kind === 'records' ? answer.records.slice(0, MOST_RECORDS) : []
  if (records.some((record) => proves(record, token))) return { state: 'found' }
  const misplaced = isNew ? await misplacedName(resolver, mistakenNames(domain, suffixes), token) : undefined
  const found = misplaced === undefined ? {} : { misplaced }
  if (records.length === 0) return { state: 'absent', seconds: Math.max(0, answer.ttl), ...found }
  return {
    state: 'other',
    texts: records.slice(0, MOST_SHOWN).map(printable),
    more: Math.max(0, records.length - MOST_SHOWN),
    foreign: records.some(({ text }) => normal(text).includes('mailgauge-verify=')),
    ...found,
  }
}

async function misplacedName(
  resolver: Resolver,
  names: readonly string[],
  token: string,
): Promise<string | undefined> {
  const answers = await Promise.all(names.map((name) => ask(resolver, name, 'TXT')))
  return names.find((_, index) => {
    const answer = answers[index]
    const records = answer?.kind === 'records' ? answer.records.slice(0, MOST_RECORDS) : []
    return records.some((record) => proves(record, token))
  })
}

/** As it was meant: without the quotes, blanks and capitals that come with pasting. */
const normal = (text: string) =>
  text
    .slice(0, MOST_OCTETS)
    .replace(/[^!-~]|["'\\]/g, '')
    .toLowerCase()

/** The token is random, so wherever it stands in the text it was put there by somebody who was given it. */
const proves = ({ text }: TxtRecord, token: string) => normal(text).includes(recordValue(token))

function printable({ text }: TxtRecord): string {
  const short = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
  return short.replace(/[^ -~…]/g, '?')
}
