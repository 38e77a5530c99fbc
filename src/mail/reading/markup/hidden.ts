import type { Document, Element } from 'domhandler'
import { unitClass } from '../words/unit-class.ts'
import { type Cascade, readCascade } from './cascade.ts'
import { BLACK, type Colour, contrastOf, over, readColour, WHITE } from './colour.ts'
import { isBlock, isUnseen } from './visible.ts'
import { walk } from './walk.ts'

/** How a text is kept from the reader's eyes. */
export type HidingWay = 'display' | 'opacity' | 'no room' | 'off-screen' | 'tiny letters' | 'colour on colour'

export interface HiddenText {
  /** Characters that are seen, spaces left out. */
  shown: number
  /** Characters that are there and not seen. */
  hidden: number
  ways: Map<HidingWay, number>
  /** Places where it stands between two letters of a word that is seen. */
  insideWords: number
  /** The beginning of what is hidden: the message's own words. */
  words: string
  limits: string[]
}

/** Below this contrast nobody can tell text from its ground. */
const LEAST_CONTRAST = 1.2
const LEAST_SIZE = 1.01
const MOST_WORDS = 2_000

/** How the text of an element looks, as far as that can be told without a layout. */
export interface Frame {
  element: Element
  /** What is declared for this very element. */
  values: ReadonlyMap<string, string>
  /** Nothing inside is seen. */
  gone?: HidingWay
  invisible: boolean
  /** In pixels. */
  size: number
  colour: Colour | undefined
  /** Absent: a picture, or what cannot be told. */
  ground: Colour | undefined
}

export type Look = Omit<Frame, 'element'>

/** What a message without any style looks like. */
export const OUTERMOST: Look = { values: new Map(), invisible: false, size: 16, colour: BLACK, ground: WHITE }

/** Measures the text that style attributes, style sheets and old attributes hide from the reader. */
export function measureHidden(root: Document): HiddenText {
  const cascade = readCascade(root)
  const { limits } = cascade
  const result: HiddenText = { shown: 0, hidden: 0, ways: new Map(), insideWords: 0, words: '', limits }
  const frames: Frame[] = []
  const words = watchWords(result)
  walk(root, {
    enter(element) {
      if (isBlock(element.name)) words.end()
      if (isUnseen(element.name)) return false
      frames.push(frameOf(element, cascade, frames.at(-1) ?? OUTERMOST))
      return true
    },
    leave(element) {
      if (frames.at(-1)?.element === element) frames.pop()
      if (isBlock(element.name)) words.end()
    },
    text(data) {
      const count = countSeen(data)
      const way = count > 0 ? hidingWay(frames.at(-1) ?? OUTERMOST) : undefined
      if (count > 0) note(result, data, count, way)
      words.take(data, way !== undefined)
    },
  })
  return result
}

/** Sees hidden letters within a word: readers see one word, filters another. */
function watchWords(result: HiddenText) {
  let isOpen = false
  let isSplit = false
  return {
    end() {
      isOpen = false
      isSplit = false
    },
    take(data: string, isHidden: boolean) {
      if (isHidden) {
        isSplit ||= isOpen && /^\p{L}+$/u.test(data.slice(0, 100))
        return
      }
      if (isSplit && /^\p{L}/u.test(data)) result.insideWords += 1
      isSplit = false
      isOpen = /\p{L}$/u.test(data.slice(-4))
    },
  }
}

function note(result: HiddenText, data: string, count: number, way: HidingWay | undefined): void {
  if (!way) {
    result.shown += count
    return
  }
  result.hidden += count
  result.ways.set(way, (result.ways.get(way) ?? 0) + count)
  if (result.words.length < MOST_WORDS) result.words += `${data.slice(0, MOST_WORDS).trim()} `
}

/** What takes no room to the eye: spaces, format characters, the fillers of preheaders. */
const isUnseenCharacter = unitClass(/[\p{Cf}\p{Cc}\p{Z}\p{Mn}\u115f\u1160\u2800\u3164\uffa0]/u)

function countSeen(data: string): number {
  let seen = 0
  for (let at = 0; at < data.length; at += 1) if (!isUnseenCharacter(data, at)) seen += 1
  return seen
}

/** How text that looks so is kept from the reader's eyes. Absent: it is seen. */
export function hidingWay({ gone, invisible, size, colour, ground }: Look): HidingWay | undefined {
  if (gone) return gone
  if (invisible) return 'display'
  if (size < LEAST_SIZE) return 'tiny letters'
  if (!colour || !ground) return undefined
  return standsOut(colour, ground) ? undefined : 'colour on colour'
}

/** By the ground and the colour on it: both are the same objects all over a message. */
const contrasts = new WeakMap<Colour, WeakMap<Colour, boolean>>()

function standsOut(colour: Colour, ground: Colour): boolean {
  let onGround = contrasts.get(ground)
  if (!onGround) {
    onGround = new WeakMap()
    contrasts.set(ground, onGround)
  }
  const known = onGround.get(colour)
  if (known !== undefined) return known
  const isSeen = contrastOf(over(colour, ground), ground) >= LEAST_CONTRAST
  onGround.set(colour, isSeen)
  return isSeen
}

const frames = new WeakMap<Element, Frame>()

