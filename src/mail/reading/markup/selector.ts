import type { Element } from 'domhandler'

/** One compound of type, class and id selectors. */
interface Compound {
  tag: string
  id: string
  classes: readonly string[]
}

/** A selector of compounds that stand inside one another; other combinators, attributes and pseudo-classes are not among them. */
export interface PlainSelector {
  /** Innermost first. */
  compounds: readonly Compound[]
  /** For each compound but the first: it must be the very parent of the one before. */
  direct: readonly boolean[]
  specificity: number
  /** What to look the innermost compound up by: `#id`, `.class`, `tag` or `*`. */
  key: string
}

const LONGEST = 300
const MOST_COMPOUNDS = 8
const COMPOUND = /^(\*|[a-z][\w-]*)?((?:[.#][\w\u0080-\uffff-]+)*)$/i

/** The parts of a selector list. */
export function splitSelectors(list: string): string[] {
  return list
    .split(',')
    .slice(0, 100)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Absent: a selector of another make. */
export function readSelector(text: string): PlainSelector | undefined {
  if (text.length > LONGEST) return undefined
  const pieces = text
    .replaceAll('>', ' > ')
    .split(/\s+/)
    .filter((piece) => piece !== '')
  const compounds: Compound[] = []
  const direct: boolean[] = []
  for (const piece of pieces.toReversed()) {
    if (piece === '>') {
      if (compounds.length === 0 || direct[compounds.length]) return undefined
      direct[compounds.length] = true
      continue
    }
    const compound = readCompound(piece)
    if (!compound || compounds.length >= MOST_COMPOUNDS) return undefined
    direct[compounds.length] ??= false
    compounds.push(compound)
  }
  const innermost = compounds[0]
  if (!innermost || direct.length > compounds.length) return undefined
  return { compounds, direct, specificity: specificityOf(compounds), key: keyOf(innermost) }
}

function readCompound(text: string): Compound | undefined {
  const match = COMPOUND.exec(text)
  if (!match) return undefined
  const marks = match[2]?.match(/[.#][^.#]+/g) ?? []
  const ids = marks.filter((mark) => mark.startsWith('#'))
  if (ids.length > 1) return undefined
  return {
    tag: match[1] === '*' ? '' : (match[1]?.toLowerCase() ?? ''),
    id: ids[0]?.slice(1) ?? '',
    classes: marks.filter((mark) => mark.startsWith('.')).map((mark) => mark.slice(1)),
  }
}

function keyOf({ id, classes, tag }: Compound): string {
  if (id) return `#${id}`
  return classes[0] ? `.${classes[0]}` : tag || '*'
}

/** Selectors Level 4, section 17, as one number. */
function specificityOf(compounds: readonly Compound[]): number {
  let specificity = 0
  for (const { tag, id, classes } of compounds)
    specificity += (id ? 10_000 : 0) + Math.min(classes.length, 9) * 100 + (tag ? 1 : 0)
  return Math.min(specificity, 90_000)
}

const known = new WeakMap<Element, readonly string[]>()

/** The classes of an element that are looked at. */
export function classesOf(element: Element): readonly string[] {
  const value = element.attribs['class']
  if (!value) return NO_CLASSES
  const before = known.get(element)
  if (before) return before
  const classes = [...new Set(value.slice(0, 1_000).trim().split(/\s+/))].slice(0, 20)
  known.set(element, classes)
  return classes
}

const NO_CLASSES: readonly string[] = []

/** How far up the elements around are looked at. */
const FARTHEST = 48

/** Whether the selector selects the element; takes the comparisons it makes from the work that is left. */
export function selects(
  { compounds, direct }: PlainSelector,
  element: Element,
  work: { left: number },
): boolean {
  work.left -= 1
  const [innermost, ...outer] = compounds
  if (!innermost || !fits(innermost, element)) return false
  let at: Element | undefined = element
  let steps = FARTHEST
  for (const [i, compound] of outer.entries()) {
    at = parentOf(at)
    while (at && !direct[i + 1] && !fits(compound, at) && steps > 0) {
      steps -= 1
      work.left -= 1
      at = parentOf(at)
    }
    if (!at || !fits(compound, at)) return false
  }
  return true
}

function parentOf(element: Element): Element | undefined {
  const parent = element.parent
  return parent && 'attribs' in parent ? parent : undefined
}

function fits({ tag, id, classes }: Compound, element: Element): boolean {
  if (tag && tag !== element.name) return false
  if (id && id !== element.attribs['id']) return false
  if (classes.length === 0) return true
  const own = classesOf(element)
  return classes.every((name) => own.includes(name))
}

/** The classes and ids by which the innermost part of any selector can be told, also of those that are not plain. */
export function marksOf(selector: string): string[] {
  const innermost = selector
    .slice(-LONGEST)
    .split(/[\s>+~]+/)
    .at(-1)
  return [
    ...(innermost?.match(/[.#][\w-]+/g) ?? []),
    ...[...(innermost?.matchAll(/\[class[~*^$|]?=["']?([\w-]+)["']?\]/g) ?? [])].map(
      (match) => `.${match[1]}`,
    ),
  ].slice(0, 10)
}
