import { type DmarcPolicy, isPolicy, nearestPolicy, POLICIES } from './policy-words.ts'

/** What can be wrong or odd in a published record. */
export type DmarcProblemCode =
  | 'dmarc-several-records'
  | 'dmarc-not-a-record'
  | 'dmarc-unreadable'
  | 'dmarc-quotes'
  | 'dmarc-characters'
  | 'dmarc-empty-tag'
  | 'dmarc-not-a-tag'
  | 'dmarc-duplicate-tag'
  | 'dmarc-tag-case'
  | 'dmarc-unknown-tag'
  | 'dmarc-historic-tag'
  | 'dmarc-bad-value'
  | 'dmarc-no-policy'
  | 'dmarc-policy-not-second'
  | 'dmarc-weaker-sp'
  | 'dmarc-weaker-np'
  | 'dmarc-no-reports'
  | 'dmarc-uri'
  | 'dmarc-uri-size'
  | 'dmarc-many-uris'

/** A fault or an oddity of a published record, in words for its publisher. */
export interface DmarcProblem {
  /** Stable. */
  code: DmarcProblemCode
  says: string
  /** Character of the record, counted from 1. */
  at?: number
  /** What to write instead. */
  fix?: string
  /** The policy tag that holds none. */
  tag?: 'p' | 'sp' | 'np'
  /** The name below `_dmarc` where it stands, if it is not that of the record that applies. */
  name?: string
}

export interface DmarcRecord {
  text: string
  /** Values by tag name, names as written except `v`; values of keyword tags in lower case. */
  tags: Record<string, string>
  problems: DmarcProblem[]
  /** A tag-list that must be discarded as a whole (RFC 6376 3.2: a tag twice). */
  unreadable: boolean
}

interface Tag {
  name: string
  value: string
  at: number
}

/** RFC 9989 4.7; `v` is matched exactly, with blanks allowed around the equals sign. */
const VERSION = /^[vV][ \t]{0,20}=[ \t]{0,20}DMARC1[ \t]{0,20}(?:;|$)/
const LONGEST_RECORD = 16_384
const MOST_PROBLEMS = 20

/** Keyword tags with what they may hold (RFC 9989 4.7). */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  p: POLICIES,
  sp: POLICIES,
  np: POLICIES,
  adkim: ['r', 's'],
  aspf: ['r', 's'],
  t: ['y', 'n'],
  psd: ['y', 'n', 'u'],
}
const OTHER_TAGS = ['v', 'fo', 'rua', 'ruf']
/** Removed by RFC 9989, still read by older receivers. */
const HISTORIC: Readonly<Record<string, string>> = {
  pct: 'pct is no longer read (RFC 9989)',
  rf: 'rf is no longer read (RFC 9989)',
  ri: 'ri is no longer read (RFC 9989)',
}

/** Is this TXT record a DMARC record at all? */
export function isDmarcRecord(text: string): boolean {
  return VERSION.test(text.trim())
}

/** Reads and lints a DMARC record (RFC 9989 4.7, RFC 6376 3.2). */
export function readDmarcRecord(published: string): DmarcRecord {
  const text = published.slice(0, LONGEST_RECORD)
  const problems: DmarcProblem[] = [...characterProblems(text)]
  const list = readTags(text, problems)
  const tags: Record<string, string> = Object.create(null)
  let unreadable = false
  for (const [index, { name, value, at }] of list.entries()) {
    const key = index === 0 ? name.toLowerCase() : name
    if (tags[key] !== undefined) {
      unreadable = true
      problems.push({
        code: 'dmarc-duplicate-tag',
        says: `The tag ${shown(key)} is there twice, which makes the record unreadable.`,
        at,
      })
    }
    tags[key] = KEYWORDS[key] || key === 'fo' ? value.toLowerCase() : value
  }
  problems.push(...list.slice(1).flatMap(tagProblems), ...policyProblems(list, tags))
  return { text, tags, unreadable, problems: problems.slice(0, MOST_PROBLEMS) }
}

function readTags(text: string, problems: DmarcProblem[]): Tag[] {
  const list: Tag[] = []
  const segments = text.split(';')
  let start = 0
  for (const [index, segment] of segments.entries()) {
    const at = start + 1 + segment.length - segment.trimStart().length
    start += segment.length + 1
    const equals = segment.indexOf('=')
    if (segment.trim() === '') {
      if (index < segments.length - 1)
        problems.push({ code: 'dmarc-empty-tag', says: 'There is nothing between two semicolons.', at })
    } else if (equals <= 0) {
      problems.push({
        code: 'dmarc-not-a-tag',
        says: 'A part of the record is not of the form tag=value.',
        at,
      })
    } else {
      list.push({ name: segment.slice(0, equals).trim(), value: segment.slice(equals + 1).trim(), at })
    }
  }
  return list
}

