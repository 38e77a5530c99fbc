import { WITHHOLDING_REASONS, type WithheldKind, type Withholding } from '../core/withholding.ts'
import type { HtmlDocument } from './html.ts'
import type { Link } from './links.ts'
import type { ParsedMessage } from './parse.ts'

const SIGNS: readonly (readonly [WithheldKind, RegExp])[] = [
  ['password_reset', /\b(?:reset|forgot|change)\b.{0,40}\bpassword\b|\bpassword reset\b/i],
  [
    'verification_code',
    /\b(?:verification|security|login|sign-?in|one[- ]time|confirmation) (?:code|passcode|pin)\b/i,
  ],
  [
    'sign_in_link',
    /\b(?:magic|sign-?in|login) link\b|\b(?:verify|confirm) your (?:e-?mail|account|address)\b/i,
  ],
]

/** Whether a message holds what opens somebody's account, judged from the message alone. */
export function judgeWithholding(
  message: ParsedMessage,
  html: HtmlDocument | undefined,
  links: readonly Link[],
): Withholding | undefined {
  const anchors = links.slice(0, 200).map((link) => link.text)
  const text = [message.subject, html?.text ?? '', message.text ?? '', ...anchors].join('\n')
  const read = text.slice(0, 200_000).normalize('NFKC')
  const kind = SIGNS.find(([, sign]) => sign.test(read))?.[0]
  return kind && { kind, reason: WITHHOLDING_REASONS[kind] }
}
