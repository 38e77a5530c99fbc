import type { Document, Element } from 'domhandler'
import { eachCssToken } from '../markup/css-tokens.ts'
import { type Declaration, readDeclarations } from '../markup/stylesheet.ts'
import { walk } from '../markup/walk.ts'
import { remembered } from '../remembered.ts'

export type ImageSource = 'https' | 'http' | 'cid' | 'data' | 'relative' | 'none' | 'other'

/** An image of the HTML. */
export interface Image {
  source: ImageSource
  /** As written; '' for data:. */
  address: string
  /** Of http and https. */
  host: string
  /** Too small to be seen, or not shown at all. */
  pixel: boolean
  /** Only takes room in a layout. */
  spacer: boolean
  /** The size of a logo or an icon, as far as it is told. */
  small: boolean
  alternative: 'missing' | 'empty' | 'text'
  /** Width or height is told before the image is there. */
  sized: boolean
  /** Pixels, where both sides are known. */
  area?: number
  linked: boolean
  /** A background, for which there is no alternative text. */
  background: boolean
}

/** Images beyond this many are not looked at. */
export const MAX_IMAGES = 2_000

const SMALL_SIDE = 200

/** Every image of the HTML in order. */
export function listImages(root: Document): Image[] {
  const images: Image[] = []
  let anchors = 0
  const add = (image: Image | undefined) => {
    if (image && images.length < MAX_IMAGES) images.push(image)
  }
  walk(root, {
    enter(element) {
      if (isAnchor(element)) anchors += 1
      const style = element.attribs['style']
      const declarations = style ? readDeclarations(style) : []
      for (const address of backgroundsOf(element, declarations)) add(backgroundAt(address))
      if (isImage(element)) add(imageOf(element, declarations, anchors > 0))
      return element.name !== 'script' && element.name !== 'style'
    },
    leave(element) {
      if (isAnchor(element)) anchors -= 1
    },
  })
  return images
}

/** Pictures nobody sees, which tell their host that the message was opened; what stands there several times fills a layout. */
export function trackingPixels(images: readonly Image[]): Image[] {
  const pixels = images.filter(({ pixel, host }) => pixel && host !== '')
  const byAddress = Map.groupBy(pixels, ({ address }) => address)
  return [...byAddress.values()].flatMap((same) => (same.length < 3 ? same.slice(0, 1) : []))
}

function isAnchor({ name, attribs }: Element): boolean {
  return name === 'a' && attribs['href'] !== undefined
}

function isImage({ name, attribs }: Element): boolean {
  return name === 'img' || (name === 'input' && attribs['type']?.toLowerCase() === 'image')
}

function imageOf({ attribs }: Element, declarations: readonly Declaration[], linked: boolean): Image {
  const styles = new Map(declarations.map(({ property, value }) => [property, value.toLowerCase()]))
  const width = pixelsOf(styles.get('width') ?? attribs['width'])
  const height = pixelsOf(styles.get('height') ?? attribs['height'])
  const alt = attribs['alt']
  const told = [
    attribs['width'],
    attribs['height'],
    styles.get('width'),
    styles.get('height'),
    styles.get('max-width'),
  ]
  return {
    ...placeOf(attribs['src']),
    pixel: isPixel(styles, width, height),
    small: (width !== undefined && width <= SMALL_SIDE) || (height !== undefined && height <= SMALL_SIDE / 2),
    spacer: (width !== undefined && width <= 5) || (height !== undefined && height <= 5),
    alternative: alt === undefined ? 'missing' : alt.trim() === '' ? 'empty' : 'text',
    sized: told.some((value) => value !== undefined && value !== ''),
    ...(width !== undefined && height !== undefined && { area: width * height }),
    linked,
    background: false,
  }
}

/** What is hidden and has a size of its own is shown on some other screen. */
function isPixel(
  styles: ReadonlyMap<string, string>,
  width: number | undefined,
  height: number | undefined,
): boolean {
  const hidden = styles.get('display') === 'none' || styles.get('visibility') === 'hidden'
  if (hidden) return Math.max(width ?? 0, height ?? 0) <= 2
  return isTiny(width) && isTiny(height)
}

function isTiny(side: number | undefined): boolean {
  return side !== undefined && side <= 2
}

/** A number of pixels; absent: percents and other units. */
function pixelsOf(value: string | undefined): number | undefined {
  const match = /^\s{0,5}(\d{1,5})(?:\.\d{0,5})?\s{0,5}(?:px)?\s{0,5}$/i.exec(value?.slice(0, 40) ?? '')
  return match ? Number(match[1]) : undefined
}

function backgroundAt(address: string): Image {
  return {
    ...placeOf(address),
    pixel: false,
    spacer: false,
    small: false,
    alternative: 'empty',
    sized: true,
    linked: false,
    background: true,
  }
}

function backgroundsOf({ attribs }: Element, declarations: readonly Declaration[]): string[] {
  const addresses = attribs['background'] ? [attribs['background']] : []
  for (const { property, value } of declarations) {
    if (!property.startsWith('background') || !/url\(/i.test(value)) continue
    eachCssToken(value, ({ type, text }) => {
      if (type === 'url') addresses.push(text.slice(4, -1).trim())
      else if (type === 'string') addresses.push(text.slice(1, -1))
    })
  }
  return addresses.slice(0, 10)
}

const MAX_ADDRESS = 2_048

function placeOf(address: string | undefined): Place {
  return address ? readPlace(address) : NO_PLACE
}

type Place = Pick<Image, 'source' | 'address' | 'host'>
const NO_PLACE: Place = { source: 'none', address: '', host: '' }
const LONGEST_REMEMBERED = 300

const readPlace = remembered((address: string): Place => {
  const url =
    address
      ?.slice(0, MAX_ADDRESS)
      .replace(/[\t\r\n]/g, '')
      .trim() ?? ''
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):/i.exec(url)?.[1]?.toLowerCase()
  if (url === '') return { source: 'none', address: '', host: '' }
  if (scheme === 'data') return { source: 'data', address: '', host: '' }
  if (scheme === 'cid') return { source: 'cid', address: url.slice(4), host: '' }
  if (scheme === undefined && !url.startsWith('//')) return { source: 'relative', address: url, host: '' }
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    return { source: 'other', address: url, host: '' }
  const host = URL.parse(scheme === undefined ? `https:${url}` : url)?.hostname ?? ''
  return { source: scheme === 'http' ? 'http' : 'https', address: url, host }
}, LONGEST_REMEMBERED)
