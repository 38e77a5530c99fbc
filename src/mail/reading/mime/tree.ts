import type { HeaderField, MimePart } from '../message.ts'
import { type BoundaryHit, createBoundaries, type OpenBoundaries } from './boundaries.ts'
import { type HeaderBudget, MAX_HEADER_BYTES, rawValue, readFields } from './fields.ts'
import { type HeaderSection, MAX_FIELDS, scanHeader } from './header-section.ts'
import { asBuffer, CR, LF, nextHyphens } from './octets.ts'
import { parseStructured, type StructuredValue } from './structured.ts'

/** Parts and levels of multipart beyond these are not looked at. */
export const MAX_PARTS = 2_000
export const MAX_DEPTH = 256

/** A part with what the bytes told of it beyond what a reader needs. */
export interface TreeNode {
  part: MimePart
  /** As IMAP numbers parts: '' for a root multipart, '1' for a body without parts, '1.2'. */
  path: string
  /** Levels of multipart around it. */
  depth: number
  /** Absent: no multipart, or one without a usable boundary. */
  boundary?: string
  /** Delimiter lines that opened a part. */
  delimiters: number
  /** Its closing delimiter was seen. */
  closed: boolean
  /** Its boundary is also that of a multipart around it, or begins one of those or the other way round. */
  repeats: boolean
  overlaps: boolean
}

export interface MimeTree {
  root: TreeNode
  /** In order of appearance, the root first. */
  nodes: TreeNode[]
  header: HeaderSection
  /** Parts, levels or header fields were left out: nothing can be said about boundaries that close later. */
  partsLeftOut: boolean
  tooDeep: boolean
  fieldsCut: number
}

/** What was not looked at, in words. */
export function limitsOf(tree: MimeTree): string[] {
  const limits: string[] = []
  const unread = tree.header.count - tree.header.fields.length
  if (unread > 0) limits.push(`${unread} header fields behind the first ${MAX_FIELDS} were not read.`)
  if (tree.fieldsCut > 0) limits.push(`${tree.fieldsCut} header fields were too long and read only in part.`)
  if (tree.tooDeep) limits.push(`Parts nested deeper than ${MAX_DEPTH} levels were not looked into.`)
  if (tree.partsLeftOut) limits.push(`Only the first ${MAX_PARTS} parts were looked at.`)
  return limits
}

interface Builder {
  raw: Uint8Array
  open: OpenBoundaries
  /** The multiparts that are open, parallel to `open`. */
  levels: TreeNode[]
  nodes: TreeNode[]
  budget: HeaderBudget
  tooDeep: boolean
}

/** Reads the MIME structure off the bytes in one pass. */
export function buildTree(raw: Uint8Array): MimeTree {
  const builder: Builder = {
    raw,
    open: createBoundaries(),
    levels: [],
    nodes: [],
    budget: { left: MAX_HEADER_BYTES, cut: 0 },
    tooDeep: false,
  }
  const header = scanHeader(raw, 0, builder.open, false)
  const root = begin(builder, header, undefined)
  const partsLeftOut = readBody(builder, root, header)
  return {
    root,
    nodes: builder.nodes,
    header,
    partsLeftOut,
    tooDeep: builder.tooDeep,
    fieldsCut: builder.budget.cut,
  }
}

/** Follows the delimiters; true when it stopped before the end because there are too many parts. */
function readBody(builder: Builder, root: TreeNode, header: HeaderSection): boolean {
  const { raw, open, levels } = builder
  let node = root
  let section = header
  let hit = section.hit ?? nextHit(builder, section.bodyStart)
  while (hit) {
    const multipart = levels[hit.level]
    if (!multipart) break
    const bodyEnd = endBefore(raw, hit.lineStart, node.part.bodyStart)
    node.part.bodyEnd = bodyEnd
    for (const level of levels.slice(hit.level + 1)) level.part.bodyEnd = bodyEnd
    if (hit.closing) {
      multipart.closed = true
      truncate(builder, hit.level)
      node = multipart
      hit = open.depth > 0 ? nextHit(builder, hit.nextLine) : undefined
      continue
    }
    if (builder.nodes.length >= MAX_PARTS) return true
    truncate(builder, hit.level + 1)
    multipart.delimiters += 1
    section = scanHeader(raw, hit.nextLine, open, true)
    node = begin(builder, section, multipart)
    hit = section.hit ?? nextHit(builder, section.bodyStart)
  }
  return false
}