function characterProblems(text: string): DmarcProblem[] {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22 || code === 0x5c) {
      return [
        {
          code: 'dmarc-quotes',
          says: 'The record holds quotes or backslashes, which are part of the zone file and not of the record.',
          at: at + 1,
        },
      ]
    }
    if (code < 0x20 || code > 0x7e) {
      return [
        {
          code: 'dmarc-characters',
          says: 'The record holds a character that is not printable ASCII.',
          at: at + 1,
        },
      ]
    }
  }
  return []
}

function tagProblems({ name, value, at }: Tag): DmarcProblem[] {
  const key = name.toLowerCase()
  const known = KEYWORDS[key] !== undefined || OTHER_TAGS.includes(key) || HISTORIC[key] !== undefined
  if (!known) {
    const says = `${shown(name)} is no DMARC tag and is ignored${guessed(value)}.`
    return [{ code: 'dmarc-unknown-tag', says, at }]
  }
  if (key !== name) {
    return [
      {
        code: 'dmarc-tag-case',
        says: `Tag names are written in lower case: ${key}, or a receiver may not see the tag.`,
        at,
        fix: `${key}=${value}`,
      },
    ]
  }
  const historic = HISTORIC[key]
  if (historic) return [{ code: 'dmarc-historic-tag', says: `${historic}.`, at }]
  const allowed = KEYWORDS[key]
  if (key === 'p' || key === 'sp' || key === 'np') {
    return isPolicy(value.toLowerCase()) ? [] : [badPolicy(key, value, at)]
  }
  if (allowed && !allowed.includes(value.toLowerCase())) {
    return [{ code: 'dmarc-bad-value', says: `${key}= must be ${allowed.join(', ')}.`, at }]
  }
  if (key === 'fo' && !value.split(':').every((option) => /^[01ds]$/i.test(option.trim()))) {
    return [{ code: 'dmarc-bad-value', says: 'fo= must be 0, 1, d or s, separated by colons.', at }]
  }
  return []
}

/** What an unknown tag holds tells which is meant. */
function guessed(value: string): string {
  if (/mailto:/i.test(value)) return '; rua is probably meant'
  return isPolicy(value.toLowerCase()) ? '; p, sp or np is probably meant' : ''
}

function badPolicy(tag: 'p' | 'sp' | 'np', value: string, at: number): DmarcProblem {
  const word = /^[A-Za-z0-9._-]{1,30}$/.test(value) ? `${tag}=${value}` : `What ${tag}= holds`
  const meant = nearestPolicy(value)
  const guess = meant ? `; ${meant} is probably meant` : ''
  return {
    code: 'dmarc-bad-value',
    says: `${word} is no policy: it must be none, quarantine or reject${guess}.`,
    at,
    tag,
  }
}

const STRENGTH: Readonly<Record<DmarcPolicy, number>> = { none: 0, quarantine: 1, reject: 2 }

function policyProblems(list: Tag[], tags: Record<string, string>): DmarcProblem[] {
  const problems: DmarcProblem[] = []
  const { p } = tags
  if (p === undefined) {
    problems.push({ code: 'dmarc-no-policy', says: 'The record names no policy (p=).', fix: 'p=none' })
  } else if (list[1]?.name !== 'p') {
    const at = list.find((tag) => tag.name === 'p')?.at
    problems.push({
      code: 'dmarc-policy-not-second',
      says: 'p= should follow v=DMARC1 directly: receivers that go by RFC 7489 demand it.',
      ...(at !== undefined && { at }),
    })
  }
  for (const tag of ['sp', 'np'] as const) {
    const below = tags[tag]
    if (isPolicy(p) && isPolicy(below) && STRENGTH[below] < STRENGTH[p]) {
      problems.push({
        code: `dmarc-weaker-${tag}`,
        says: `${tag}=${below} is weaker than p=${p}: names below the domain are easier to forge than the domain itself.`,
      })
    }
  }
  return problems
}

function shown(name: string): string {
  return /^[A-Za-z][A-Za-z0-9_-]{0,30}$/.test(name) ? name : 'something that is no tag name'
}
