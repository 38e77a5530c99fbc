import type { Element } from 'domhandler'
import { readDeclarations } from '../reading/markup/stylesheet.ts'
import { escapeHtml } from './escape.ts'
import { hostOfAddress } from './safe-attributes.ts'
import { safeDeclarations } from './safe-style.ts'

const MAX_LABEL = 200
const MAX_STYLE = 10_000
const MAX_NAMES = 500
const LARGEST = 2_000

/** What of an image's own style shapes the box in its place; colours and lines are the box's own. */
const PLACE =
  /^(?:(?:max|min)-(?:width|height)|margin(?:-[a-z]+)?|padding(?:-[a-z]+)?|float|clear|display|visibility|opacity|vertical-align|border(?:-[a-z]+){0,2}-radius|position|top|right|bottom|left)$/

/** How a box looks; whatever the author says of the image counts more. */
export const BOX_STYLE =
  ':where(.mailgauge-image){display:inline-block;box-sizing:border-box;max-width:100%;overflow:hidden;vertical-align:middle;outline:1px dashed #8a8a8a;outline-offset:-1px;background:#f1f1f1;color:#444;font:12px/1.3 sans-serif;text-align:center;text-decoration:none}'

/** A box of the image's size and place, with its words; nothing for a pixel, which tells the sender of the reading. */
export function boxOf(element: Element, source: string): string {
  const { attribs } = element
  const size = sizeOf(element)
  if (isPixel(size.width) || isPixel(size.height)) return ''
  const host = hostOfAddress(source)
  const alt = (attribs['alt'] ?? '').trim().slice(0, MAX_LABEL)
  const label = alt || (attribs['alt'] === undefined ? 'Image' : '')
  const title = host ? ` title="${escapeHtml(`Image at ${host}, not loaded`)}"` : ''
  const style = [...boxSize(size), ...floatOf(attribs['align']), placeOf(attribs['style'])]
  const names = `${attribs['class'] ?? ''}`.slice(0, MAX_NAMES)
  const classes = escapeHtml(`mailgauge-image ${names}`.trim())
  return `<span class="${classes}"${nameOf(attribs['id'])} style="${escapeHtml(style.filter(Boolean).join(';'))}"${title}>${escapeHtml(label)}</span>`
}

const nameOf = (id: string | undefined) => (id ? ` id="${escapeHtml(id.slice(0, MAX_NAMES))}"` : '')

const SHOWN = ['align', 'border', 'hspace', 'vspace', 'class', 'id'] as const

/** The attributes of a picture that is shown, each with a space before it. */
export function pictureAttributes({ attribs }: Element): string {
  let written = ''
  for (const name of ['width', 'height']) {
    const length = readLength(attribs[name])
    if (length) written += ` ${name}="${length.value}${length.unit === '%' ? '%' : ''}"`
  }
  written += ` alt="${escapeHtml((attribs['alt'] ?? '').slice(0, MAX_LABEL))}"`
  for (const name of SHOWN) {
    const value = attribs[name]
    if (value !== undefined) written += ` ${name}="${escapeHtml(value.slice(0, MAX_NAMES))}"`
  }
  const own = safeDeclarations((attribs['style'] ?? '').slice(0, MAX_STYLE))
  return `${written} style="${escapeHtml(own === '' ? 'max-width:100%' : `max-width:100%;${own}`)}"`
}

interface Length {
  value: number
  unit: 'px' | '%'
}

interface Size {
  width?: Length
  height?: Length
  /** The height follows from the width: that over this. */
  ratio?: string
}

/** The size of an image by its style, or else its attributes. */
function sizeOf({ attribs }: Element): Size {
  const style = new Map(
    readDeclarations((attribs['style'] ?? '').slice(0, MAX_STYLE)).map(({ property, value }) => [
      property,
      value,
    ]),
  )
  const [wide, high] = [readLength(attribs['width']), readLength(attribs['height'])]
  const width = readLength(style.get('width')) ?? wide
  const height = readLength(style.get('height')) ?? high
  const follows = style.get('height')?.toLowerCase() === 'auto'
  const known = wide?.unit === 'px' && high?.unit === 'px' && wide.value > 0 && high.value > 0
  return {
    ...(width && { width }),
    ...(height && { height }),
    ...(follows && known && { ratio: `${wide.value}/${high.value}` }),
  }
}

function readLength(written: string | undefined): Length | undefined {
  const match = /^\s{0,5}(\d{1,6})(?:\.\d{0,6})?(px|%)?\s{0,5}$/i.exec(written?.slice(0, 40) ?? '')
  if (!match) return undefined
  const unit = match[2] === '%' ? '%' : 'px'
  return { value: Math.min(Number(match[1]), unit === '%' ? 100 : LARGEST), unit }
}

const isPixel = (length: Length | undefined) => length?.unit === 'px' && length.value <= 1

function boxSize({ width, height, ratio }: Size): string[] {
  const wide = width ? `width:${width.value}${width.unit}` : 'min-width:24px'
  if (ratio) return [wide, 'height:auto', `aspect-ratio:${ratio}`]
  // A share of a height that nobody gave is none.
  return [wide, height?.unit === 'px' ? `height:${height.value}px` : 'min-height:24px']
}

function floatOf(align: string | undefined): string[] {
  const side = align?.trim().toLowerCase()
  return side === 'left' || side === 'right' ? [`float:${side}`] : []
}

function placeOf(style: string | undefined): string {
  const kept = (property: string, value: string) =>
    PLACE.test(property) && !(property === 'display' && /^inline$/i.test(value))
  return safeDeclarations((style ?? '').slice(0, MAX_STYLE), { kept })
}
