import { createHash } from 'node:crypto'
import type { FileContent, Rejection } from '../../core/aggregate/file.ts'
import type { TlsFailure, TlsPolicy } from '../../core/tls-report.ts'
import { normaliseAddress } from '../../net/ip.ts'
import { reportedDomain } from '../reading/reported/domain.ts'
import { Litter } from '../reading/reported/litter.ts'
import { tidyText } from '../reading/reported/text.ts'
import { excessOf, MOST_BYTES, TOO_LONG } from './bounds.ts'
import { type Json, listOf, numberOf, objectOf, objectsOf, stringOf, timeOf } from './json.ts'

const MOST_POLICIES = 1_000
const MOST_DETAILS = 2_000
const MOST_LINES = 100

/** Reads a TLS report (RFC 8460 4.4), whose chunks it empties; everything but the policies and the time may be missing. */
export function readTlsReport(chunks: Uint8Array[], warnings: readonly string[]): FileContent {
  const size = chunks.reduce((sum, { length }) => sum + length, 0)
  if (size > MOST_BYTES) return rejected('too_large', TOO_LONG)
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
  chunks.length = 0
  const excess = excessOf(bytes)
  if (excess) return rejected('too_large', excess)
  const litter = new Litter()
  // The chunks that it was unpacked into, and what was made of the one before.
  litter.left(bytes.length)
  const content = readJson(bytes, warnings)
  litter.left(bytes.length)
  return content
}

/** What is made of the document lives no longer than this. */
function readJson(bytes: Uint8Array, warnings: readonly string[]): FileContent {
  const document = parse(bytes)
  if (!document) return rejected('malformed_json', 'It is not one JSON object.')
  const policies = listOf(document['policies'])
  const range = objectOf(document['date-range'])
  if (!policies || !range) return rejected('not_a_report', 'It is JSON, but no TLS report.')
  const begin = timeOf(range['start-datetime'])
  const end = timeOf(range['end-datetime'])
  if (begin === undefined || end === undefined || end < begin) {
    return rejected('bad_date_range', 'Its date-range is not two times, the first before the second.')
  }
  const notes = new Set(warnings)
  const contact = tidyText(stringOf(document['contact-info']))
  const reportId = tidyText(stringOf(document['report-id']))
  const read = policiesOf(policies, notes)
  if (!reportId) notes.add('report_id_missing')
  return {
    kind: 'tls',
    report: {
      orgName: tidyText(stringOf(document['organization-name'])) || reportedDomain(contact),
      ...(contact && { contact }),
      reportId: reportId.startsWith('<') && reportId.endsWith('>') ? reportId.slice(1, -1).trim() : reportId,
      begin,
      end,
      policies: read,
      warnings: [...notes],
      contentHash: createHash('sha256').update(bytes).digest('hex'),
    },
  }
}

const rejected = (reason: Rejection, detail: string): FileContent => ({ kind: 'rejected', reason, detail })

function parse(bytes: Uint8Array): Record<string, Json> | undefined {
  try {
    return objectOf(JSON.parse(textOf(bytes)) as Json)
  } catch {
    return undefined
  }
}

/** RFC 8259 8.1 has UTF-8 alone; a mark in front of it is passed over. */
function textOf(bytes: Uint8Array): string {
  const [a, b] = bytes
  const wide = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(wide).decode(bytes).trim()
}

function policiesOf(list: readonly Json[], notes: Set<string>): TlsPolicy[] {
  if (list.length === 0) notes.add('no_policies')
  if (list.length > MOST_POLICIES) notes.add('policies_cut')
  const budget = { details: MOST_DETAILS }
  return objectsOf(list.slice(0, MOST_POLICIES)).map((one) => policyOf(one, notes, budget))
}

function policyOf(entry: Record<string, Json>, notes: Set<string>, budget: { details: number }): TlsPolicy {
  const policy = objectOf(entry['policy']) ?? {}
  const summary = objectOf(entry['summary']) ?? {}
  const domain = reportedDomain(stringOf(policy['policy-domain']))
  const all = objectsOf(listOf(entry['failure-details']) ?? [])
  const details = all.slice(0, budget.details).map(failureOf)
  budget.details -= details.length
  if (details.length < all.length) notes.add('details_cut')
  const failures = numberOf(summary['total-failure-session-count'])
  const sum = details.reduce((total, { sessions }) => total + sessions, 0)
  if (!domain) notes.add('policy_domain_missing')
  if (failures !== undefined && sum !== failures) notes.add('details_differ')
  return {
    type: tidyText(stringOf(policy['policy-type']), 64).toLowerCase() || 'no-policy-found',
    ...(domain && { domain }),
    hosts: textsOf(policy['mx-host'] ?? policy['mx-host-pattern'] ?? null).map((host) => host.toLowerCase()),
    lines: textsOf(policy['policy-string'] ?? null),
    successes: numberOf(summary['total-successful-session-count']) ?? 0,
    // The summary holds: senders cut the details, or count them otherwise.
    failures: failures ?? sum,
    details,
  }
}

/** One text, or a list of them. */
function textsOf(value: Json): string[] {
  const list = listOf(value) ?? [value]
  return list
    .slice(0, MOST_LINES)
    .map((one) => tidyText(stringOf(one)))
    .filter((text) => text !== '')
}

function failureOf(entry: Record<string, Json>): TlsFailure {
  const text = (key: string, most = 1024) => tidyText(stringOf(entry[key]), most)
  const optional = {
    sendingIp: addressOf(text('sending-mta-ip')),
    receivingHost: text('receiving-mx-hostname', 255).toLowerCase(),
    receivingHelo: text('receiving-mx-helo', 255).toLowerCase(),
    receivingIp: addressOf(text('receiving-ip')),
    reason: text('failure-reason-code'),
    information: text('additional-information'),
  }
  return {
    type: text('result-type', 64).toLowerCase() || 'unknown',
    sessions: numberOf(entry['failed-session-count']) ?? 0,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== '')),
  }
}

/** Canonical where it is one; what is none says nothing. */
function addressOf(written: string): string {
  return normaliseAddress(written.replace(/^\[(?:IPv6:)?|\]$/gi, '')) ?? ''
}
