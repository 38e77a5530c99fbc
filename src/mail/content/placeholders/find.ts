import { BRACKETS, FORMS, isBracketField, judgeName, type NameKind } from './forms.ts'

/** A template field that was not filled in. */
export interface Placeholder {
  /** `{{…}}` */
  form: string
  /** As written: the message's own words. */
  text: string
  /** What stands inside is the name of a field. */
  known: boolean
}

/** How sure one must be. */
export interface Strictness {
  /** Written by or among people, who may write about templates: a name of a person's data is asked for. */
  people: boolean
  brackets: boolean
}

const MOST = 50

/** Template fields in a line of text. */
export function findInLine(line: string, { people, brackets }: Strictness): Placeholder[] {
  if (!MARKS.test(line)) return []
  // A line with more marks of code around the field is about code; among strangers a known name speaks against that.
  const found = matchesIn(line, people, 'text').filter(
    ({ text, known }) => (known && !people) || !looksLikeCode(line.replace(text, 'x')),
  )
  if (!brackets) return found
  const fields = [...line.matchAll(BRACKETS)].filter((match) => isBracketField(match[1] ?? ''))
  return [...found, ...fields.slice(0, MOST).map((match) => ({ form: '[…]', text: match[0], known: true }))]
}

function matchesIn(text: string, people: boolean, where: 'text' | 'address'): Placeholder[] {
  const found: Placeholder[] = []
  for (const { label, pattern, unmistakable, only, ofPerson } of FORMS) {
    if (only !== undefined && only !== where) continue
    for (const match of text.matchAll(pattern)) {
      const kind = judgeName(match[1] ?? '')
      if (counts(kind, unmistakable, people || ofPerson === true))
        add(found, label, match[0], kind !== 'unknown')
      if (found.length >= MOST) return found
    }
  }
  return found
}

function counts(kind: NameKind, unmistakable: boolean, people: boolean): boolean {
  return people ? kind === 'person' : unmistakable || kind !== 'unknown'
}

const MARKS = /[{[%*#_$<«@]/

function add(found: Placeholder[], form: string, text: string, known: boolean): void {
  // What is inside another one was found with it.
  if (!found.some((one) => one.text.includes(text))) found.push({ form, text: text.slice(0, 200), known })
}

const CODE =
  /[;{}\\]\s{0,10}$|^\s{0,40}(?:[$#>|+]|\/[/*]|<[?!a-z/])|=>|::|[=!<>]=|\w\([^)]{0,100}\)\s{0,5}[;{.]|\b(?:function|const|let|return|import|def|echo|printf|sudo|export)\b.{0,100}[(;=]|["'][\w-]{1,40}["']\s{0,3}[:,\]}]|\w\s{0,2}=\s{0,2}["'\w$]|<\/?[a-z]{1,10}[ >]/

/** Whether a line is program text. */
export function looksLikeCode(line: string): boolean {
  return CODE.test(line.slice(0, 1_000))
}

const ESCAPED: Readonly<Record<string, string>> = {
  '7b': '{',
  '7d': '}',
  '5b': '[',
  '5d': ']',
  '7c': '|',
  '24': '$',
  '25': '%',
  '2a': '*',
  '3c': '<',
  '3d': '=',
  '3e': '>',
  '20': ' ',
  '23': '#',
}

/** Template fields in an address, also percent-encoded. */
export function findInAddress(url: string, people: boolean): Placeholder[] {
  const decoded = url
    .slice(0, 2_048)
    .replace(/%([0-9a-f]{2})/gi, (all, hex: string) => ESCAPED[hex.toLowerCase()] ?? all)
  return MARKS.test(decoded) ? matchesIn(decoded, people, 'address') : []
}

/** A value that a program could not find, in place of a piece of an address. */
export function missingInAddress(url: string): boolean {
  return /^https?:\/\/(?:undefined|null|nan)(?:[/?:]|$)|[/=](?:undefined|\[object%20Object\]|\[object Object\])(?:[/&?#]|$)/i.test(
    url.slice(0, 2_048),
  )
}
