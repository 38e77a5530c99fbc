import { fileHostOf, isShortener } from '../../reading/domains/known-domains.ts'
import { sameOrganisation } from '../../reading/domains/sender-domain.ts'
import { inWords, type LinksView, siteOf } from '../../reading/links/view.ts'
import type { FollowedView } from './following.ts'
import type { NamesView } from './names.ts'
import { type TextsView, targetsOf } from './text-remarks.ts'

/** The links in words: sites and counts, never a path or a text. */
export function describeLinks(
  { web, count }: LinksView,
  texts: TextsView,
  sender = '',
): Record<string, string> {
  const insecure = web.filter(({ url }) => url.protocol === 'http:').length
  const elsewhere = web.filter(({ url, host }) =>
    targetsOf(url).some((target) => !sameOrganisation(target, host)),
  )
  const shorteners = web.filter(({ host }) => isShortener(host, siteOf(sender))).map(({ host }) => host)
  const files = web.flatMap(({ host }) => fileHostOf(host) ?? [])
  return {
    links: String(count),
    ...(web.length > 0 && {
      sites: inWords(
        web.map(({ host }) => siteOf(host)),
        20,
      ),
    }),
    ...(insecure > 0 && { over_http: `${insecure} of ${web.length}` }),
    ...(texts.tracked.length > 0 && { counted_on_the_way: inWords(texts.tracked) }),
    ...(elsewhere.length > 0 && { redirecting: inWords(elsewhere.map(({ host }) => siteOf(host))) }),
    ...(shorteners.length > 0 && { shorteners: inWords(shorteners) }),
    ...(files.length > 0 && { file_hosts: inWords(files) }),
  }
}

/** What was found at the other end. */
export function describeNames(names: NamesView, followed: FollowedView | undefined): Record<string, string> {
  return {
    names: `${names.found} found, ${names.missing.length} missing`,
    ...(names.unanswered.length > 0 && { names_unanswered: inWords(names.unanswered) }),
    ...(names.notAsked > 0 && { names_not_asked: String(names.notAsked) }),
    ...(followed && {
      followed: `${followed.followed}, ${followed.redirected} of them redirected, ${followed.unanswered} without answer`,
      left_alone: `${followed.leftAlone} links that may act for the reader`,
    }),
  }
}
