import { LONGEST_TXT } from '../../fixing/changes.ts'
import { listedAddresses, readLoosely, type Tag, writtenTags } from '../../fixing/tag-list.ts'
import { policyOf, unusablePolicies } from './policy.ts'
import { distance, isPolicy, nearestPolicy } from './policy-words.ts'
import { isDmarcRecord, readDmarcRecord } from './tags.ts'

/** The one record that was meant, and whether its p= stood there; or the tags that leave open which that is. */
export type DmarcRepair = { text: string; namesPolicy: boolean } | { open: string[] }

const KNOWN = ['v', 'p', 'sp', 'np', 'adkim', 'aspf', 'fo', 'rua', 'ruf', 'rf', 'ri', 'pct', 't', 'psd']
const LISTS: readonly string[] = ['rua', 'ruf']
const POLICY_TAGS: readonly string[] = ['p', 'sp', 'np']
/** Words that say what the default says already. */
const SAME_AS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  adkim: { relaxed: 'r' },
  aspf: { relaxed: 'r' },
  t: { no: 'n', false: 'n', '0': 'n' },
}
/** What is left out has a meaning too: two records that differ in it contradict each other. */
const DEFAULTS: Readonly<Record<string, string>> = { adkim: 'r', aspf: 'r', t: 'n', psd: 'u', pct: '100' }

/**
 * Makes one usable record of what stands at a name, keeping every policy, tag and address that is not itself the fault.
 * A policy is never guessed: a misspelt one is corrected to none alone, which is what receivers do until then.
 */
export function repairDmarc(texts: readonly string[]): DmarcRepair {
  const records = texts.map((text) => tidied(text))
  const open = records.flatMap((record) => ('open' in record ? record.open : []))
  const read = records.flatMap((record) => ('tags' in record ? [record.tags] : []))
  if (open.length > 0 || read.length === 0) return { open: [...new Set(open)] }
  const differing = contradictions(read)
  if (differing.length > 0) return { open: differing }
  const whole = new Map<string, string>()
  for (const [name, value] of read.flatMap((tags) => [...tags])) put(whole, name, value)
  return checked(whole)
}

function checked(whole: ReadonlyMap<string, string>): DmarcRepair {
  const { p = 'none', v: _, ...rest } = Object.fromEntries(whole)
  // Policies for names below a domain without one of its own: one of the tags may be meant to be p=.
  const isOther = (rest['sp'] ?? rest['np'] ?? 'none') !== 'none'
  // So may a tag that is none.
  if (!whole.has('p') && (isOther || Object.keys(rest).some((name) => !KNOWN.includes(name)))) {
    return { open: ['p'] }
  }
  const tags = Object.entries({ p, ...rest })
    .filter(([name, value]) => value !== '' || POLICY_TAGS.includes(name) || !KNOWN.includes(name))
    .map(([name, value]): Tag => ({ name, value }))
  const text = writtenTags('DMARC1', tags)
  const record = readDmarcRecord(text)
  const unusable = unusablePolicies(record)
  if (unusable.length > 0) return { open: unusable }
  return isDmarcRecord(text) && !record.unreadable && text.length <= LONGEST_TXT
    ? { text, namesPolicy: whole.has('p') }
    : { open: [] }
}

/** One text as a list of tags, each there once. */
function tidied(text: string): { tags: Map<string, string> } | { open: string[] } {
  const parts = readLoosely(text, KNOWN)
  if (!parts) return { open: [] }
  const tags = new Map<string, string>()
  const open: string[] = []
  let last = ''
  for (const part of parts.flatMap(unglued)) {
    const { name, value } = part.name === '' ? stray(part.value, last, tags.get(last)) : notMisspelt(part)
    if (name === 'open') open.push(value)
    else if (name !== '' && !put(tags, name, tidyValue(name, value))) open.push(name)
    if (name !== '') last = name
  }
  const version = tags.get('v')
  const isMeant = version === undefined ? isPolicy(tags.get('p')) : isVersion(version)
  if (!isMeant) open.push('v')
  return open.length > 0 ? { open } : { tags }
}

const HELD_TAG = new RegExp(`[ ,](?:${KNOWN.join('|')}) {0,3}=`, 'i')

/** A tag that may be another one, by its name or by what it holds, leaves open which is meant. */
function notMisspelt(tag: Tag): Tag {
  const { name, value } = tag
  if (name === 'v') return tag
  if (name === 't' && !/^(?:y|n|no|false|0|)$/i.test(value)) return { name: 'open', value: name }
  const isKnown = KNOWN.includes(name)
  const isNear = () =>
    name.length === 1 || KNOWN.some((known) => known.length > 1 && distance(name.toLowerCase(), known) < 2)
  const isOthers = () => /mailto:/i.test(value) || isPolicy(value.toLowerCase()) || HELD_TAG.test(value)
  const isSuspect = /dmarc1/i.test(value) || (!isKnown && ((name.length < 8 && isNear()) || isOthers()))
  return isSuspect ? { name: 'open', value: name } : tag
}

