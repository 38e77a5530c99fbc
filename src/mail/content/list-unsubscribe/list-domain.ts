import { isDomainName } from '../../reading/domains/domain-name.ts'
import { toAsciiDomain } from '../../reading/domains/sender-domain.ts'
import type { ParsedMessage } from '../../reading/message.ts'

const LONGEST = 1_000

/** Where a list is at home: by List-Post, by List-Id (RFC 2919: the name of the list, then the domain), by its bounces. */
export function listDomain(message: ParsedMessage, mailFrom: string | undefined): string | undefined {
  const post = /mailto:[^@<>\s?]{1,320}@([^?>\s,]{1,255})/i.exec(fieldText(message, 'list-post'))?.[1]
  const id = /<?([^<>\s]{1,255})>?\s*$/.exec(fieldText(message, 'list-id'))?.[1]
  const bounces = mailFrom?.slice(mailFrom.lastIndexOf('@') + 1)
  const named = [post, id?.slice(id.indexOf('.') + 1), bounces].map((name) => toAsciiDomain(name ?? ''))
  return named.find((name) => isDomainName(name) && name.includes('.'))
}

function fieldText(message: ParsedMessage, key: string): string {
  return message.first(key)?.value.slice(0, LONGEST) ?? ''
}
