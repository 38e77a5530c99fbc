import { judgeAddresses } from '../../../../src/mail/content/links/address-remarks.ts'
import { judgeLinks, readLinks } from '../../../../src/mail/content/links/claims.ts'
import {
  judgeBrandOfReplies,
  judgeBrandOfSender,
} from '../../../../src/mail/message/sender-identity/brand-remarks.ts'
import { judgeKind } from '../../../../src/mail/reading/kind/kind.ts'
import { extractLinks } from '../../../../src/mail/reading/links/links.ts'
import { parseHtml } from '../../../../src/mail/reading/markup/html.ts'
import { parseMessage } from '../../../../src/mail/reading/parse.ts'
import type { Answer, RecordType, Resolver } from '../../../../src/net/ports.ts'

/** Every name exists, and none is an alias: the hardest case for who counts clicks. */
const everywhere: Resolver = {
  query: async <T extends RecordType>() =>
    ({ kind: 'nodata', ttl: 60, ad: false, chain: [] }) satisfies Answer<T>,
}

/** What is said of a message that has to do with brands. */
export async function toldOfBrands(raw: Uint8Array): Promise<string[]> {
  const message = parseMessage(raw)
  const html = message.html === undefined ? undefined : parseHtml(message.html)
  const links = extractLinks(html, message.text)
  const kind = judgeKind(message, html, links)
  const [from] = message.from
  const judged = await judgeLinks(
    readLinks({ links, html, kind }),
    { message, mailFrom: from?.address ?? '' },
    everywhere,
  )
  const beside = {
    isPersonal: kind.kind === 'personal',
    words: `${message.first('subject')?.value ?? ''} ${message.text?.slice(0, 20_000) ?? ''}`,
  }
  const replies = message.replyTo.map(({ domain }) => domain).filter((domain) => domain !== '')
  return [
    ...judged.remarks,
    ...judgeAddresses(judged.view, from?.domain || undefined),
    ...(from && from.domain !== '' ? judgeBrandOfSender(from, beside) : []),
    ...judgeBrandOfReplies(replies, from?.domain ?? ''),
  ]
    .filter(({ code }) => code.endsWith('-brand') || code === 'link-text-differs')
    .map(({ code, says }) => `${code}: ${says}`)
}
