/** Words that a name follows, in lower case. */
const SALUTATIONS = [
  'dear|hi|hello|hey|good morning|good afternoon|good evening|greetings',
  'sehr geehrter?|liebe[rs]?|hallo|guten tag|cher|chère|cher\\(e\\)|estimad[oa]|querid[oa]|hola|buenos días',
  'prezad[oa]|car[oa]|olá|gentile|egregio|spettabile|ciao|buongiorno|geachte|beste|kære|kjære|bäste|hej|hei|hyvä|drog[ia]|szanown[yai]|cześć',
  'уважаем(?:ый|ая|ые)|дорог(?:ой|ая)|здравствуйте|sayın|merhaba|dragă|stimat[ăe]|kedves|tisztelt|vážen[ýá]|milý|αγαπητ(?:έ|ή)',
].join('|')
const TITLES =
  'mr|mrs|ms|miss|dr|prof|herr|frau|monsieur|madame|señor|señora|sr|sra|signor|signora|heer|mevrouw|pan|pani|господин|госпожа|bay|bayan'
const MISSING = String.raw`undefined|null|NULL|NaN|None|nil|\(null\)|\[object Object\]|#N\/A|N\/A|\{\d?\}|\{\{\d\}\}|%(?:\d\$)?s`

const OPENING = new RegExp(String.raw`^(?:${SALUTATIONS})(?:\s+(?:${TITLES})\.?)?(?=[\s,!:;.]|$)`, 'iu')
const VALUE = new RegExp(String.raw`^\s+(?:${MISSING})(?:\s+(?:${MISSING}))?\s{0,3}(?:[,!:;.]|$)`, 'u')
/** French puts a space before every other mark. */
const NOTHING = /^\s{1,10},(?:\s|$)/

const LINES = 15
const LONGEST = 300

export interface Greeting {
  /** The name in it: something stands there, a value that a program could not find, or nothing. */
  name: 'some' | 'not found' | 'nothing'
  line: string
}

/** Reads the greeting among the first lines of a text. Absent: nobody is greeted. */
export function readGreeting(text: string): Greeting | undefined {
  const lines = text
    .slice(0, 20_000)
    .split('\n')
    .map((line) => line.trim())
  for (const line of lines.filter((one) => one !== '').slice(0, LINES)) {
    const opening = OPENING.exec(line.slice(0, LONGEST))?.[0]
    if (opening === undefined) continue
    const rest = line.slice(opening.length, LONGEST).replace(/[\u00a0\u2007\u202f\u200b-\u200d]/g, ' ')
    const name = VALUE.test(rest) ? 'not found' : NOTHING.test(rest) ? 'nothing' : 'some'
    return { name, line: line.slice(0, 200) }
  }
  return undefined
}

export function isGreeting(line: string): boolean {
  return OPENING.test(line.trim().slice(0, LONGEST))
}

/** A name or subject in which a program put a value that it could not find. */
export function lacksValue(text: string): boolean {
  return /^(?:undefined|null|None|nil)(?: (?:undefined|null|None|nil)){0,2}$|^undefined,|\bundefined undefined\b|\bnull null\b|, undefined[!.?]?$|\[object Object\]|\bInvalid Date\b|[$€£] ?NaN\b|\bNaN ?[$€£%]/.test(
    text.slice(0, 2_000).trim(),
  )
}
