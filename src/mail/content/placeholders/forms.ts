import { BRACKET_FIELDS, FIELD_WORDS, PERSON_WORDS } from '../../data/field-names.ts'

/** How a template field is written. */
export interface Form {
  /** How it is told: `{{…}}`. */
  label: string
  /** Global; the first group is what stands inside. */
  pattern: RegExp
  /** Nobody writes this by accident: it counts whatever stands inside. The others count with the name of a field inside. */
  unmistakable: boolean
  /** Not looked for in addresses, or in them alone. */
  only?: 'text' | 'address'
  /** Others have it for other uses (hashtags): the name of a person's data is asked for. */
  ofPerson?: true
}

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_.:-]{0,60}`
const WORDS = String.raw`[\p{L}_][\p{L}\p{N}_.:' -]{0,60}`

export const FORMS: readonly Form[] = [
  {
    label: '{{…}}',
    pattern: /\{\{\{?[#/^>&!~*-]?\s{0,5}([\p{L}_$@.][^{}\n\\;]{0,120}?)\s{0,5}\}?\}\}/gu,
    unmistakable: true,
  },
  {
    label: '{%…%}',
    pattern:
      /\{%-?\s{0,5}((?:if|elsif|elif|else|endif|for|endfor|unless|endunless|case|when|assign|set|include|block|endblock|capture|trans)\b[^{}\n]{0,200}?)%\}/gu,
    unmistakable: true,
  },
  { label: '<%…%>', pattern: /<%[=@#!-]?\s{0,5}([\p{L}_][^<>%\n]{0,200}?)\s{0,5}-?%>/gu, unmistakable: true },
  { label: '*|…|*', pattern: /\*\|([A-Za-z][\w:. -]{0,60})\|\*/g, unmistakable: true },
  { label: '%%…%%', pattern: /%%=?(?:v\(@?)?([A-Za-z_][\w .:-]{0,60})\)?=?%%/g, unmistakable: true },
  { label: '%recipient.…%', pattern: /%(recipient[._][\w.]{1,40})%/g, unmistakable: true },
  { label: '[[data:…]]', pattern: /\[\[((?:data|var|contact|user):[\w:."-]{1,60})\]\]/g, unmistakable: true },
  { label: `\${…}`, pattern: new RegExp(String.raw`\$\{(${NAME})\}`, 'gu'), unmistakable: true },
  { label: '[[…]]', pattern: new RegExp(String.raw`\[\[(${WORDS})\]\]`, 'gu'), unmistakable: false },
  {
    label: '<<…>>',
    pattern: new RegExp(`<<(${WORDS})>>`, 'gu'),
    unmistakable: false,
    only: 'text',
  },
  {
    label: '«…»',
    pattern: /«([A-Za-z]{1,20}(?:_|(?<=[a-z])(?=[A-Z]))[A-Za-z_]{1,30})»/g,
    unmistakable: false,
    only: 'text',
  },
  {
    label: '{…}',
    pattern: new RegExp(String.raw`(?<![\w$\\{#%^@}])\{[$!]?(${WORDS})\}(?!\})`, 'gu'),
    unmistakable: false,
  },
  { label: '%…%', pattern: /(?<![%\w])%([A-Za-z]{2,}[\w.-]{0,40})%(?!%)/g, unmistakable: false },
  { label: '#…#', pattern: /#{1,3}([A-Z][A-Za-z_. ]{2,40})#{1,3}/g, unmistakable: false, ofPerson: true },
  { label: '__…__', pattern: /(?<![_\w])__([A-Z][A-Z_]{2,40})__(?![_\w])/g, unmistakable: false },
  { label: '%(…)s', pattern: /%\(([A-Za-z_]\w{1,40})\)s/g, unmistakable: false },
  { label: '!*…*!', pattern: /!\*([A-Za-z]\w{1,40})\*!/g, unmistakable: false },
  { label: '[…]', pattern: /(?<=^|=)\[([A-Za-z][\w -]{1,40})\]/g, unmistakable: false, only: 'address' },
  { label: '@@…@@', pattern: /@@([A-Za-z][\w.]{1,40})@@/g, unmistakable: false },
]

/** `[Name]`; apart, for brackets have many honest uses. */
export const BRACKETS = /\[([\p{L}][\p{L}'’ -]{1,40})\]/gu

export function isBracketField(inside: string): boolean {
  return BRACKET_FIELDS.has(inside.trim().toLowerCase().replace(/\s+/g, '-'))
}

/** How much the name inside says: a person's data, another field, nothing known. */
export type NameKind = 'person' | 'field' | 'unknown'

const LETTER_CASE = /(?<=\p{Ll})(?=\p{Lu})|[^\p{L}]+/u
const MOST_WORDS = 6

/** Reads the name of a field: `user.first_name | default: "friend"`, `FirstName`, `FNAME`. */
export function judgeName(inside: string): NameKind {
  const name = inside.split('|')[0] ?? ''
  const words = name
    .slice(0, 120)
    .split(LETTER_CASE)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
  if (words.length === 0 || words.length > MOST_WORDS) return 'unknown'
  if (!words.every((word) => PERSON_WORDS.has(word) || FIELD_WORDS.has(word))) return 'unknown'
  return words.some((word) => PERSON_WORDS.has(word)) ? 'person' : 'field'
}
