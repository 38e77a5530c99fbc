import { isAskedBy } from '../acts.ts'
import type { AddressView } from '../addresses.ts'
import type { Passage } from '../passage.ts'
import type { Window } from '../window.ts'
import type { Note } from './coefficients.ts'

type Linked = Pick<Window, 'carrier' | 'own' | 'head' | 'label'>

/** What of a link and of where it stands speaks for and against a secret in it. */
export function addLink(note: Note, { carrier, own, head, label }: Linked, view: AddressView): void {
  const { passage, index, anchor } = carrier
  note('link random', view.random)
  note('link named', view.named)
  note('link of sign-in', view.authPath)
  note('link opaque', view.opaque)
  note('link tracked', view.tracked)
  note('link without a key', !(view.random || view.named || view.opaque || view.tracked))
  note('link alone', anchor?.text === own.plain || /^https:\/\/link$/.test(own.plain))
  note('link led up to', isLedUpTo(passage, index, own.plain))
  note('link unlabelled', label.plain === '')
  // What opens an account, or does what the subject asks for, is no entry of the menu that it happens to stand beside.
  const isApart = view.opens || (passage.audience === 'one' && isAskedBy(head, label))
  note('link of a menu', !isApart && passage.menuAt(index) !== undefined)
  note('link in a row', (passage.lines[index]?.anchors.length ?? 0) > 2)
  note('links around', isApart ? 0 : linksAround(passage, index))
  note('anchor silent', label.plain !== '' && label.bits === 0)
  note('link between links', !isApart && isLinkAlone(passage, index - 1) && isLinkAlone(passage, index + 1))
}

/** An address that is all of its line, below one that leads on, or behind a word: "Yours is this:", "Open https://link". */
function isLedUpTo({ lines }: Passage, index: number, own: string): boolean {
  const before = /^[^\p{L}\d]{0,4}((?:\p{L}{2,14}[\s:]{1,3})?)<?https:\/\/link>?\.?$/u.exec(own)?.[1]
  if (before === undefined) return false
  return before !== '' || /[:\uff1a]$/.test(lines[index - 1]?.plain ?? '')
}

/** How many links stand in the lines beside one, up to six: in a menu or a list of articles every line has one. */
function linksAround({ lines }: Passage, index: number): number {
  let found = 0
  for (let at = index - 3; at <= index + 3; at += 1) found += lines[at]?.anchors.length ?? 0
  return Math.min(Math.max(0, found - 1), 6) / 6
}

/** The line is one anchor: an entry of a menu. */
function isLinkAlone({ lines }: Passage, index: number): boolean {
  const line = lines[index]
  return line?.anchors.length === 1 && line.anchors[0]?.text === line.plain
}
