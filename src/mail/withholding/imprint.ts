import { BIT, bitsOf } from '../data/auth-words/concepts.ts'
import {
  CARD_ENDS,
  CARD_ENDS_GLUED,
  EXTENSION_WORDS,
  EXTENSION_WORDS_GLUED,
  OTHER_CODES,
  OTHER_CODES_GLUED,
  PHONE_WORDS,
  PHONE_WORDS_GLUED,
  PLACE_WORDS,
  PLACE_WORDS_GLUED,
  REFERENCE_WORDS,
  REFERENCE_WORDS_GLUED,
  REGISTER_WORDS,
  REGISTER_WORDS_GLUED,
  STREET_WORDS,
  STREET_WORDS_GLUED,
} from '../data/imprint-words.ts'
import { Finder, leadWords, startsOf } from './text/lead-words.ts'

/** A sentence that speaks of any of these may hold a code. */
const SPOKEN = bitsOf(['code', 'digits', 'pass', 'sign', 'conf', 'use', 'temp'])
/** A sentence of none of these may speak of signing in and name the ticket of whoever could not. */
const OF_NUMBERS = bitsOf(['code', 'digits', 'pass', 'temp', 'use', 'conf'])
/** Beside these a number is that of nobody's register unless its word says so. */
const OF_KEYS = bitsOf(['code', 'pass', 'temp'])
const MOST_LEAD = 40
/** `KvK nr.`, `Reg. no.`, `Box`: the words a number waits for. */
const SHORTENED = /(?:(?<!\p{L})\p{L}{1,24}[. /-]{1,2}){0,2}\p{L}{1,8}\.$/u
/** What a number follows in an imprint, where a sentence seemed to end. */
const ABBREVIATED =
  /(?:(?:[nN][ro]s?|[nN]úm|tel|reg|kt|č|čj|sz|α[ρφ]|τηλ|тел|рег)|(?<!\p{L})(?:n|T[lL]f|Tel|Reg|Nº|bl|מס|ת\.ד|ח\.פ|ע\.מ))['.\u00ba]{1,2}$/u
/** Of goods, any number is spoken of as one. */
const OF_CODES = SPOKEN & ~BIT.digits

const COUNT =
  '(?:(?:no|nr|nb|num|núm|number|nummer|numer|numéro|número|numero|numarası|număr|číslo|szám|broj|број|številka|nomor|số|n[º°o]|n\\.o|номер|№|id|αριθμός|αρ|رقم|شماره|מספר|מס|番号|第|编号|编|번호|제|หมายเลข|เลขที่|संख्या|क्रमांक)[^\\p{L}\\d]{0,4})?'
const COUNT_BEFORE = new RegExp(`(?:^|[^\\p{L}\\d])${COUNT.slice(0, -1)}$`, 'iu')
const MOST_COUNT = 24

/** The number behind such words is called a number, and no code: `Nr 1185957677`. */
export function isCounted(before: string): boolean {
  return COUNT_BEFORE.test(before.slice(-MOST_COUNT))
}

/** What may stand between a word and its number: marks alone, or other words too. */
const CLOSE = `[^\\p{L}\\d]{0,6}${COUNT}`
const LOOSE = '[^\\d]{0,36}'
const DIALLED = '\\+?\\(?\\d[\\d ()/.+-]{2,22}'
/** `call us at`, `llámanos al`, `composez le` */
const AT =
  '(?:(?:at|on|us at|us on|al|le|au|au numéro|auf|unter|op|op nummer|på|no|para o|na|pod|la|το|στο|по|по номеру|за)[^\\p{L}\\d]{1,3})?'
const OR =
  '(?:or|oder|ou|o|of|eller|tai|lub|nebo|alebo|vagy|sau|ili|ali|veya|ya da|или|або|ή|または|或|或者|또는|או|أو|یا|atau|hoặc|หรือ|या)'
const REACHED = `${DIALLED}(?:,?\\s?${OR}\\s${AT}${DIALLED})?`
const COUNTED = '(?:[\\p{Lu}\\d]{1,6}[ -]?){0,2}\\d[\\d./-]{2,20}(?![\\p{Script=Latin}\\d])'
/** `667127 numaralı`: the word stands behind. */
const COUNTED_BEFORE =
  /(?<![\p{L}\d])\d{4,10}(?='?(?:\s?numaralı|\s?numarası|\s?sayılı|\s?nolu|\s?no'lu|\s?számú|\s?号|\s?號|\s?番|\s?번))/giu

