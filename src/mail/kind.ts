import type { MessageKind } from '../core/report.ts'
import type { HtmlDocument } from './html.ts'
import { structureSigns } from './kind/structure-signs.ts'
import { wordingSigns } from './kind/wording-signs.ts'
import type { Link } from './links.ts'
import type { ParsedMessage } from './parse.ts'

/** What kind of mail this is, with the reasons in words that do not repeat the message. */
export interface KindVerdict {
  kind: MessageKind
  reasons: string[]
}

/** One thing that speaks for a kind. */
export interface Sign {
  kind: MessageKind
  weight: number
  says: string
}

/** Where two kinds have the same weight, the first of these: a mistake then costs the sender least. */
const ORDER: readonly MessageKind[] = ['transactional', 'personal', 'list', 'marketing']
/** Single words prove nothing: below this a kind is not taken at all. */
const LEAST: Readonly<Record<MessageKind, number>> = {
  transactional: 1,
  personal: 1,
  list: 2,
  marketing: 2.5,
}
const MOST_REASONS = 6

/** Infers the kind from headers, structure and wording; the owner's word wins. */
export function judgeKind(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  links: readonly Link[],
  saidByOwner?: MessageKind,
): KindVerdict {
  if (saidByOwner) return { kind: saidByOwner, reasons: ['Its owner says so.'] }
  const signs = [...structureSigns(message, html, links), ...wordingSigns(message, html, links)]
  const totals = new Map<MessageKind, number>()
  for (const sign of signs) totals.set(sign.kind, (totals.get(sign.kind) ?? 0) + sign.weight)
  const enough = ORDER.filter((kind) => (totals.get(kind) ?? 0) >= LEAST[kind])
  const best = enough.toSorted((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0))[0]
  if (!best) return { kind: 'personal', reasons: ['Nothing marks it as automatic, bulk or list mail.'] }
  const reasons = signs.filter((sign) => sign.kind === best).toSorted((a, b) => b.weight - a.weight)
  return { kind: best, reasons: reasons.slice(0, MOST_REASONS).map((sign) => sign.says) }
}
