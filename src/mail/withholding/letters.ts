import { normalForm } from '../reading/unicode/normal-form.ts'

/** Digits of other scripts by the code point of their zero. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0x1810,
]

/** Compatible forms made one, what shows nothing taken out, digits of all scripts written 0 to 9. Keeps case and line ends. */
export function plainOf(text: string): string {
  // Private characters, which mark anchors in a body, stay as they are.
  if (/^[\n\x20-\x7e\ue000-\uf8ff]*$/.test(text)) return text
  return normalForm(text, 'NFKC')
    .replace(/\p{Cf}|\u034f|\u115f|\u1160|[\ufe00-\ufe0f]/gu, '')
    .replace(/[\u2800\u3164\uffa0\p{Zs}\t]+/gu, ' ')
    .replace(/[\u2010-\u2015\u2212\u30fb]/g, '-')
    .replace(/\p{Nd}/gu, asciiDigit)
}

function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((start) => point >= start && point < start + 10)
  return zero === undefined ? digit : String(point - zero)
}

/** Accents of Latin, Greek and Cyrillic, points of Hebrew, vowel signs and hamza of Arabic. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g
const ONE_FOR_ANOTHER: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ۀ: 'ه',
  ە: 'ه',
} // prettier-ignore
const ONES = /[łøđıßæœðþħςىیکةۀە]/g

/** One spelling for what readers take for the same; words are parted by single spaces where there was a hyphen or an apostrophe. */
export function foldedOf(plain: string): string {
  const lower = plain.toLowerCase()
  const bare = /^[\n\x20-\x7e]*$/.test(lower)
    ? lower
    : unmasked(normalForm(normalForm(lower, 'NFKD').replace(MARKS, ''), 'NFC')).replace(
        ONES,
        (letter) => ONE_FOR_ANOTHER[letter] ?? letter,
      )
  const parted = bare
    .replace(/n['\u2019\u02bc`\u00b4]t(?![a-z])/g, 'nt')
    .replace(/['\u2018\u2019\u02bc`\u00b4\-_/*|]/g, ' ')
    .replace(/\s+/g, ' ')
  const spelled = parted.includes('0')
    ? parted.replace(/(?<![a-z])[a-z]+0[a-z]+/g, (word) => word.replaceAll('0', 'o'))
    : parted
  if (!SPACED_OUT.test(spelled)) return spelled
  return spelled.replace(/(?<![a-z0-9])[a-z](?: [a-z]){4,30}(?![a-z0-9])/g, (spaced) =>
    spaced.replaceAll(' ', ''),
  )
}

/** What five letters with blanks between them hold: a cheap look for what hardly a text has. */
const SPACED_OUT = / [a-z] [a-z] [a-z] /

/** Letters of other alphabets that look like a Latin one. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  н: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  ӏ: 'l',
  г: 'r',
  п: 'n',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  γ: 'y',
  ᴀ: 'a',
  ʙ: 'b',
  ᴄ: 'c',
  ᴅ: 'd',
  ᴇ: 'e',
  ꜰ: 'f',
  ɢ: 'g',
  ʜ: 'h',
  ɪ: 'i',
  ᴊ: 'j',
  ᴋ: 'k',
  ʟ: 'l',
  ᴍ: 'm',
  ɴ: 'n',
  ᴏ: 'o',
  ᴘ: 'p',
  ʀ: 'r',
  ꜱ: 's',
  ᴛ: 't',
  ᴜ: 'u',
  ᴠ: 'v',
  ᴡ: 'w',
  ʏ: 'y',
  ᴢ: 'z',
  ɑ: 'a',
  ɡ: 'g',
  ɩ: 'i',
} // prettier-ignore
const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}ᴀ-ᴢʙɢʜɪʟɴʀʏꜰꜱɑɡɩ]/u
const LATIN = /[a-z]/g

/** Latin letters for what was put in their place: in words of two alphabets, and everywhere in a text that is Latin otherwise. */
function unmasked(text: string): string {
  if (!FOREIGN.test(text)) return text
  const words = text.replace(/\S+/g, (word) => (word.includes('://') ? '' : word))
  const latin = words.match(LATIN)?.length ?? 0
  const foreign = words.match(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu)?.length ?? 0
  const latinText = latin > foreign * 4
  return text.replace(/[\p{L}\p{M}]+/gu, (word) => {
    if (!FOREIGN.test(word)) return word
    if (!/[a-z]/.test(word) && !(latinText && isMask(word))) return word
    return Array.from(word, (letter) => LOOKALIKES[letter] ?? letter).join('')
  })
}

function isMask(word: string): boolean {
  return word.length > 1 && Array.from(word).every((letter) => LOOKALIKES[letter] !== undefined)
}
