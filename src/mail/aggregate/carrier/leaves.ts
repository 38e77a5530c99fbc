import type { MimePart } from '../../reading/message.ts'
import { decodeBase64, decodeTransfer } from '../../reading/mime/transfer.ts'
import { buildTree } from '../../reading/mime/tree.ts'
import { tidyName } from '../../reading/reported/text.ts'
import { isWholly, sniff } from '../container/sniff.ts'
import type { ReadLimits } from '../limits.ts'
import { isFailureReport, opensFailureReport, saysFailureReport } from './failure-report.ts'
import { looksLikeMail } from './looks-like-mail.ts'

/** A part of a mail that could be a file. */
export interface Leaf {
  name: string
  bytes: Uint8Array
  /** The mail's own words or pictures: they are only told of where they are a report. */
  isBody: boolean
}

export interface Carried {
  leaves: Leaf[]
  /** Octets of each failure report: the mail itself, or one in it. */
  failureReports: number[]
  /** A mail says that it is one: of it nothing is kept, unless it carries a report after all. */
  isFailureByWords: boolean
  /** Parts behind the bound, and mails nested too deep. */
  partsLeftOut: boolean
  mailsLeftOut: number
}

/** Every part of a mail that holds something, with those of mails in it. Of a failure report no part is looked at. */
export function leavesOf(raw: Uint8Array, limits: ReadLimits): Carried {
  const carried: Carried = {
    leaves: [],
    failureReports: [],
    isFailureByWords: false,
    partsLeftOut: false,
    mailsLeftOut: 0,
  }
  const budget = { parts: limits.parts }
  walk(raw, 0, { carried, budget, limits })
  return carried
}

interface Walk {
  carried: Carried
  budget: { parts: number }
  limits: ReadLimits
}

function walk(saved: Uint8Array, level: number, walking: Walk): void {
  const { carried, budget, limits } = walking
  const raw = saved.subarray(blankBefore(saved))
  const tree = buildTree(raw)
  const parts = tree.nodes.map(({ part }) => part)
  if (isFailureReport(parts)) {
    carried.failureReports.push(saved.length)
    return
  }
  if (tree.partsLeftOut) carried.partsLeftOut = true
  const leaves = parts.filter(isLeaf).map((part) => ({ part, ...octetsOf(raw, part) }))
  if (leaves.some(({ bytes }) => opensFailureReport(bytes))) {
    carried.failureReports.push(saved.length)
    return
  }
  carried.isFailureByWords ||= saysFailureReport(
    subjectOf(parts),
    leaves.filter(isText).map(({ bytes }) => bytes),
  )
  for (const { part, bytes } of leaves) {
    if (bytes.length === 0) continue
    if (budget.parts <= 0) {
      carried.partsLeftOut = true
      return
    }
    budget.parts -= 1
    if (!isMail(part, bytes)) carried.leaves.push(leafOf(part, bytes))
    else if (level < limits.messages) walk(bytes, level + 1, walking)
    else carried.mailsLeftOut += 1
  }
}

/** Octets of a byte order mark and of empty lines, which no header begins with. */
function blankBefore(saved: Uint8Array): number {
  let at = saved[0] === 0xef && saved[1] === 0xbb && saved[2] === 0xbf ? 3 : 0
  while (saved[at] === CR || saved[at] === LF) at += 1
  return at
}

const CR = 13
const LF = 10

const isText = ({ part }: { part: MimePart }) => part.contentType.startsWith('text/')

const subjectOf = ([root]: readonly MimePart[]) =>
  root?.headers.find(({ key }) => key === 'subject')?.value ?? ''

const isLeaf = (part: MimePart) => part.children.length === 0

/** The part's octets without transfer encoding; with it, or without one that nobody declared, where only so they are a file. */
function octetsOf(raw: Uint8Array, part: MimePart): { bytes: Uint8Array } {
  const input = raw.subarray(part.bodyStart, part.bodyEnd)
  const { bytes } = decodeTransfer(input, part.transferEncoding)
  if (sniff(bytes)) return { bytes }
  if (sniff(input)) return { bytes: input }
  if (!FILE_BASE64.test(Buffer.from(input.subarray(0, 16)).toString('latin1'))) return { bytes }
  const decoded = decodeBase64(input).bytes
  return { bytes: sniff(decoded) ? decoded : bytes }
}

/** How gzip, zip, `<?xml`, `<feedback`, these behind a byte order mark, and JSON objects begin in base64. */
const FILE_BASE64 = /^\s{0,8}(?:H4sI|UEsDB|PD94bW|PGZlZWRi|77u\/[PQew]|ey[AIJ]|ew[0ko])/

const MESSAGE_TYPES = new Set(['message/rfc822', 'message/global', 'message/partial'])

function isMail(part: MimePart, bytes: Uint8Array): boolean {
  if (isWholly(bytes)) return false
  return MESSAGE_TYPES.has(part.contentType) || (!isBody(part) && looksLikeMail(bytes))
}

function leafOf(part: MimePart, bytes: Uint8Array): Leaf {
  return { name: tidyName(part.filename ?? ''), bytes, isBody: isBody(part) }
}

/** Text and pictures without being an attachment, what a signature is made of, and headers of another mail. */
function isBody(part: MimePart): boolean {
  if (SIGNATURES.test(part.contentType)) return true
  if (part.disposition === 'attachment') return false
  if (part.contentType.startsWith('image/')) return true
  if (part.filename !== undefined) return false
  return /^(?:text|multipart|message)\//.test(part.contentType)
}

const SIGNATURES = /^(?:application\/(?:pgp-signature|pgp-keys|(?:x-)?pkcs7-signature)|text\/rfc822-headers)$/