const PHONED = leadWords(PHONE_WORDS, PHONE_WORDS_GLUED)
const PHONES = {
  close: new Finder(PHONED, `[^\\p{L}\\d]{0,6}${AT}${COUNT}(${REACHED})`),
  loose: new Finder(PHONED, `${LOOSE}(${REACHED})`),
}
const REGISTER = leadWords(REGISTER_WORDS, REGISTER_WORDS_GLUED)
const REGISTERED = {
  close: new Finder(REGISTER, `${CLOSE}(${COUNTED}|\\p{L}?\\d{4,12}[\\p{L}\\d]{3,16}(?![\\p{L}\\d]))`, 'all'),
  loose: new Finder(REGISTER, `${LOOSE}(${COUNTED})`, 'all'),
}
/** `codice destinatario SDI: X0X0X0X`: what calls itself a code and opens nothing. */
const OTHERS = new Finder(
  leadWords(OTHER_CODES, OTHER_CODES_GLUED),
  `${CLOSE}(${COUNTED}|(?=[A-Z]{0,10}\\d)[A-Z\\d]{3,14}(?![\\p{L}\\d]))`,
)
const REFERRED = new Finder(leadWords(REFERENCE_WORDS, REFERENCE_WORDS_GLUED), `${CLOSE}(${COUNTED})`)
/** `ending in 4471` */
const ENDING = new Finder(leadWords(CARD_ENDS, CARD_ENDS_GLUED), '[^\\p{L}\\d]{0,4}(\\d{2,6})(?!\\d)')
/** `ext. 4471` */
const EXTENDED = new Finder(
  leadWords(EXTENSION_WORDS, EXTENSION_WORDS_GLUED),
  '[^\\p{L}\\d]{0,4}(\\d{2,5})(?![\\d-])',
)
/** Words that end in one for a number: in scripts without spaces it belongs to them. */
const NUMBERED = new RegExp(
  `(?:${[REGISTER_WORDS_GLUED, REFERENCE_WORDS_GLUED].flatMap((words) => words.split('|').filter((word) => /[号番编編號]|번호/.test(word))).join('|')})[^\\p{L}\\d]{0,6}(${COUNTED})`,
  'giu',
)
const HOLDS_NUMBER = /n[u\u00fa]m|n[\u00ba\u00b0]|(?<!\p{L})n\. /iu
/** `teamnummer 4418`, `número de paciente: 118842`: what is called the number of something is no code, unless it is that of a key. */
const NUMBER_OF =
  /(?<!\p{L})(\p{L}{3,24}(?:nummern?|numre?|nummeret|numret))[:.]?\s{1,2}((?:\p{Lu}{1,3}[ -]?)?\d[\d./-]{2,15})(?![\p{L}\d])/giu
