import type { Document, Element } from 'domhandler'
import { readCascade } from '../markup/cascade.ts'
import { type Frame, frameOf, hidingWay, OUTERMOST } from '../markup/hidden.ts'
import { isBlock } from '../markup/visible.ts'
import { walk } from '../markup/walk.ts'
import { type Link, linkTo, MAX_LINKS } from './links.ts'

const MOST_TEXT = 500

/** What a reader can follow, under the text that is seen. */
interface Offer {
  link: Link
  seen: string
  hidden: string
}

/**
 * Anchors, areas of maps and buttons of forms, each under the text that a reader sees of it: hidden letters are left out,
 * neighbouring anchors to one host are read together too, and a base element completes addresses.
 */
export function offeredLinks(root: Document): Link[] {
  const cascade = readCascade(root)
  const frames: Frame[] = []
  const open: { element: Element; offer: Offer }[] = []
  const reader = createReader()
  walk(root, {
    enter(element) {
      if (element.name === 'style' || element.name === 'script') return false
      if (isBlock(element.name)) reader.part()
      frames.push(frameOf(element, cascade, frames.at(-1) ?? OUTERMOST))
      const offer = reader.offerOf(element)
      if (offer) open.push({ element, offer })
      const alternative = element.name === 'img' ? element.attribs['alt'] : undefined
      if (alternative) add(open.at(-1)?.offer, alternative, false)
      return true
    },
    leave(element) {
      if (frames.at(-1)?.element === element) frames.pop()
      if (open.at(-1)?.element === element) open.pop()
      reader.leave(element)
    },
    text(data) {
      const offer = open.at(-1)?.offer
      if (!offer) reader.part()
      add(offer, data, hidingWay(frames.at(-1) ?? OUTERMOST) !== undefined)
    },
  })
  return reader.links()
}

function add(offer: Offer | undefined, text: string, isHidden: boolean): void {
  if (!offer) return
  const part = text.slice(0, MOST_TEXT).replace(/\s+/g, ' ')
  if (isHidden) offer.hidden = (offer.hidden + part).slice(0, MOST_TEXT)
  else offer.seen = (offer.seen + part).slice(0, MOST_TEXT)
}

const PRESSED = /^(?:submit|image|button)$/i

function createReader() {
  const offers: Offer[] = []
  /** Neighbours with nothing between them. */
  const runs: Offer[][] = []
  let run: Offer[] = []
  let base: string | undefined
  let form: { element: Element; action: string } | undefined

  function offer(address: string | undefined, seen = ''): Offer | undefined {
    const link = offers.length < MAX_LINKS ? linkTo(completed(address, base), 'anchor') : undefined
    if (!link) return undefined
    const one = { link, seen, hidden: '' }
    offers.push(one)
    return one
  }
  function part(): void {
    if (run.length > 1) runs.push(run)
    run = []
  }
  function anchor(element: Element): Offer | undefined {
    const one = offer(element.attribs['href'])
    if (one && run.some(({ link }) => link.host !== one.link.host)) part()
    if (one) run.push(one)
    return one
  }
  function button({ name, attribs }: Element): Offer | undefined {
    const action = attribs['formaction'] ?? form?.action
    if (name === 'button') return offer(action)
    const isPressed = name === 'input' && PRESSED.test(attribs['type'] ?? '')
    return isPressed ? offer(action, (attribs['value'] ?? attribs['alt'])?.slice(0, MOST_TEXT)) : undefined
  }
  return {
    part,
    /** What is followed by a click on the element. */
    offerOf(element: Element): Offer | undefined {
      const { name, attribs } = element
      if (name === 'base') base ??= attribs['href']
      if (name === 'form') form = { element, action: attribs['action'] ?? '' }
      if (name === 'a') return anchor(element)
      if (name === 'area') return offer(attribs['href'], attribs['alt']?.slice(0, MOST_TEXT))
      return button(element)
    },
    leave(element: Element) {
      if (form?.element === element) form = undefined
    },
    links(): Link[] {
      part()
      const joined = runs.flatMap((some) => {
        const [first] = some
        return first ? [{ ...first.link, text: some.map(textOf).join('').trim().slice(0, MOST_TEXT) }] : []
      })
      return [...offers.map((one) => ({ ...one.link, text: textOf(one).trim() })), ...joined]
    },
  }
}

/** Where nothing of it is seen, it is not known what is. */
function textOf({ seen, hidden }: Offer): string {
  return seen.trim() === '' ? seen + hidden : seen
}

const MOST_ADDRESS = 2_048

function completed(address: string | undefined, base: string | undefined): string | undefined {
  if (address === undefined || base === undefined || /^\s*(?:#|[a-z][a-z0-9+.-]*:)/i.test(address))
    return address
  return URL.parse(address.slice(0, MOST_ADDRESS), base.slice(0, MOST_ADDRESS))?.href ?? address
}
