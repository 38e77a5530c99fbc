import { bitsOf, OF_ACCOUNTS } from '../../data/auth-words/concepts.ts'
import { type Act, isAskedBy, namesAct } from '../acts.ts'
import { plainOf } from '../letters.ts'
import type { Passage } from '../passage.ts'
import { labelOf } from '../text/labels.ts'
import type { Menu } from '../text/menus.ts'

const LEADS_ON = /[:\uff1a]$/

/** What a label asks for. */
export function actsOfLabel(label: string, passage: Passage, index: number): Act[] {
  return namesAct(passage.spoken(plainOf(label), index))
}

/** The sentence that ends right before an address without a label. */
export function leadOf({ lines }: Passage, index: number): string {
  const before = lines[index - 1]?.plain ?? ''
  return LEADS_ON.test(before) ? before.slice(-200) : ''
}

/** What a label of a menu may ask for and still be one: to sign in somewhere, or to hear more. */
export const OF_MENUS: readonly Act[] = ['sign', 'subscribe', 'join']

/** In a line of so many links, one that changes a password is an entry like the others; of fewer beside one to sign in. */
const MANY = 4
const MANY_WITH_DOOR = 3
/** What stands beside a link to sign in, and is open to anybody. */
const BESIDE_DOOR: readonly Act[] = ['password', 'confirm']

/** What leads up to a link that is asked for. */
const ASKING = bitsOf([...OF_ACCOUNTS, 'invite', 'link', 'click', 'expire'])

/** An entry of a menu, whose label asks for nothing that opens an account; a first one is none where a sentence leads up to it. */
export function isOfMenu(
  menu: Menu,
  passage: Passage,
  index: number,
  label: string,
  isFirst: boolean,
): boolean {
  const acts = actsOfLabel(label, passage, index)
  const links = passage.lines[index]?.anchors.length ?? 0
  const hasDoor = links >= MANY_WITH_DOOR && isBesideDoor(passage, index, label, acts)
  if (!hasDoor && isOfSubject(passage, index, label, acts)) return false
  const isAmongMany = links >= MANY || hasDoor
  if (isFirst && menu.first === index && (!isAmongMany || leadOf(passage, index) !== '')) {
    const leads = acts.length > 0 ? [menu.first - 1, menu.first - 2] : [menu.start - 1]
    if (leads.some((at) => asks(passage, at))) return false
  }
  const isOpen = (act: Act) => (hasDoor ? BESIDE_DOOR.includes(act) : act === 'password')
  return acts.every((act) => OF_MENUS.includes(act) || (isAmongMany && !isFirst && isOpen(act)))
}

/** The mail is one's own and sent for what the label does. */
function isOfSubject(passage: Passage, index: number, label: string, acts: readonly Act[]): boolean {
  if (acts.length === 0 || passage.audience !== 'one') return false
  return isAskedBy(passage.subject, passage.spoken(plainOf(label), index))
}

const MOST_OF_ROW = 12

/** `Sign in | My account | Forgot password?`: of those two the one stands beside the other in menus alone. */
function isBesideDoor(passage: Passage, index: number, label: string, acts: readonly Act[]): boolean {
  if (acts.length === 0) return false
  const anchors = passage.lines[index]?.anchors.slice(0, MOST_OF_ROW) ?? []
  const others = anchors
    .map((anchor) => labelOf(anchor, passage.lines, index))
    .filter((other) => other !== label)
    .flatMap((other) => actsOfLabel(other, passage, index))
  return acts.includes('sign') ? others.some((other) => BESIDE_DOOR.includes(other)) : others.includes('sign')
}

/** The sentence leads up to a link; the imprint above a menu does not, nor one that has a link of its own. */
function asks(passage: Passage, at: number): boolean {
  const isOfAnother = (passage.lines[at]?.anchors.length ?? 0) > 0
  return ((passage.at(at)?.bits ?? 0) & ASKING) !== 0 && !isOfAnother && !passage.namesSender(at)
}