const NUMBER_OF_WHAT =
  /(?<!\p{L})(?:n[u\u00fa]mero|num\u00e9ro|num[a\u0103]rul|n[.\u00ba\u00b0]{1,2}) (?:de la |de l['\u2019]|de |di |du |des |d['\u2019]|del |dell['\u2019]|della |da |do )(\p{L}{4,24})[:.]? {1,2}((?:\p{Lu}{1,3}[ -]?)?\d[\d./-]{2,15})(?![\p{L}\d])/giu
const OF_ACCESS =
  /acc?[e\u00e8\u00e9]s|s[e\u00e9]?[gc]ur|sicur|clave|chiave|senha|palavra|parola|contras|jeton|ficha/i
/** `numéro d'autorisation`: what a bank calls a payment that was made. */
const OF_RECEIPTS = /^autori[sz]/i
const OF_KEY =
  /cod|kod|pin|tan|geheim|hemlig|hemmelig|kenn|ident|schl[üu]ss|losung|zugang|zugriff|freigabe|toegang|adgang|tilgang|[åa]tkomst|best[äa]tig|bekr|bevest|verif|sicher|s[äa]ker|sikker|veilig|kontrol|pr[üu]f|aktiv|activ|inlog|login|anmeld|aanmeld|einmal|engang|eenmalig|legitim|auth|auto?ris|pass|wacht|l[öo]sen|transa[kc]|chif|siffer|cijfer|zif/i

/** `Postbus 8212`, `CEP 01310-367`, `sous le numéro 7040868` */
const PLACED = new Finder(leadWords(PLACE_WORDS, PLACE_WORDS_GLUED), `${CLOSE}(${COUNTED})`)
const STREETS = leadWords(STREET_WORDS, STREET_WORDS_GLUED)
const STREET = new RegExp(STREETS.source, 'iuy')
const STREET_GLUED = new RegExp(STREETS.glued, 'iu')
/** A postal code between a comma and the place, or alone before it; behind a state; in the forms of single countries. */
const POSTAL = [
  /(?<=(?:^|[(,]\s?|\|\s?|\u00b7\s?)(?:[A-Z]{1,3}[- ])?)\d{2,6}(?:[ -]\d{2,4})?(?:\s?[A-Z]{2})?(?=\s{1,2}\p{Lu}\p{L})/gu,
  /(?<=,\s{0,2})\d{4,6}(?=,\s?[\p{Lu}\p{Lo}])/gu,
  /(?<=\d{1,4}[a-z]?,\s\p{Lu}\p{Ll}{2,20}(?:\s\p{Lu}\p{Ll}{2,20})?\s)\d{4,6}(?=\s?[.,|\u00b7]|$)/gu,
  /(?<=,\s{1,2}[A-Z]{2}\s{1,2})\d{5}(?:-\d{4})?(?![\w-])/g,
  /(?<![\w-])(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d|\d{4} ?[A-Z]{2} (?=\p{Lu}\p{Ll}))(?![\w-])/gu,
]
/** `Paseo Alegre 62, 28042 Madrid`: behind the number of a house. */
const HOUSED =
  /(?<=\p{L}\.? (?:[nN][.\u00ba\u00b0]{1,2} ?)?\d{1,4} ?[A-Za-z]?,? (?:[A-Z]{1,2}-)?)\d{4,6}(?:[ -]\d{2,4})?(?= \p{Lu}\p{L})/gu
/** `ISO 9001`, `EN 16931` */
const STANDARD =
  /(?<![\p{L}\d])(?:ISO|IEC|EN|DIN|UNE|NEN|BS|PCI|SOC|ГОСТ)(?:[ /-](?:ISO|IEC|EN))? ?\d{3,5}(?:[-:]\d{1,4}){0,2}(?![\p{L}\d])/gu
/** `EIN 12-3456789`; German sentences end in `ein`. */
const EMPLOYER = /(?<![\p{L}\d])EIN[:.#]?\s{0,2}\d\d-?\d{7}(?!\d)/gu
const OF_STREET = /(?<![\w-])(?:[A-Z]{1,2}-)?\d{2,6}(?:[ -]\d{2,4})?(?![\w-])/g
/** `981 55 01 77`, `800-555-0177`: codes come in groups of one length, or are shorter. */
const GROUPS = /(?<![\p{L}\d])\d{1,5}(?:[ .-]\d{2,5}){2,5}(?![\p{L}\d])/gu
/** `77120 to 77199`; of digits beside a dash alone one code may be made. */
const RANGE =
  /(?<![\p{L}\d])\d{3,9}(?: (?:to|till|until|through|bis|tot|t\/m|til|till|do|al?|à|au|até|hasta|fino a|до|по) )\d{3,9}(?![\p{L}\d])/giu
const DASHED = /(?<![\p{L}\d])\d{3,9} - \d{3,9}(?![\p{L}\d])/gu
/** `•••• 4471`, `XXXX-XXXX-4471` */
const MASKED = /(?:[*\u2022\u25cf\u2217\u00b7\u2026]{2,16}|[xX]{4,16})[ -]?\d{2,6}(?!\d)/gu
const ENDING_BEFORE =
  /(?<![\p{L}\d])\d{4}(?=(?:-?(?:es|as|ös)?\s?(?:végű|végződésű|ile biten|という末尾|로 끝나는))|\s?(?:पर समाप्त|में समाप्त))/giu
/** `INV-2026-06758`, `UM.4418.2026`, `4418/2026` */
const OF_YEAR =
  /(?<![\p{L}\d-])[A-Z]{1,6}[-/.](?:(?:19|20)\d\d[-/.]\d{2,9}|\d{2,9}[-/.](?:19|20)\d\d)(?![\p{L}\d-])|(?<![\p{L}\d/-])(?:\d{2,9}\/(?:19|20)\d\d|(?:19|20)\d\d\/\d{3,9})(?![\p{L}\d/-])/gu
const NUMBER = /\d(?:[ ()/.-]{0,2}\d){3}|[A-Z]\d[A-Z\d]? \d[A-Z]|[A-Z]\d[A-Z]\d/

const blank = (found: string) => ' '.repeat(found.length)

/** A line holds a number that is long enough to be a code: of any other nothing goes. */
export function mayBeImprint(plain: string): boolean {
  return NUMBER.test(plain)
}

/**
 * A sentence without the numbers by which a sender is reached or registered, and those that customers, contracts and places
 * have. `bits` is what the sentence speaks of: where that is codes or signing in, only what cannot be one goes. `lead` is the
 * line before it.
 */
export function withoutImprint(plain: string, bits: number, lead = ''): string {
  if (!mayBeImprint(plain)) return plain
  const said = (bits & OF_KEYS) === BIT.temp ? bits & ~BIT.temp : bits
  const isSpoken = (said & ((bits & BIT.goods) === 0 ? SPOKEN : OF_CODES)) !== 0
  const label = labelOf(lead, plain)
  const whole = `${label}${plain}`
  const sure = withoutOthers(whole)
  const spoken = (rest: string) => ((said & OF_NUMBERS) === 0 ? REFERRED.without(rest) : rest)
  const bare = isSpoken ? spoken(withoutSender(sure, bits)) : withoutAny(sure)
  return bare.slice(label.length)
}

/** The end of the line before that the number belongs to: a label, or `KvK nr.`, where a sentence seemed to end. */
function labelOf(lead: string, plain: string): string {
  const isNumber = !/\p{L}/u.test(plain)
  if (lead.length <= MOST_LEAD && (isNumber || /[:\uff1a]$/.test(lead))) return `${lead} `
  const shortened = /^[^\p{L}]{0,3}\d/u.test(plain) && SHORTENED.exec(lead.slice(-MOST_LEAD))
  return shortened ? `${shortened[0]} ` : ''
}

/** Of a sentence that speaks of access, identity or use, what its sender is reached by and registered under. */
function withoutSender(text: string, bits: number): string {
  const holdsCode = (bits & OF_KEYS) !== 0
  const bare = withoutPhones(text, holdsCode)
  if (holdsCode) return bare
  const placed = PLACED.without(bare).replace(HOUSED, blank).replace(COUNTED_BEFORE, blank)
  return placed === text ? text : withoutAny(placed)
}

/** A line by which its sender is reached, or that tells where it is registered; `lead` is the line before it. */
export function namesSender(plain: string, lead = ''): boolean {
  if (ABBREVIATED.test(lead.slice(-MOST_LEAD)) && /^[^\p{L}]{0,3}(?:\p{L}[ -]?)?\d/u.test(plain)) return true
  if (!mayBeImprint(plain)) return false
  return PLACED.without(withoutPhones(plain, true)).replace(HOUSED, blank) !== plain
}

const last = (found: string, number: string) => found.slice(0, -number.length) + blank(number)

/** What no code looks like, whatever the sentence speaks of. */
function withoutOthers(text: string): string {
  const bare = text
    .replace(RANGE, (found) => (isRange(found) ? blank(found) : found))
    .replace(MASKED, blank)
    .replace(STANDARD, blank)
    .replace(EMPLOYER, blank)
    .replace(ENDING_BEFORE, blank)
  return OTHERS.without(EXTENDED.without(ENDING.without(withoutCounted(bare))))
}

function withoutCounted(text: string): string {
  if (!HOLDS_NUMBER.test(text)) return text
  const counted = text.replace(NUMBER_OF, (found, word: string, number: string) =>
    OF_KEY.test(word) ? found : last(found, number),
  )
  return counted.replace(NUMBER_OF_WHAT, (found, word: string, number: string) => {
    const isKept = (OF_KEY.test(word) && !OF_RECEIPTS.test(word)) || OF_ACCESS.test(word)
    return isKept ? found : last(found, number)
  })
}

/** The word for a telephone and a number that is written like one's, and numbers whose word says whose they are. */
function withoutPhones(text: string, holdsCode: boolean): string {
  const least = holdsCode ? 9 : 7
  const isLikelyPhone = (number: string) => /^[+(0]/.test(number) || number.replace(/\D/g, '').length >= least
  return REGISTERED.close.without(PHONES.close.without(text, isLikelyPhone)).replace(NUMBERED, last)
}

function withoutAny(text: string): string {
  const bare = [PLACED, PHONES.loose, REGISTERED.loose, REFERRED].reduce(
    (rest, kind) => kind.without(rest),
    text
      .replace(OF_YEAR, blank)
      .replace(COUNTED_BEFORE, blank)
      .replace(DASHED, (found) => (isRange(found) ? blank(found) : found))
      .replace(GROUPS, (found) => (isPhone(found) ? blank(found) : found)),
  )
  const placed = POSTAL.reduce((rest, kind) => rest.replace(kind, blank), bare)
  return namesStreet(placed) ? placed.replace(OF_STREET, blank) : placed
}

function namesStreet(text: string): boolean {
  for (const start of startsOf(STREETS, text)) {
    STREET.lastIndex = start
    if (STREET.test(text)) return true
  }
  return STREET_GLUED.test(text)
}

function isPhone(groups: string): boolean {
  const parts = groups.split(/\D/)
  return parts.join('').length >= 9 && parts.some(({ length }) => length !== parts[0]?.length)
}

/** From less to more. */
function isRange(found: string): boolean {
  const [first = 0, second = 0] = found.split(/\D+/).map(Number)
  return second > first
}
