import type { MimePart } from '../message.ts'
import { isMultibyteUtf8 } from '../mime/charset.ts'
import type { Sightings, StructureFaultCode } from '../mime/fault.ts'
import { sight } from '../mime/header-section.ts'
import { octets } from '../mime/octets.ts'
import { buildTree, limitsOf, type MimeTree, type TreeNode } from '../mime/tree.ts'
import { scanLines } from './lines.ts'
import {
  bodyFaults,
  boundaryFaults,
  encodingFaults,
  type Found,
  fieldFaults,
  wrapperFaults,
} from './part-faults.ts'

export interface StructureFault {
  code: StructureFaultCode
  /** '' for the whole message, '1.2' for the second child of the root's first child. */
  part: string
  /** How often within that part. */
  count: number
}

/** The header section as it was transmitted. */
export interface HeaderStructure {
  /** Octets up to and without the empty line. */
  bytes: number
  /** An empty line ends the section (RFC 5322 2.1); false: the message ended before. */
  closed: boolean
  fields: number
  /** Per lower-case name: how often, and the octets of the largest with its folding. */
  byName: Map<string, { count: number; largest: number }>
  /** Lines that are neither a field nor a continuation. */
  notFields: Sightings
  /** Folded lines of white space alone (RFC 5322 3.2.2 forbids them). */
  blankFolds: Sightings
  /** White space between name and colon (RFC 5322 4.5). */
  spacedColons: Sightings
  /** Octets above 127. */
  eightBit: Sightings
  /** All octets above 127 are well-formed UTF-8 (RFC 6532). */
  utf8: boolean
}

/** One node of the MIME tree. */
export interface PartStructure {
  /** '1' for the body of a message without multipart. */
  path: string
  contentType: string
  transferEncoding: string
  /** Lower case as declared; absent: none. */
  charset?: string
  /** Octets of the body as sent. */
  bytes: number
  /** Octets above 127 in the body as sent. */
  eightBit: number
}

/** The message's bytes as they are, product-blind and unforgiving. */
export interface MessageStructure {
  size: number
  crlf: number
  /** LF without CR before it, CR without LF behind it (RFC 5322 2.3). */
  bareLf: Sightings
  bareCr: Sightings
  nul: Sightings
  /** Octets of the longest line without its line end. */
  longestLine: number
  /** Lines over 998 octets (RFC 5322 2.1.1: must not) and over 78 (should not). */
  over998: Sightings
  over78: Sightings
  header: HeaderStructure
  /** Leaves and multiparts in order of appearance. */
  parts: PartStructure[]
  /** Levels of multipart, 0 for a message without. */
  depth: number
  /** Octets above 127 in bodies. */
  eightBitBody: Sightings
  faults: StructureFault[]
  /** What was not looked at, in words. */
  limits: string[]
}

/** Reads the structure off the bytes; never throws, linear in the size. */
export function readStructure(raw: Uint8Array): MessageStructure {
  const tree = buildTree(raw)
  const lines = scanLines(raw, tree.header.bodyStart)
  const leaves = new Map<TreeNode, number>()
  for (const node of tree.nodes) {
    if (isLeaf(node)) leaves.set(node, lines.eightBitBody.count > 0 ? eightBitOf(raw, node.part) : 0)
  }
  const faults = tree.nodes.flatMap((node) =>
    faultsOf(raw, node, tree, leaves.get(node)).map(([code, count]) => ({ code, part: node.path, count })),
  )
  return {
    size: raw.length,
    ...lines,
    header: headerOf(raw, tree),
    parts: tree.nodes.map((node) => partOf(node, leaves.get(node) ?? 0)),
    depth: Math.max(...tree.nodes.map((node) => node.depth + (isLeaf(node) ? 0 : 1))),
    faults,
    limits: limitsOf(tree),
  }
}

function isLeaf({ part }: TreeNode): boolean {
  return !part.contentType.startsWith('multipart/')
}

function faultsOf(raw: Uint8Array, node: TreeNode, tree: MimeTree, eightBit: number | undefined): Found[] {
  return [
    ...fieldFaults(node, node === tree.root),
    ...boundaryFaults(node, tree),
    ...encodingFaults(node),
    ...wrapperFaults(node),
    ...(eightBit === undefined ? [] : bodyFaults(raw, node, eightBit)),
  ]
}

function eightBitOf(raw: Uint8Array, part: MimePart): number {
  let count = 0
  for (let i = part.bodyStart; i < part.bodyEnd; i += 1) if ((raw[i] ?? 0) > 127) count += 1
  return count
}

function partOf({ part, path }: TreeNode, eightBit: number): PartStructure {
  const charset = part.parameters['charset']?.toLowerCase()
  return {
    path,
    contentType: part.contentType,
    transferEncoding: part.transferEncoding,
    ...(charset !== undefined && { charset }),
    bytes: part.bodyEnd - part.bodyStart,
    eightBit,
  }
}

function headerOf(raw: Uint8Array, { header }: MimeTree): HeaderStructure {
  const byName: HeaderStructure['byName'] = new Map()
  for (const span of header.fields) {
    const name = octets(raw, span.start, span.nameEnd).toLowerCase()
    const known = byName.get(name)
    const bytes = span.end - span.start
    if (known) {
      known.count += 1
      known.largest = Math.max(known.largest, bytes)
    } else {
      byName.set(name, { count: 1, largest: bytes })
    }
  }
  const bytes = raw.subarray(0, header.end)
  const eightBit: Sightings = { count: 0 }
  for (let i = 0; i < bytes.length; i += 1) if ((bytes[i] ?? 0) > 127) sight(eightBit, i)
  return {
    bytes: header.end,
    closed: header.closed,
    fields: header.count,
    byName,
    notFields: header.notFields,
    blankFolds: header.blankFolds,
    spacedColons: header.spacedColons,
    eightBit,
    utf8: eightBit.count === 0 || isMultibyteUtf8(bytes),
  }
}
