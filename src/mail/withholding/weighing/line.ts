import type { Signal, Signals } from './coefficients.ts'

/** What shows that the sender hands over this very value: it is named, told what to do with, or stands in its own line. */
const VALUE_NAMED: readonly Signal[] = [
  'code strong',
  'token alone',
  'token labelled',
  'token in subject and body',
  'subject token and code',
  'credential',
  'password told',
  'password named',
  'text password',
  'text temporary',
  'lead temporary',
  'made-up word and password',
]

/** What is said of any number, and shows so only where a code is named. */
const VALUE_USED: readonly Signal[] = ['token to use', 'token of digits']
const CODE_NAMED: readonly Signal[] = ['code medium', 'code weak', 'beside code strong', 'beside code medium']

/** What shows that this very link is the one the mail was sent for. */
const LINK_NAMED: readonly Signal[] = ['link of sign-in', 'link asked for once', 'link expires']
/** A link that is asked for, and not among others. */
const LINK_APART: readonly Signal[] = [
  'link alone',
  'link named',
  'anchor confirm',
  'anchor password',
  'anchor unlock',
  'anchor temporary',
  'anchor subscribe',
]

const SUBJECT_SPEAKS: readonly Signal[] = [
  'subject code strong',
  'subject code medium',
  'subject code weak',
  'subject token and code',
  'subject password',
  'subject temporary',
  'subject unlock',
  'subject confirm',
  'subject pay',
  'subject join',
  'subject subscribe',
  'subject sign',
]

/** What a subject asks for by a link of the reader's own, and what such a link holds. */
const SUBJECT_ASKS: readonly Signal[] = [
  'subject password',
  'subject unlock',
  'subject sign',
  'subject confirm',
]
const KEYED: readonly Signal[] = ['link random', 'link named', 'link opaque', 'link of sign-in']

/** In a body of so few sentences the likeliest window is hardly there by chance. */
const SHORT = 12
/** Where nothing near asks for the link or says what the value is, so few are. */
const SHORT_UNSAID = 9
/** In fewer the link is what the notice was sent for: it undoes what was done. */
const LEAST_BESIDE = 5
/** Steeper than chance alone asks for: what stands in footers and legal text has much in common. */
const STEEP = { silent: 8, spoken: 2 }
const MOST = { silent: 4, spoken: 2 }

/**
 * How many points a window must have more than, in a body of so many sentences. The likeliest of many windows scores
 * high by chance, and the points are logarithms of odds: so without direct support the line rises with the logarithm
 * of the sentences, less where the subject speaks of codes, passwords or accounts. What nothing near speaks of the subject
 * alone does not tell of: every link and number of a footer stands below the same subject.
 */
export function lineOf(signals: Signals, sentences: number): number {
  const unsaid = isUnsaid(signals)
  if (sentences > LEAST_BESIDE && isBesideNotice(signals)) return MOST.silent
  const short = unsaid ? SHORT_UNSAID : SHORT
  if (sentences <= short || isNamed(signals)) return 0
  const subject = !unsaid && some(signals, SUBJECT_SPEAKS) ? 'spoken' : 'silent'
  return Math.min(MOST[subject], STEEP[subject] * Math.log(sentences / short))
}

/** A link that nothing asks for below a subject that says what was done: of a survey, a badge, a page of help. */
function isBesideNotice(signals: Signals): boolean {
  return (
    Boolean(signals['by link'] && signals['link unasked'] && signals['subject over']) && !isNamed(signals)
  )
}

function isUnsaid(signals: Signals): boolean {
  if (!signals['by link']) return Boolean(signals['token unspoken'])
  return Boolean(signals['link unasked']) && !isOfSubject(signals)
}

/** Alone in its line, and a sentence beside it speaks of what the subject asks for: "Cliquez ici pour le choisir :". */
function isOfSubject(signals: Signals): boolean {
  if (signals['subject over']) return false
  if (!signals['link alone']) return false
  return (['password', 'unlock', 'confirm', 'sign'] as const).some(
    (act) => signals[`subject ${act}`] && signals[`beside ${act}`],
  )
}

/** The carrier itself is named as a secret, whatever its neighbours speak of. */
function isNamed(signals: Signals): boolean {
  if (signals['by link']) return isLinkNamed(signals)
  if (some(signals, VALUE_NAMED) || isSubjectsCode(signals)) return true
  if (signals['made-up word and account'] && signals.secret) return true
  if (signals['by token'] && signals['subject pay'] && signals['text pay']) return true
  return some(signals, VALUE_USED) && some(signals, CODE_NAMED)
}

function isLinkNamed(signals: Signals): boolean {
  if (some(signals, LINK_NAMED) || (signals['link alone'] && signals['link named'])) return true
  if (isOfAskingSubject(signals) || isUnrequested(signals)) return true
  return Boolean(signals['link asked for']) && some(signals, LINK_APART)
}

/** A key alone in its line, beside a sentence for those who did not request it, who may ignore it. */
function isUnrequested(signals: Signals): boolean {
  const isKey = signals['link alone'] && signals['link random']
  return Boolean(isKey && signals['not requested'] && signals.ignorable)
}

/** A line leads up to it, it holds what may be a key, and the subject asks for what links do. */
function isOfAskingSubject(signals: Signals): boolean {
  if (!signals['link led up to'] || signals['subject over']) return false
  return some(signals, SUBJECT_ASKS) && some(signals, KEYED)
}

/** The mail is about a code that opens an account, and nothing was done with it yet. */
function isSubjectsCode(signals: Signals): boolean {
  const isNew = !signals['subject over'] && !signals['token unspoken']
  return isNew && some(signals, ['subject code strong', 'subject code medium'])
}

function some(signals: Signals, names: readonly Signal[]): boolean {
  return names.some((name) => signals[name])
}
