import { type Brand, brandsOwning, isOfBrand } from '../../reading/brands/catalogue.ts'
import { imitatedBy } from '../../reading/brands/likeness.ts'
import { brandOfSignIn, isOnlySending, speaksOfSignIn } from '../../reading/brands/naming.ts'
import { knownHost, shownHost } from '../../reading/links/shown-site.ts'

/** What the text of a link says about where it leads. */
export interface Claim {
  /** The site that it names, in A-labels, or the main one of the brand. */
  shown: string
  /** Listed brands to which that site belongs. */
  owners: readonly Brand[]
  /** The same where the sender is none of them. */
  brands: readonly Brand[]
  /** It asks to get into an account. */
  isSignIn: boolean
  /** A page of somebody on a platform, or the name of a brand that is written like a site. */
  isMention: boolean
}

/** Names of sites anywhere in a text. */
const NAMES =
  /(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,6}\p{L}{2,63}(?![\p{L}\p{N}@_-])(\/[^\s]{0,300})?/gu
const MOST_NAMES = 10
/** Paths of pages to sign in. */
const SIGN_IN_PATH =
  /(?:log-?_?in|sign-?_?in|log-?_?on|auth|verif|account|konto|secur|unlock|password|recover|confirm|billing|payment|update)/i

/** What a text names. Absent: no site and no account. */
export function claimOf(written: string, sender: string): Claim | undefined {
  const text = asSeen(written)
  const isSignIn = speaksOfSignIn(text)
  const site = siteIn(text, isSignIn)
  if (site !== undefined) return siteClaim(text, site, { sender, isSignIn })
  const brand = brandOfSignIn(text)
  if (!brand || isOfBrand(brand, sender)) return undefined
  return { shown: brand.domains[0] ?? '', owners: [brand], brands: [brand], isSignIn: true, isMention: false }
}

/** Shown as nothing, whatever their place. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
/** Turns what follows it around (UAX #9). */
const TURNED = /\u202e([^\u202c\u202e]{0,300})\u202c?/gu

/** A text as readers see it: nothing invisible, wide letters and dots as plain ones, turned letters in their order. */
function asSeen(text: string): string {
  return text
    .replace(TURNED, (_, turned: string) => [...turned].toReversed().join(''))
    .replace(UNSEEN, '')
    .normalize('NFKC')
    .replace(/(?<=[\p{L}\p{N}])\u3002(?=[a-z])/giu, '.')
}

interface Site {
  host: string
  path: string
}

/** A text that is an address, or holds one, or names a site together with words of signing in. */
function siteIn(text: string, isSignIn: boolean): Site | undefined {
  const host = shownHost(text)
  const names = [...text.slice(0, 500).matchAll(NAMES)].slice(0, MOST_NAMES)
  if (host !== undefined) {
    const [, path = ''] = names.find(([whole]) => knownHost(whole.replace(/\/.*$/su, '')) === host) ?? []
    return { host, path }
  }
  for (const [whole, path = ''] of names) {
    const named = knownHost(whole.slice(0, whole.length - path.length))
    if (named === undefined) continue
    if (isSignIn || path.length > 1 || isSentTo(text, whole, named)) return { host: named, path }
  }
  return undefined
}

/** "Go to paypal.com": a brand's site, and words that send a reader there. */
function isSentTo(text: string, whole: string, host: string): boolean {
  return ownersOf(host).length > 0 && isOnlySending(text.replace(whole, ' '))
}

/** A site that is written like a brand's is read as the brand's. */
function ownersOf(host: string): readonly Brand[] {
  const own = brandsOwning(host)
  const like = own.length > 0 ? undefined : imitatedBy(host)
  return like?.way === 'letters' ? [like.brand] : own
}

function siteClaim(
  text: string,
  { host, path }: Site,
  { sender, isSignIn }: { sender: string; isSignIn: boolean },
): Claim {
  const owners = ownersOf(host)
  const brands = owners.some((brand) => isOfBrand(brand, sender)) ? [] : owners
  const asks = isSignIn || SIGN_IN_PATH.test(path) || SIGN_IN_PATH.test(host)
  const isPage = path.length > 1 && brands.some(({ platform }) => platform)
  const isName = brands.some(({ names }) => names.includes(text.trim()))
  return { shown: host, owners, brands, isSignIn: asks, isMention: !asks && (isPage || isName) }
}