/** How an element looks in what is around it, which is the same whoever asks. */
export function frameOf(element: Element, cascade: Cascade, around: Look): Frame {
  const known = frames.get(element)
  if (known) return known
  const frame = readFrame(element, cascade, around)
  frames.set(element, frame)
  return frame
}

function readFrame(element: Element, cascade: Cascade, around: Look): Frame {
  const values = cascade.valuesOf(element)
  const gone = around.gone ?? goneBy(element, values, cascade)
  const visibility = values.get('visibility')
  return {
    element,
    values,
    ...(gone && { gone }),
    invisible:
      visibility === undefined || visibility === 'inherit'
        ? around.invisible
        : visibility !== 'visible' && visibility !== 'initial' && !cascade.mayChange(element, 'visibility'),
    size: sizeOf(element, values.get('font-size'), around.size, cascade),
    colour: colourOf(element, values.get('color'), around.colour, cascade),
    ground: groundOf(element, values, around.ground, cascade),
  }
}

/** A pixel or less. */
function isNothing(value: string | undefined): boolean {
  const length = lengthOf(value)
  return length !== undefined && length >= 0 && length <= 1
}

/** A length in pixels, as near as one can tell without a layout. */
function lengthOf(value: string | undefined): number | undefined {
  const match =
    value === undefined ? null : /^([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))(px|pt|em|rem|%)?$/.exec(value)
  if (!match) return undefined
  const number = Number(match[1])
  return number * (match[2] === 'pt' ? 4 / 3 : match[2] === 'em' || match[2] === 'rem' ? 16 : 1)
}

const FAR = -999
const ROOM = ['height', 'max-height', 'width', 'max-width']
const SIDES = ['left', 'top', 'right', 'bottom']

function goneBy(
  element: Element,
  values: ReadonlyMap<string, string>,
  cascade: Cascade,
): HidingWay | undefined {
  // What another screen or a tap shows is no hidden text.
  if (cascade.mayChange(element, 'display')) return undefined
  if (element.attribs['hidden'] !== undefined || values.get('display') === 'none') return 'display'
  const opacity = values.get('opacity')
  if (opacity !== undefined && /^0*(?:\.0[0-4]?\d*|0)?%?$/.test(opacity)) return 'opacity'
  const clipped = /hidden|clip/.test(values.get('overflow') ?? '')
  if (clipped && ROOM.some((name) => isNothing(values.get(name)) && !cascade.mayChange(element, name)))
    return 'no room'
  const far = (name: string) => (lengthOf(values.get(name)) ?? 0) <= FAR
  const moved = /absolute|fixed|relative/.test(values.get('position') ?? '') && SIDES.some(far)
  return moved || far('text-indent') || far('margin-left') ? 'off-screen' : undefined
}

function sizeOf(element: Element, value: string | undefined, around: number, cascade: Cascade): number {
  if (value === undefined) return around
  const relative = /^(\d{0,5}(?:\.\d{1,5})?)(em|%)$/.exec(value)
  const size = relative
    ? (around * Number(relative[1])) / (relative[2] === '%' ? 100 : 1)
    : value === 'inherit'
      ? around
      : (lengthOf(value) ?? 16)
  return size < LEAST_SIZE && cascade.mayChange(element, 'font-size') ? 16 : size
}

const LINK_COLOUR: Colour = { r: 0, g: 0, b: 238, a: 1 }

function colourOf(
  element: Element,
  value: string | undefined,
  around: Colour | undefined,
  cascade: Cascade,
): Colour | undefined {
  const { name, attribs } = element
  if (cascade.mayChange(element, 'color')) return undefined
  if (value !== undefined) return /^(?:inherit|currentcolor)$/.test(value) ? around : readColour(value)
  if (name === 'font' && attribs['color']) return readColour(attribs['color'])
  if (name === 'body' && attribs['text']) return readColour(attribs['text'])
  return name === 'a' && attribs['href'] !== undefined ? LINK_COLOUR : around
}

/** Controls have grounds of their own. */
const CONTROLS = new Set(['button', 'input', 'textarea', 'mark', 'fieldset', 'legend'])

function groundOf(
  element: Element,
  values: ReadonlyMap<string, string>,
  around: Colour | undefined,
  cascade: Cascade,
): Colour | undefined {
  const image = values.get('background-image')
  // What is laid over something else, by position or margin, has a ground that only a layout tells.
  const laidOver =
    /absolute|fixed/.test(values.get('position') ?? '') ||
    /(?:^|\s)-\d/.test(`${values.get('margin') ?? ''} ${values.get('margin-top') ?? ''}`)
  const unsure =
    CONTROLS.has(element.name) ||
    element.attribs['background'] !== undefined ||
    (image !== undefined && image !== 'none') ||
    laidOver ||
    ['background', 'background-color', 'background-image'].some((name) => cascade.mayChange(element, name))
  if (unsure) return undefined
  const value = values.get('background-color') ?? element.attribs['bgcolor']
  if (value === undefined || value === 'inherit' || value === 'initial') return around
  const colour = readColour(value)
  if (!colour) return undefined
  return colour.a === 1 ? colour : colour.a === 0 ? around : around && over(colour, around)
}
