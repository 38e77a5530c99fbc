import type { MimePart } from '../message.ts'
import { charsetOf, isKnownCharset } from '../mime/charset.ts'
import type { StructureFaultCode } from '../mime/fault.ts'
import { rawValue } from '../mime/fields.ts'
import { octets } from '../mime/octets.ts'
import { parseStructured, withoutComments } from '../mime/structured.ts'
import { base64Faults, decodeTransfer } from '../mime/transfer.ts'
import type { MimeTree, TreeNode } from '../mime/tree.ts'

export type Found = [code: StructureFaultCode, count: number]

/** Faults of the fields that describe an entity (RFC 2045 4 to 6). */
export function fieldFaults({ part }: TreeNode, isRoot: boolean): Found[] {
  const found: Found[] = []
  const count = (key: string) => part.headers.filter((field) => field.key === key).length
  const keys = ['content-type', 'content-transfer-encoding', 'content-disposition', 'content-id']
  if (isRoot) keys.push('mime-version')
  const repeated = keys.filter((key) => count(key) > 1).length
  if (repeated > 0) found.push(['mime-header-repeated', repeated])
  const type = part.headers.find((field) => field.key === 'content-type')
  if (type && !/^[^/\s]+\/[^/\s]+$/.test(parseStructured(rawValue(type)).value)) {
    found.push(['content-type-broken', 1])
  }
  return isRoot ? [...found, ...versionFaults(part)] : found
}

function versionFaults(root: MimePart): Found[] {
  const version = root.headers.find((field) => field.key === 'mime-version')
  if (version) {
    const written = withoutComments(version.value).replace(/[ \t]/g, '')
    return written === '1.0' ? [] : [['mime-version-unknown', 1]]
  }
  const described = root.headers.some((field) => field.key.startsWith('content-'))
  return described ? [['mime-version-missing', 1]] : []
}

/** RFC 2046 5.1.1. */
export function boundaryFaults(node: TreeNode, tree: MimeTree): Found[] {
  const { part, boundary } = node
  if (!part.contentType.startsWith('multipart/')) return []
  if (boundary === undefined) return tree.tooDeep ? [] : [['boundary-missing', 1]]
  const found: Found[] = []
  if (!tree.partsLeftOut && node.delimiters === 0) found.push(['boundary-unused', 1])
  else if (!tree.partsLeftOut && !node.closed) found.push(['boundary-unclosed', 1])
  if (node.repeats) found.push(['boundary-repeated', 1])
  if (node.overlaps) found.push(['boundary-prefix', 1])
  if (boundary.length > 70) found.push(['boundary-too-long', 1])
  if (!/^[0-9A-Za-z'()+_,./:=? -]*[0-9A-Za-z'()+_,./:=?-]$/.test(boundary))
    found.push(['boundary-illegal', 1])
  return found
}

const IDENTITY = ['7bit', '8bit', 'binary']
/** RFC 2045 6.4 forbids an encoding on these; message/global may have one (RFC 6532 3.7). */
const COMPOSITE = ['message/rfc822', 'message/partial', 'message/external-body']

export function encodingFaults({ part }: TreeNode): Found[] {
  const { transferEncoding: encoding, contentType } = part
  const encoded = encoding === 'base64' || encoding === 'quoted-printable'
  if (contentType.startsWith('multipart/') || COMPOSITE.includes(contentType)) {
    if (encoded) return [['encoding-on-composite', 1]]
  }
  if (encoding === 'binary') return [['encoding-binary', 1]]
  return encoded || IDENTITY.includes(encoding) ? [] : [['encoding-unknown', 1]]
}

/** Faults of the octets of a leaf under what its header declares. */
export function bodyFaults(raw: Uint8Array, { part }: TreeNode, eightBit: number): Found[] {
  const found: Found[] = []
  const { transferEncoding: encoding } = part
  const body = raw.subarray(part.bodyStart, part.bodyEnd)
  const isText = part.contentType.startsWith('text/') && part.disposition !== 'attachment'
  const { bytes, faults } =
    isText || encoding !== 'base64'
      ? decodeTransfer(body, encoding)
      : { bytes: body, faults: base64Faults(body) }
  if (faults > 0) found.push([encoding === 'base64' ? 'base64-broken' : 'quoted-printable-broken', faults])
  if (eightBit > 0 && (encoding === '7bit' || encoding === 'quoted-printable')) {
    found.push(['eight-bit-undeclared', eightBit])
  }
  if (isText) {
    found.push(...charsetFaults(part, bytes))
  }
  return found
}

function charsetFaults(part: MimePart, bytes: Uint8Array): Found[] {
  const declared = part.parameters['charset']
  if (declared !== undefined && !isKnownCharset(declared)) return [['charset-unknown', 1]]
  const { charset, problem } = charsetOf(bytes, declared)
  if (declared !== undefined) return problem ? [['charset-lies', 1]] : []
  const inMarkup =
    part.contentType === 'text/html' && /<meta[^>]{0,200}charset/i.test(octets(bytes, 0, 2_048))
  return charset === 'us-ascii' || inMarkup ? [] : [['charset-undeclared', 1]]
}

/** Wrappers that many receivers cannot open. */
export function wrapperFaults({ part }: TreeNode): Found[] {
  return part.contentType === 'message/partial' ? [['message-partial', 1]] : []
}
