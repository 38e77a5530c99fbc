import type { MessageKind } from '../../../core/report.ts'
import type { Link } from '../links/links.ts'
import type { HtmlDocument } from '../markup/html.ts'
import type { ParsedMessage } from '../message.ts'
import { salesDoubt } from './sales-doubt.ts'
import { structureSigns } from './structure-signs.ts'
import { wordingSigns } from './wording-signs.ts'

/** What kind of mail this is, with the reasons in words that do not repeat the message. */
export interface KindVerdict {
  kind: MessageKind
  reasons: string[]
  /** What speaks for mail to many although it is taken for a letter, in a few words. */
  doubt?: string
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

const UNMARKED = 'Nothing marks it as automatic, bulk or list mail.'
const UNMARKED_BUT = 'Its header does not mark it as automatic, bulk or list mail.'

function doubted(doubt: string): string {
  return `But it ${doubt}, as sales mail does. Sent to people who did not ask for it, it is marketing mail, and the rules for that apply.`
}

/** Infers the kind from headers, structure and wording; what the owner says wins. */
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
  const own = signs.filter((sign) => sign.kind === best).toSorted((a, b) => b.weight - a.weight)
  const reasons = own.slice(0, MOST_REASONS).map((sign) => sign.says)
  if (best !== undefined && best !== 'personal') return { kind: best, reasons }
  const doubt = salesDoubt(message, html, links)
  const why = best ? reasons : [doubt ? UNMARKED_BUT : UNMARKED]
  return doubt
    ? { kind: 'personal', reasons: [...why, doubted(doubt)], doubt }
    : { kind: 'personal', reasons: why }
}
