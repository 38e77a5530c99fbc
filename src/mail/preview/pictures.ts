import type { Element } from 'domhandler'
import { idOf } from '../reading/images/parts.ts'
import type { MimePart, ParsedMessage } from '../reading/message.ts'
import { fromOctets } from '../reading/mime/octets.ts'
import { decodedBody } from '../reading/mime/shown-body.ts'
import { decodeBase64 } from '../reading/mime/transfer.ts'
import { boxOf, pictureAttributes } from './picture-box.ts'

/** Octets of one picture, and of all together, that are put into the preview. */
const MAX_PICTURE = 1_000_000
const MAX_PICTURES = 3_000_000

const REMOTE = /^(?:https?:)?\/\//i

export interface Pictures {
  /** An image as it is shown; a box of its size where it must not be fetched. */
  show(element: Element): string
  /** The picture of a background as a data: address; undefined where it must not be fetched or is none. */
  behind(address: string): string | undefined
  /** Images that would have been fetched. */
  remote(): number
  /** How long the pictures are that were given so far: their octets have a bound of their own. */
  characters(): number
}

/** Shows the pictures that lie inside the message, within bounds. */
export function createPictures(raw: Uint8Array, message: Pick<ParsedMessage, 'attachments'>): Pictures {
  const parts = new Map<string, MimePart>()
  for (const part of message.attachments) if (part.contentId) parts.set(idOf(part.contentId), part)
  /** Parts that are shown more than once are decoded once. */
  const decoded = new Map<MimePart, Uint8Array>()
  let left = MAX_PICTURES
  let remote = 0
  let characters = 0
  /** The same background stands in an attribute, in a style, and in every cell of a row. */
  const grounds = new Set<string>()

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
    const data = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
    characters += data.length
    return data
  }
  return {
    show(element) {
      const source = (element.attribs['src'] ?? '').trim()
      if (REMOTE.test(source)) remote += 1
      else {
        const data = inline(source)
        if (data) return `<img src="${data}"${pictureAttributes(element)}>`
      }
      return boxOf(element, source)
    },
    behind(address) {
      const source = address.trim()
      if (!REMOTE.test(source)) return inline(source)
      grounds.add(source)
      return undefined
    },
    remote: () => remote + grounds.size,
    characters: () => characters,
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
