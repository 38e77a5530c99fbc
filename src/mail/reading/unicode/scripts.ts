const SCRIPTS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul', 'Arabic', 'Hebrew'],
  ...['Armenian', 'Georgian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu'],
  ...[
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Thai',
    'Lao',
    'Tibetan',
    'Myanmar',
    'Ethiopic',
    'Khmer',
    'Mongolian',
  ],
  ...['Cherokee', 'Thaana', 'Coptic', 'Deseret', 'Lisu', 'Tifinagh', 'Canadian_Aboriginal', 'Runic', 'Ogham'],
] as const
export type Script = (typeof SCRIPTS)[number] | 'other'

const TESTS = SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const)
const COMMON = /[\p{Script=Common}\p{Script=Inherited}]/u

const MOST_LETTERS = 1_000

/** The scripts of the letters, in order of appearance; digits, marks and signs of all scripts left out. */
export function scriptsOf(text: string): Set<Script> {
  const scripts = new Set<Script>()
  for (const letter of new Set([...text.slice(0, MOST_LETTERS)])) {
    if (COMMON.test(letter)) continue
    scripts.add(TESTS.find(([, test]) => test.test(letter))?.[0] ?? 'other')
  }
  return scripts
}

/** What may stand together in one word (UTS #39 section 5.2, Highly Restrictive). */
const TOGETHER: readonly ReadonlySet<Script>[] = [
  new Set<Script>(['Latin', 'Han', 'Hiragana', 'Katakana']),
  new Set<Script>(['Latin', 'Han', 'Bopomofo']),
  new Set<Script>(['Latin', 'Han', 'Hangul']),
]

/** Scripts are mixed in a way that UTS #39 section 5.2 does not allow in one identifier. */
export function isMixed(text: string): boolean {
  const scripts = scriptsOf(text)
  return scripts.size > 1 && !TOGETHER.some((together) => scripts.isSubsetOf(together))
}
