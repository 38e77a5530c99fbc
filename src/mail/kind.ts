import type { MessageKind } from '../core/report.ts'
import type { HtmlDocument } from './html.ts'
import type { Link } from './links.ts'
import type { ParsedMessage } from './parse.ts'

/** What kind of mail this is, with the reasons in words that do not repeat the message. */
export interface KindVerdict {
  kind: MessageKind
  reasons: string[]
}

/** Infers the kind from headers, structure and wording. */
export declare function judgeKind(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  links: readonly Link[],
): KindVerdict
