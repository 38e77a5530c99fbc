import type { WithholdingDecision } from '../core/withholding.ts'
import { withholdingVersion } from '../mail/discretion/withholding-version.ts'
import { extractLinks } from '../mail/reading/links/links.ts'
import { parseHtml } from '../mail/reading/markup/html.ts'
import { parseMessage } from '../mail/reading/parse.ts'
import { judgeWithholding } from '../mail/withholding/withholding.ts'

/** Decides from the message alone whether its words are withheld, by the rules of this program. Throws NotAMessage. */
export function decideWithholding(raw: Uint8Array): WithholdingDecision {
  const message = parseMessage(raw)
  const html = message.html === undefined ? undefined : parseHtml(message.html)
  const withheld = judgeWithholding(message, html, extractLinks(html, message.text), raw)
  return { withholdingVersion: withholdingVersion(), ...(withheld && { withheld }) }
}
