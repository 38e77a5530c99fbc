import { bitsOf } from '../data/auth-words/concepts.ts'
import { distance, has, near, type Segment } from './segments.ts'

/** What a sentence asks the reader to do: each opens or takes over an account. */
export const ACTS = [
  'password',
  'temporary',
  'unlock',
  'confirm',
  'pay',
  'join',
  'subscribe',
  'sign',
] as const
export type Act = (typeof ACTS)[number]

/** The acts a sentence speaks of, over and done ones left out. */
export function actsOf(segment: Segment): Act[] {
  if (has(segment, 'notyou')) return []
  const acts: Act[] = []
  const over = has(segment, 'done')
  if (near(segment, 'reset', 'pass', 50) && !over) acts.push('password')
  if (near(segment, 'temp', 'pass', 25)) acts.push('temporary')
  if (over) return acts
  if (near(segment, 'unlock', 'acct', 40) || near(segment, 'unlock', 'sign', 40)) acts.push('unlock')
  if (confirms(segment)) acts.push('confirm')
  if (near(segment, 'conf', 'pay', 40)) acts.push('pay')
  if (near(segment, 'invite', 'acct', 80)) acts.push('join')
  if (near(segment, 'conf', 'list', 60) || near(segment, 'confn', 'list', 40)) acts.push('subscribe')
  if (near(segment, 'sign', 'link', 25) || near(segment, 'sign', 'click', 50)) acts.push('sign')
  return acts
}

/** What was done is looked through, not confirmed. */
const LOOKED_THROUGH =
  /activit|aktivit|activid|atividad|attivit|activitat|aktywno|\u0430\u043a\u0442\u0438\u0432\u043d\u043e\u0441\u0442|\u03b4\u03c1\u03b1\u03c3\u03c4\u03b7\u03c1|hareket|tegevus|toiminta|\u6d3b\u52a8|\u6d3b\u52d5|\u30a2\u30af\u30c6\u30a3\u30d3\u30c6\u30a3|\ud65c\ub3d9|\u0646\u0634\u0627\u0637|\u0434\u0435\u0439\u0441\u0442\u0432\u0438/

function confirms(segment: Segment): boolean {
  if (LOOKED_THROUGH.test(segment.folded)) return false
  const what = Math.min(
    distance(segment, 'conf', 'mail'),
    distance(segment, 'conf', 'acct'),
    distance(segment, 'conf', 'link'),
    distance(segment, 'conf', 'sign'),
    distance(segment, 'confn', 'link'),
    distance(segment, 'confn', 'mail'),
  )
  return what <= 50 && distance(segment, 'conf', 'goods') > what && distance(segment, 'conf', 'legal') > what
}

/** A short line, such as a button's or a subject: the bare word is enough. */
export function namesAct(segment: Segment): Act[] {
  const acts = actsOf(segment)
  if (acts.length > 0 || has(segment, 'done') || has(segment, 'notyou')) return acts
  if (has(segment, 'goods') || has(segment, 'legal')) return acts
  if (segment.plain.replace(/https?:\S{1,2000}/gi, '').length > 60) return acts
  if (has(segment, 'sign')) return ['sign']
  if (has(segment, 'conf') && !LOOKED_THROUGH.test(segment.folded)) return ['confirm']
  if (has(segment, 'list')) return ['subscribe']
  if (has(segment, 'invite')) return ['join']
  return has(segment, 'unlock') ? ['unlock'] : []
}

/** The acts of a sentence of the body: what leads up to a link may be as short as a button. */
export function actsBefore(segment: Segment): Act[] {
  return /:\s*$|https?:/i.test(segment.plain) ? namesAct(segment) : actsOf(segment)
}

const OF_ASKED = bitsOf(['sign', 'pass', 'conf', 'confn', 'unlock'])

/** The subject asks for what a label does, and nothing was done yet: the mail is sent for that link, wherever it stands. */
export function isAskedBy(subject: Segment, label: Segment): boolean {
  if ((subject.bits & OF_ASKED) === 0 || (label.bits & OF_ASKED) === 0) return false
  if (has(subject, 'done') || has(subject, 'press') || has(subject, 'notyou')) return false
  const [asked, named] = [actsOf(subject), namesAct(subject)]
  return namesAct(label).some((act) => {
    if (act === 'subscribe' || act === 'join') return false
    if (act === 'sign') return announcesLink(subject)
    // "Confirmed", "activated": the bare word is that of notices, too.
    return (act === 'confirm' ? asked : named).includes(act)
  })
}

const WITHOUT =
  /(?<!\p{L})(?:without|ohne|sans|sin|sem|senza|sense|zonder|utan|uden|uten|bez|без|ilman|ilma|fără|χωρίς|nélkül)(?!\p{L})|passwordless|passwortlos/iu

/** "Your sign-in link", "Sign in without a password" */
function announcesLink(subject: Segment): boolean {
  return (
    has(subject, 'sign') && (has(subject, 'link') || (has(subject, 'pass') && WITHOUT.test(subject.plain)))
  )
}
