import { BOUNCE_ADVICE } from '../../data/bounces/sets.ts'

const RESULT =
  /\b(spf|dkim|dmarc)(?: ?\[[^\]]{0,253}\])?(?: with ip: ?\[[^\]]{0,60}\])? ?[=:] ?(pass(?:ed)?|(?:hard|soft)?fail(?:ed)?|none|neutral|(?:temp|perm)error|did not pass|missing|invalid)\b/gi
const MAX_LOOKED = 4_000

/** Advice of what passes already. */
const OF: Readonly<Record<string, (sentence: string) => boolean>> = {
  SPF: (sentence) => BOUNCE_ADVICE['spf']?.includes(sentence) === true,
  DKIM: (sentence) => BOUNCE_ADVICE['dkim']?.includes(sentence) === true,
  DMARC: (sentence) =>
    BOUNCE_ADVICE['align']?.includes(sentence) === true || /^Publish a DMARC record/.test(sentence),
}

/** What an answer says of SPF, DKIM and DMARC where some pass and others do not. Undefined: it does not, or all are alike. */
export function resultsIn(
  text: string,
): { says: string; isNeeded: (sentence: string) => boolean } | undefined {
  const results = new Map<string, string>()
  for (const [, name = '', result = ''] of text.slice(0, MAX_LOOKED).replace(/\s+/g, ' ').matchAll(RESULT))
    results.set(name.toUpperCase(), result.toLowerCase())
  const passed = [...results].filter(([, result]) => result.startsWith('pass')).map(([name]) => name)
  const others = [...results].filter(([name]) => !passed.includes(name))
  if (passed.length === 0 || others.length === 0) return undefined
  const failed = others
    .map(([name, result]) =>
      result === 'did not pass' ? `${name} did not pass` : `${name} did not pass (${result})`,
    )
    .join(' and ')
  return {
    says: `By the answer ${failed}, while ${passed.join(' and ')} passed${results.has('DMARC') && !passed.includes('DMARC') ? ', but not for the domain in From: DMARC asks for that' : ': only what did not pass has to be repaired'}.`,
    isNeeded: (sentence) => !passed.some((name) => OF[name]?.(sentence)),
  }
}
