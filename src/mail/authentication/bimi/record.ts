/** A BIMI Assertion Record (draft-brand-indicators-for-message-identification 4.3). */
export interface BimiRecord {
  /** Address of the logo; '' where none is named. */
  logo: string
  /** Address of the evidence document; '' where none is named. */
  evidence: string
  /** lps=true: the local part of From may choose another record. */
  byLocalPart: boolean
  /** What makes it invalid, in words. */
  faults: string[]
}

/** Version and case are to be matched exactly. */
const VERSION = /^v[ \t]{0,20}=[ \t]{0,20}BIMI1[ \t]{0,20}(?:;|$)/
const LONGEST_RECORD = 4_096

export function isBimiRecord(text: string): boolean {
  return VERSION.test(text)
}

/** Looks meant for BIMI and is not it. */
export function isNearMiss(text: string): boolean {
  return !isBimiRecord(text) && /^\W{0,4}(?:v\s{0,5}=?\s{0,5}["']?)?bimi/i.test(text)
}

export function readBimiRecord(published: string): BimiRecord {
  const faults: string[] = []
  const tags = new Map<string, string>()
  for (const part of published.slice(0, LONGEST_RECORD).split(';')) {
    const equals = part.indexOf('=')
    const name = part.slice(0, Math.max(0, equals)).trim()
    if (part.trim() === '') continue
    if (!/^[A-Za-z][A-Za-z0-9_]{0,62}$/.test(name))
      noteFault(faults, 'a part of it is not of the form tag=value')
    else if (tags.has(name)) noteFault(faults, `the tag ${name} is there twice`)
    else tags.set(name, part.slice(equals + 1).trim())
  }
  if (!tags.has('l')) noteFault(faults, 'it has no l= tag')
  const logo = tags.get('l') ?? ''
  const evidence = tags.get('a') ?? ''
  if (logo !== '' && !isAddress(logo)) noteFault(faults, 'l= is no https address')
  // "self" stood in early drafts.
  if (evidence !== '' && !isAddress(evidence)) noteFault(faults, 'a= is no https address')
  return { logo, evidence, byLocalPart: tags.get('lps') === 'true', faults }
}

/** The hosts of the files that a record names. */
export function hostsOf(text: string): string[] {
  const { logo, evidence } = readBimiRecord(text)
  return [logo, evidence].flatMap((url) => URL.parse(url)?.hostname || [])
}

/** One https address with a host name; a comma must be encoded. */
function isAddress(text: string): boolean {
  const url = /^https:\/\//i.test(text) && !text.includes(',') ? URL.parse(text) : null
  return url?.hostname.includes('.') ?? false
}

function noteFault(faults: string[], fault: string): void {
  if (!faults.includes(fault) && faults.length < 5) faults.push(fault)
}

/** The selector that a local part stands for (4.5); undefined: it stands for none. */
export function localPartSelector(localPart: string): string | undefined {
  const [base = ''] = localPart.slice(0, 320).split('+')
  const normal = base
    .replace(/[_.-]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
  return /^[a-z0-9-]{1,63}$/.test(normal) ? normal : undefined
}