/** Two strings of one record that were joined without a semicolon: "p=none" "rua=…". */
function unglued(tag: Tag): Tag[] {
  if (!POLICY_TAGS.includes(tag.name)) return [tag]
  const glued = /^(none|quarantine|reject)((?:sp|np|adkim|aspf|fo|rua|ruf|pct|ri|rf|psd) {0,5}=.*)$/i.exec(
    tag.value,
  )
  const [, policy, rest] = glued ?? []
  if (policy === undefined || rest === undefined) return [tag]
  return [{ ...tag, value: policy }, ...(readLoosely(rest, KNOWN) ?? [])]
}

/** A part that is no tag: an address goes on with the list before it; what may be a tag is left open; the rest says nothing. */
function stray(text: string, last: string, before = ''): Tag {
  const [first = ''] = listedAddresses(text)
  if (LISTS.includes(last) && /^(?:mailto:|https?:\/\/)/i.test(first)) {
    // Half an address before it: the semicolon may stand in the middle of one.
    const isWhole = before === '' || /@|:\/\//.test(before.slice(before.lastIndexOf(',') + 1))
    return isWhole ? { name: last, value: text } : { name: 'open', value: last }
  }
  const list = /^(rua|ruf)[ :]{1,5}((?:mailto:)?[^ ]{1,300}@.{1,300})$/i.exec(text)
  if (list?.[1] && list[2]) return { name: list[1].toLowerCase(), value: list[2] }
  const word = /^[a-z]{1,12}/i.exec(text)?.[0].toLowerCase() ?? ''
  if (last === 'fo' && /^[01ds:]{1,9}$/i.test(text)) return { name: 'open', value: last }
  const isPiece = word.length > 1 && KNOWN.some((known) => known.startsWith(word))
  const mayBeTag = isPiece || KNOWN.includes(word) || /none|quarantine|reject|[@=]|:\/\//i.test(text)
  return mayBeTag ? { name: 'open', value: KNOWN.includes(word) ? word : '' } : { name: '', value: '' }
}

/** False: there is another value already. */
function put(tags: Map<string, string>, name: string, value: string): boolean {
  const before = tags.get(name)
  if (before === undefined || before === value) {
    tags.set(name, value)
    return true
  }
  if (!LISTS.includes(name)) return false
  tags.set(name, [...new Set([...before.split(','), ...value.split(',')])].filter(Boolean).join(','))
  return true
}

function tidyValue(name: string, value: string): string {
  if (LISTS.includes(name)) return [...new Set(listedAddresses(value))].join(',')
  if (POLICY_TAGS.includes(name)) return policyWord(value)
  if (name === 'v') return value
  if (!KNOWN.includes(name)) return value
  // No value of these tags begins or ends with a mark.
  const word = value.replace(/^[^a-z0-9]{1,9}|[^a-z0-9]{1,9}$/gi, '')
  const lower = word.toLowerCase()
  return SAME_AS[name]?.[lower] ?? (name in DEFAULTS || name === 'fo' ? lower : word)
}

function policyWord(value: string): string {
  const word = /[a-z](?:.*[a-z])?/s.exec(value.toLowerCase())?.[0] ?? ''
  if (isPolicy(word)) return word
  return nearestPolicy(word) === 'none' ? 'none' : value
}

/** There is one version only, however it is written. */
function isVersion(value: string): boolean {
  const letters = value.toLowerCase().replace(/[^a-z0-9]/g, '')
  return letters.length <= 10 && distance(letters, 'dmarc1') <= 2
}

/** The tags in which records of one name differ, what they leave out counted. */
function contradictions(records: readonly ReadonlyMap<string, string>[]): string[] {
  if (records.length < 2) return []
  const policies = records.map((tags) =>
    policyOf(
      readDmarcRecord(
        writtenTags(
          'DMARC1',
          [...tags].map(([name, value]) => ({ name, value })),
        ),
      ),
    ),
  )
  const byPolicy = (['p', 'sp', 'np'] as const).filter(
    (tag) => new Set(policies.map((policy) => policy[tag])).size > 1,
  )
  const names = new Set(records.flatMap((tags) => [...tags.keys()]))
  const byTag = [...names].filter((name) => {
    if (LISTS.includes(name) || name === 'v') return false
    const values = records.map((tags) => tags.get(name) ?? DEFAULTS[name])
    return new Set(values.filter((value) => value !== undefined)).size > 1
  })
  // What p= says, sp= and np= follow where they are left out.
  return [...new Set(byPolicy.includes('p') ? ['p', ...byTag] : [...byPolicy, ...byTag])]
}
