import type { Element } from 'domhandler'
import { idOf } from '../images/parts.ts'
import { fromOctets } from '../mime/octets.ts'
import { decodedBody } from '../mime/shown-body.ts'
import { decodeBase64 } from '../mime/transfer.ts'
import type { MimePart, ParsedMessage } from '../parse.ts'
import { escapeHtml } from './escape.ts'
import { hostOfAddress } from './safe-attributes.ts'

/** Octets of one picture, and of all together, that are put into the preview. */
const MAX_PICTURE = 1_000_000
const MAX_PICTURES = 3_000_000
const MAX_LABEL = 200

export interface Pictures {
  /** An image as it is shown; a box of its size where it must not be fetched. */
  show(element: Element): string
  /** Images that would have been fetched. */
  remote(): number
}

/** Shows the pictures that lie inside the message, within bounds. */
export function createPictures(raw: Uint8Array, message: Pick<ParsedMessage, 'attachments'>): Pictures {
  const parts = new Map<string, MimePart>()
  for (const part of message.attachments) if (part.contentId) parts.set(idOf(part.contentId), part)
  /** Parts that are shown more than once are decoded once. */
  const decoded = new Map<MimePart, Uint8Array>()
  let left = MAX_PICTURES
  let remote = 0

  const bytesOf = (source: string): Uint8Array | undefined => {
    if (!/^cid:/i.test(source)) return bytesOfData(source)
    const part = parts.get(idOf(source.slice(4, 1_000)))
    // Base64 makes four octets of three.
    if (!part || part.bodyEnd - part.bodyStart > MAX_PICTURE * 2) return undefined
    const bytes = decoded.get(part) ?? decodedBody(raw, part)
    decoded.set(part, bytes)
    return bytes
  }
  const inline = (source: string): string | undefined => {
    const bytes = bytesOf(source)
    const type = bytes && pictureType(bytes)
    if (!type || bytes.length > Math.min(left, MAX_PICTURE)) return undefined
    // A picture shown twice counts twice: it stands in the preview twice.
    left -= bytes.length
    return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  }
  return {
    show(element) {
      const source = (element.attribs['src'] ?? '').trim()
      if (/^(?:https?:)?\/\//i.test(source)) remote += 1
      else {
        const data = inline(source)
        if (data) return `<img src="${data}"${shownAttributes(element)}>`
      }
      return boxOf(element, source)
    },
    remote: () => remote,
  }
}

function bytesOfData(source: string): Uint8Array | undefined {
  const head = /^data:image\/[a-z0-9.+-]{1,30};base64,/i.exec(source)
  if (!head || source.length > MAX_PICTURE * 2) return undefined
  return decodeBase64(fromOctets(source.slice(head[0].length))).bytes
}

/** The type that the octets themselves show; SVG, which can hold more than a picture, is not among them. */
function pictureType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp'
  if (start.slice(4, 8) === 'ftyp' && start.slice(8, 12) === 'avif') return 'image/avif'
  return start.startsWith('BM') ? 'image/bmp' : undefined
}

function boxOf(element: Element, source: string): string {
  const width = lengthOf(element, 'width')
  const height = lengthOf(element, 'height')
  // A pixel that tells the sender of the reading shows nothing.
  if ((width !== undefined && width <= 1) || (height !== undefined && height <= 1)) return ''
  const host = hostOfAddress(source)
  const alt = (element.attribs['alt'] ?? '').trim().slice(0, MAX_LABEL)
  const label = alt || (element.attribs['alt'] === undefined ? 'Image' : '')
  const size = [
    width === undefined ? 'min-width:24px' : `width:${width}px`,
    height === undefined ? 'min-height:24px' : `height:${height}px`,
  ].join(';')
  const title = host ? ` title="${escapeHtml(`Image at ${host}, not loaded`)}"` : ''
  return `<span style="${BOX};${size}"${title}>${escapeHtml(label)}</span>`
}

const BOX =
  'display:inline-block;box-sizing:border-box;max-width:100%;overflow:hidden;vertical-align:middle;border:1px dashed #8a8a8a;background:#f1f1f1;color:#444;font:12px/1.3 sans-serif;text-align:center'

function shownAttributes(element: Element): string {
  const width = lengthOf(element, 'width')
  const height = lengthOf(element, 'height')
  const alt = escapeHtml((element.attribs['alt'] ?? '').slice(0, MAX_LABEL))
  return `${width === undefined ? '' : ` width="${width}"`}${height === undefined ? '' : ` height="${height}"`} alt="${alt}" style="max-width:100%"`
}

const LARGEST = 2_000

/** A width or height in pixels, from the attribute or else the style. */
function lengthOf({ attribs }: Element, name: 'width' | 'height'): number | undefined {
  const attribute = /^\s{0,5}(\d{1,6})(?:\.\d{0,6})?(?:px)?\s{0,5}$/.exec(attribs[name] ?? '')?.[1]
  const style = new RegExp(`(?:^|;)\\s{0,5}${name}\\s{0,5}:\\s{0,5}(\\d{1,6})(?:\\.\\d{0,6})?px`, 'i').exec(
    attribs['style']?.slice(0, 2_000) ?? '',
  )?.[1]
  const value = attribute ?? style
  return value === undefined ? undefined : Math.min(Number(value), LARGEST)
}
