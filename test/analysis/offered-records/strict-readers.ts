/** Readers of their own for what is offered: nothing of Mailgauge's, and nothing forgiven. */

export interface StrictDmarc {
  tags: Map<string, string>
  /** What applies to the domain, to names below it, and to names below it that do not exist; t=y counted. */
  applies: [string, string, string]
  rua: string[]
  ruf: string[]
}

const NEEDS_VALUE = 'p sp np adkim aspf fo rua ruf rf ri pct t psd id'.split(' ')
const POLICY = ['none', 'quarantine', 'reject']

/** RFC 9989 4.7 by its grammar, with single blanks. */
export function readDmarc(text: string): StrictDmarc {
  const tags = readTagList(text, 'DMARC1')
  const policy = (name: string, otherwise: string): string => {
    const value = (tags.get(name) ?? otherwise).toLowerCase()
    if (!POLICY.includes(value)) throw new Error(`${name}=${value} is no policy: ${text}`)
    return tags.get('t')?.toLowerCase() === 'y'
      ? (POLICY[Math.max(0, POLICY.indexOf(value) - 1)] ?? '')
      : value
  }
  if ([...tags.keys()][1] !== 'p') throw new Error(`p= does not follow v=: ${text}`)
  const raw = tags.get('p') ?? ''
  const below = tags.get('sp') ?? raw
  const list = (name: string) => (tags.get(name) ?? '').split(',').filter((one) => one !== '')
  return {
    tags,
    applies: [policy('p', raw), policy('sp', raw), policy('np', below)],
    rua: list('rua'),
    ruf: list('ruf'),
  }
}

/** A tag list (RFC 6376 3.2) of this version: each tag once, each with a value, lower-case names. */
export function readTagList(text: string, version: string): Map<string, string> {
  if (!/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text)) throw new Error(`characters: ${text}`)
  const tags = new Map<string, string>()
  for (const part of text.split('; ')) {
    const found = /^([a-zA-Z][a-zA-Z0-9_-]*)=([^;]*)$/.exec(part)
    if (!found?.[1] || (!found[2] && NEEDS_VALUE.includes(found[1])))
      throw new Error(`no tag: ${part} in ${text}`)
    if (tags.has(found[1])) throw new Error(`twice: ${part} in ${text}`)
    tags.set(found[1], found[2] ?? '')
  }
  if ([...tags][0]?.join('=') !== `v=${version}`) throw new Error(`version: ${text}`)
  return tags
}

export interface StrictPolicy {
  mode: string
  maxAge: number
  mx: string[]
  others: string[]
}

/** RFC 8461 3.2. */
export function readPolicy(lines: readonly string[]): StrictPolicy {
  const of = (key: string) =>
    lines.flatMap((line) => (line.startsWith(`${key}: `) ? [line.slice(key.length + 2)] : []))
  const [mode = ''] = of('mode')
  const [age = ''] = of('max_age')
  if (of('version').join() !== 'STSv1' || of('mode').length !== 1 || of('max_age').length !== 1)
    throw new Error(lines.join('|'))
  if (!['enforce', 'testing', 'none'].includes(mode)) throw new Error(`mode ${mode}`)
  if (!/^\d+$/.test(age) || Number(age) > 31_557_600) throw new Error(`max_age ${age}`)
  for (const pattern of of('mx'))
    if (!/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(pattern)) throw new Error(`mx ${pattern}`)
  return {
    mode,
    maxAge: Number(age),
    mx: of('mx'),
    others: lines.filter((line) => !/^(?:version|mode|mx|max_age): /.test(line)),
  }
}

/** RFC 8461 4.1: a wildcard stands for the leftmost label alone. */
export function covers(patterns: readonly string[], host: string): boolean {
  const labels = host.split('.')
  return patterns.some((pattern) => pattern === host || pattern === ['*', ...labels.slice(1)].join('.'))
}
