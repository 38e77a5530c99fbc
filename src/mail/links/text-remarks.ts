import { isShortener, isTrackingHost } from '../known-domains.ts'
import type { Remark } from '../remark.ts'
import { sameBrand, sameOrganisation } from '../sender-domain.ts'
import { shownHost } from './shown-site.ts'
import { inWords, siteOf, type WebLink } from './view.ts'

/** How the texts of the links agree with where they lead. */
export interface TextsView {
  remarks: Remark[]
  /** Shown and real site of every link that is counted or examined on its way. */
  tracked: string[]
  /** Links that lead somewhere else. */
  differing: WebLink[]
}

/** Compares each text that names a site with the site the link leads to. `senders` are the sender's own domains. */
export function judgeTexts(web: readonly WebLink[], senders: readonly string[]): TextsView {
  const view: TextsView = { remarks: [], tracked: [], differing: [] }
  const pairs: string[] = []
  for (const one of web) {
    const shown = one.link.from === 'anchor' ? shownHost(one.link.text) : undefined
    if (shown === undefined || leadsThere(shown, one)) continue
    const pair = `${siteOf(shown)} → ${siteOf(one.host)}`
    if (isOnTheWay(one, senders)) view.tracked.push(pair)
    else {
      view.differing.push(one)
      pairs.push(pair)
    }
  }
  if (pairs.length > 0) view.remarks.push(differs(pairs))
  return view
}

function leadsThere(shown: string, { host, url }: WebLink): boolean {
  if (shown === host || sameOrganisation(shown, host) || sameBrand(shown, host)) return true
  return targetsOf(url).some((target) => sameOrganisation(target, shown))
}

/** Clicks are counted by the sender or a platform, or a shortener stands between, which is told by itself. */
function isOnTheWay({ host }: WebLink, senders: readonly string[]): boolean {
  return (
    isTrackingHost(host) ||
    isShortener(host, undefined) ||
    senders.some((sender) => sameOrganisation(sender, host))
  )
}

const INSIDE = /https?(?::|%3a)(?:\/|%2f){1,2}([^/?#%&*:@\s]{1,253})/gi
const MOST_TARGETS = 20

/** Hosts of addresses that stand in the path or query of another. */
export function targetsOf(url: URL): string[] {
  const rest = url.href.slice('http://'.length).replaceAll('%25', '%')
  return [...rest.matchAll(INSIDE)]
    .slice(0, MOST_TARGETS)
    .flatMap((match) => URL.parse(`https://${match[1]}`)?.hostname || [])
}

function differs(pairs: readonly string[]): Remark {
  return {
    code: 'link-text-differs',
    says: `The text of ${pairs.length === 1 ? 'a link names' : `${pairs.length} links names`} another site than the one it leads to: ${inWords(pairs)}.`,
    advice:
      'Let a link whose text is an address lead to that site, or write words in its place; count clicks through a name under your own domain.',
    reference: 'Gmail sender guidelines (2026-03-21)',
  }
}
