import { brandsOwning, isOfBrand } from '../../reading/brands/catalogue.ts'
import { isShortener, isTrackingHost } from '../../reading/domains/known-domains.ts'
import { sameBrand, sameOrganisation } from '../../reading/domains/sender-domain.ts'
import { inWords, siteOf, type WebLink } from '../../reading/links/view.ts'
import type { Remark } from '../../remark.ts'
import { type Claim, claimOf } from './brand-claims.ts'

/** What is said of links whose texts name another site. */
export type LinkTextCode = 'link-imitates-brand' | 'link-text-differs'

/** A link whose text names another site than the one it leads to. */
export interface Differing extends WebLink {
  claim: Claim
  /** Below a domain of the sender's own. */
  isOwn: boolean
}

/** How the texts of the links agree with where they lead, as far as the texts and addresses say. */
export interface TextsView {
  /** Texts that name a site and lead there. */
  agreeing: number
  /** Shown and real site of every link that is counted or examined on its way. */
  tracked: string[]
  /** Links that lead somewhere else, unless that host is an alias of a service that counts clicks. */
  differing: Differing[]
}

/** Whose links they are. */
export interface Senders {
  /** The domain of From; '' where there is none. */
  from: string
  /** All domains of the sender's side. */
  own: readonly string[]
}

/** Compares each text that names a site with the site the link leads to. */
export function compareTexts(web: readonly WebLink[], senders: Senders): TextsView {
  const view: TextsView = { agreeing: 0, tracked: [], differing: [] }
  for (const one of web) {
    const claim = one.link.from === 'anchor' ? claimOf(one.link.text, senders.from) : undefined
    if (claim) place(one, claim, senders, view)
  }
  return view
}

function place(one: WebLink, claim: Claim, { own }: Senders, view: TextsView): void {
  const isOwn = own.some((domain) => sameOrganisation(domain, one.host))
  const onward = onwardOf(claim, one)
  if (leadsThere(claim, one)) {
    if (onward === undefined) view.agreeing += 1
    else view.tracked.push(`${siteOf(claim.shown)} → ${siteOf(onward)}`)
  } else if (isOnTheWay(one, claim, isOwn)) view.tracked.push(pairOf(claim, one))
  else view.differing.push({ ...one, claim, isOwn })
}

/** Another site whose address stands in this one, as where a host hands its readers on. */
function onwardOf({ shown }: Claim, { url, host }: WebLink): string | undefined {
  return targetsOf(url).find((target) => !sameOrganisation(target, shown) && !sameOrganisation(target, host))
}

/** Shown and real site. */
export function pairOf({ shown }: Claim, { host }: WebLink): string {
  return `${siteOf(shown)} → ${siteOf(host)}`
}

function leadsThere({ shown, owners }: Claim, { host }: WebLink): boolean {
  if (shown === host || sameOrganisation(shown, host)) return true
  return owners.length > 0 ? owners.some((brand) => isOfBrand(brand, host)) : sameBrand(shown, host)
}

/** A platform counts clicks, or the sender where no brand is named, or a shortener stands between, which is told by itself. */
function isOnTheWay(
  { host, url }: WebLink,
  { shown, brands, isSignIn, isMention }: Claim,
  isOwn: boolean,
): boolean {
  if (isTrackingHost(host) || isShortener(host, undefined)) return true
  const hasTarget = targetsOf(url).some((target) => sameOrganisation(target, shown))
  if (brands.length === 0 || isMention) return isOwn || hasTarget
  return hasTarget && (brandsOwning(host).length > 0 || !(isOwn || isSignIn))
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

/** What is to be said about links that lead elsewhere for certain. */
export function textRemarks(differing: readonly Differing[]): Remark<LinkTextCode>[] {
  const imitating = differing.filter(({ claim }) => claim.brands.length > 0 && !claim.isMention)
  const others = differing.filter((one) => !imitating.includes(one))
  return [
    ...(imitating.length > 0 ? [imitates(imitating)] : []),
    ...(others.length > 0 ? [differs(others.map((one) => pairOf(one.claim, one)))] : []),
  ]
}

function imitates(links: readonly Differing[]): Remark<LinkTextCode> {
  const names = inWords(links.map(({ claim }) => claim.brands[0]?.name ?? ''))
  const pairs = inWords(links.map((one) => pairOf(one.claim, one)))
  return {
    code: 'link-imitates-brand',
    says: `The text of ${links.length === 1 ? 'a link names' : `${links.length} links names`} ${names}, but the link leads elsewhere: ${pairs}.`,
    advice:
      'Lead the link to the site that its text names, or name your own site in the text. To count clicks, use a host that is an alias (CNAME) of your sending platform.',
    reference: 'Gmail sender guidelines (2026-03-21)',
  }
}

function differs(pairs: readonly string[]): Remark<LinkTextCode> {
  return {
    code: 'link-text-differs',
    says: `The text of ${pairs.length === 1 ? 'a link names' : `${pairs.length} links names`} another site than the one it leads to: ${inWords(pairs)}.`,
    advice:
      'Let a link whose text is an address lead to that site, or write words in its place; count clicks through a name under your own domain.',
    reference: 'Gmail sender guidelines (2026-03-21)',
  }
}