function truncate(builder: Builder, depth: number): void {
  builder.levels.length = depth
  builder.open.cutTo(depth)
}

/** The next delimiter line at or behind `from`, which is the beginning of a line. */
function nextHit({ raw, open }: Builder, from: number): BoundaryHit | undefined {
  if (open.depth === 0) return undefined
  const buffer = asBuffer(raw)
  let at: number | undefined = from
  while (at !== undefined && at < raw.length) {
    const hit = open.match(buffer, at)
    if (hit) return hit
    at = nextHyphens(buffer, at)
  }
  return undefined
}

/** The line end before a delimiter belongs to the delimiter (RFC 2046 5.1.1). */
function endBefore(raw: Uint8Array, lineStart: number, bodyStart: number): number {
  let end = lineStart
  if (end > bodyStart && raw[end - 1] === LF) end -= 1
  if (end > bodyStart && raw[end - 1] === CR) end -= 1
  return Math.max(end, Math.min(bodyStart, lineStart))
}

function begin(builder: Builder, section: HeaderSection, parent: TreeNode | undefined): TreeNode {
  const { raw, open, levels } = builder
  const headers = readFields(raw, section.fields, builder.budget)
  const { part, boundary } = partOf(headers, parent?.part.contentType === 'multipart/digest')
  part.bodyStart = section.bodyStart
  part.bodyEnd = raw.length
  const node: TreeNode = {
    part,
    path: pathOf(parent, part),
    depth: levels.length,
    delimiters: 0,
    closed: false,
    repeats: false,
    overlaps: false,
  }
  parent?.part.children.push(part)
  builder.nodes.push(node)
  if (boundary === undefined) return node
  if (levels.length >= MAX_DEPTH) {
    builder.tooDeep = true
    return node
  }
  node.boundary = boundary
  node.repeats = open.has(boundary)
  node.overlaps = open.overlaps(boundary)
  open.push(boundary)
  levels.push(node)
  return node
}

function pathOf(parent: TreeNode | undefined, part: MimePart): string {
  if (!parent) return part.contentType.startsWith('multipart/') ? '' : '1'
  const own = String(parent.part.children.length + 1)
  return parent.path === '' ? own : `${parent.path}.${own}`
}

const filenameOf = (disposition: StructuredValue, type: StructuredValue) =>
  disposition.parameters['filename'] ?? type.parameters['name']

/** The name of a file whose header may hold raw 8-bit text of these charsets (RFC 2231 wants it encoded). */
export function filenameIn({ headers }: MimePart, charsets: readonly string[]): string | undefined {
  const of = (key: string) => {
    const field = headers.find((header) => header.key === key)
    return parseStructured(field ? rawValue(field) : '', charsets)
  }
  return filenameOf(of('content-disposition'), of('content-type'))
}

const TYPE = /^[a-z0-9!#$&^_.+'*%{}|~`-]{1,127}\/[a-z0-9!#$&^_.+'*%{}|~`-]{1,127}$/

function partOf(headers: HeaderField[], inDigest: boolean): { part: MimePart; boundary?: string } {
  const of = (key: string) => {
    const field = headers.find((header) => header.key === key)
    return field && rawValue(field)
  }
  const type = parseStructured(of('content-type') ?? '')
  const disposition = parseStructured(of('content-disposition') ?? '')
  const encoding = parseStructured(of('content-transfer-encoding') ?? '').value.replace(/["']/g, '')
  const filename = filenameOf(disposition, type)
  const contentId = of('content-id')?.replace(/^<|>$/g, '')
  // RFC 2045 5.2: what cannot be read is plain text; RFC 2046 5.1.5: digests hold messages.
  const fallback = inDigest ? 'message/rfc822' : 'text/plain'
  const contentType = TYPE.test(type.value) ? type.value : fallback
  const boundary = contentType.startsWith('multipart/') && type.boundary ? type.boundary : undefined
  return {
    part: {
      contentType,
      parameters: type.parameters,
      transferEncoding: encoding === '' ? '7bit' : encoding,
      disposition: disposition.value,
      ...(filename && { filename }),
      ...(contentId && { contentId }),
      headers,
      bodyStart: 0,
      bodyEnd: 0,
      children: [],
    },
    ...(boundary !== undefined && { boundary }),
  }
}
