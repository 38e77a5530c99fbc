import { BOUNCE_ACTIONS, type BounceAction } from '../../../core/bounce.ts'
import { MAX_RECIPIENTS, type RawFailure } from './raw.ts'

/** The fields of a delivery status (RFC 3464, RFC 6533), one group for the message and one for each recipient. */
export interface StatusReport {
  reportedBy?: string
  failures: RawFailure[]
  more: number
}

type Group = Map<string, string>

const FIELD = /^([A-Za-z][A-Za-z0-9-]{1,60})[ \t]{0,8}:[ \t]{0,8}(.*)$/
const KNOWN =
  /^(?:original-envelope-id|reporting-mta|dsn-gateway|received-from-mta|arrival-date|original-recipient|final-recipient|action|status|remote-mta|diagnostic-code|last-attempt-date|final-log-id|will-retry-until|localized-|x-)/i
const MAX_FIELD = 6_000

/** Reads the fields, or the part of a pasted text that looks like them. Undefined: no recipient is named there. */
export function readStatus(text: string): StatusReport | undefined {
  const groups = groupsOf(text)
  const recipients = groups.filter((group) => group.has('final-recipient') || group.has('original-recipient'))
  if (recipients.length === 0) return undefined
  const message = groups.find((group) => group.has('reporting-mta'))
  const reportedBy = nameOf(message?.get('reporting-mta'))
  return {
    ...(reportedBy !== undefined && { reportedBy }),
    failures: recipients.slice(0, MAX_RECIPIENTS).map(failureOf),
    more: Math.max(0, recipients.length - MAX_RECIPIENTS),
  }
}

/** The groups as they are read, line by line. */
interface Reading {
  groups: Group[]
  group: Group
  /** The field that a line may continue. */
  last?: string
}

function groupsOf(text: string): Group[] {
  const reading: Reading = { groups: [], group: new Map() }
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') endGroup(reading)
    else takeLine(reading, line)
  }
  endGroup(reading)
  return reading.groups
}

function endGroup(reading: Reading): void {
  if (reading.group.size > 0) reading.groups.push(reading.group)
  reading.group = new Map()
  delete reading.last
}

function takeLine(reading: Reading, line: string): void {
  const field = /^[ \t]/.test(line) ? undefined : FIELD.exec(line)
  const key = field?.[1]?.toLowerCase()
  if (!key || !KNOWN.test(key)) {
    if (reading.last !== undefined) continueField(reading.group, reading.last, line)
    return
  }
  // Pasted texts lose the empty lines between recipients.
  if (key === 'final-recipient' && reading.group.has(key)) endGroup(reading)
  reading.last = key
  if (!reading.group.has(key)) reading.group.set(key, field?.[2] ?? '')
}

/** A line that continues a field: indented, or the wrapped rest of a diagnostic code. */
function continueField(group: Group, key: string, line: string): void {
  const before = group.get(key) ?? ''
  if (before.length > MAX_FIELD || !(/^[ \t]/.test(line) || key === 'diagnostic-code')) return
  group.set(key, `${before}\n${line.slice(0, MAX_FIELD)}`)
}

function failureOf(group: Group): RawFailure {
  const recipient = addressOf(group.get('final-recipient')) ?? addressOf(group.get('original-recipient'))
  const action = actionOf(group.get('action'))
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(group.get('status') ?? '')?.[0]
  const remote = nameOf(group.get('remote-mta'))
  const answer = group.get('diagnostic-code') ?? commentOf(group.get('status')) ?? ''
  return {
    ...(recipient !== undefined && { recipient }),
    ...(action !== undefined && { action }),
    ...(status !== undefined && { status }),
    ...(remote !== undefined && { remote }),
    answer,
  }
}

function actionOf(value: string | undefined): BounceAction | undefined {
  const word = /^[a-z]+/.exec(value?.trim().toLowerCase() ?? '')?.[0]
  return BOUNCE_ACTIONS.find((action) => action === word)
}

const commentOf = (value: string | undefined) => /\((.{3,500})\)/.exec(value ?? '')?.[1]

/** The name behind its type: dns; mx.example.org (192.0.2.1). */
function nameOf(value: string | undefined): string | undefined {
  const name = value
    ?.replace(/\s+/g, ' ')
    .replace(/^\s?[\w-]{1,30}\s?;\s?/, '')
    .trim()
  const host = /^(?:\[?[0-9a-f.:]{3,45}\]?(?=[\s;()|,]|$)|[^\s;()|,[\]]{1,255})/i.exec(name ?? '')?.[0]
  return host ? host.replace(/^\[|\]$|\.$/g, '') : undefined
}

/** An address behind its type, with what RFC 6533 escapes in it (\x{E4}). */
export function addressOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const line = value.replace(/\s+/g, ' ').trim()
  const [, type = '', rest = ''] = /^([\w-]{1,40})\s?;\s?(.*)$/.exec(line) ?? ['', '', line]
  const plain = type.toLowerCase() === 'utf-8' ? rest.replace(/\\x\{([0-9a-f]{1,6})\}/gi, unescaped) : rest
  const address = plain.replace(/^<+|>+$/g, '').trim()
  return address === '' ? undefined : address.slice(0, 320)
}

function unescaped(written: string, hex: string): string {
  const point = Number.parseInt(hex, 16)
  return point > 0x1f && point <= 0x10ffff ? String.fromCodePoint(point) : written
}
