import type { MessageKind } from '../../core/report.ts'
import type { Remark } from '../remark.ts'

/** What only the list can change: its authors have no say in what it does to their mail. */
export const LIST_ADVICE =
  'For whoever runs the list: put the list’s address in From and sign as its domain (Mailman: DMARC mitigation "Replace From: with list address"), or leave subject and body untouched (no prefix, no footer), so that the author’s signature stays valid.'

/** Where ARC stands: on its way out, and asked for until then. */
export const ARC_STANDING =
  'ARC (RFC 8617) is an experiment on its way to Historic (draft-ietf-dmarc-arc-to-historic-00, 2026-04-22); Gmail, Yahoo, Apple and Orange still ask it of forwarders'

/** What forwarders are still asked for; it comes behind what makes DMARC pass everywhere. */
export const ARC_ADVICE = `First let the list put its own address in From, or leave the message as it is: that helps everywhere. To seal with ARC comes second. ${ARC_STANDING}, Microsoft 365 goes by sealers that its administrator trusts, and others ignore it.`

const BROKEN_BY_LIST: ReadonlySet<string> = new Set([
  'dkim-none',
  'dkim-invalid',
  'dkim-broken-by-list',
  'dmarc-fail',
  'freemail-without-dmarc',
])

/** The remarks with advice for a list, where a list changed what its author had authenticated. */
export function forList<Code extends string>(
  remarks: readonly Remark<Code>[],
  kind: MessageKind,
): Remark<Code>[] {
  if (kind !== 'list') return [...remarks]
  return remarks.map((remark) => {
    if (!BROKEN_BY_LIST.has(remark.code)) return remark
    const { changes: _, ...told } = remark
    return { ...told, advice: LIST_ADVICE }
  })
}
