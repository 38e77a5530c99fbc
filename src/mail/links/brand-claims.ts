import { type Brand, brandsOwning, isOfBrand } from '../brands/catalogue.ts'
import { brandOfSignIn, speaksOfSignIn } from '../brands/naming.ts'
import { knownHost, shownHost } from './shown-site.ts'

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
export function claimOf(text: string, sender: string): Claim | undefined {
  const isSignIn = speaksOfSignIn(text)
  const site = siteIn(text, isSignIn)
  if (site !== undefined) return siteClaim(text, site, { sender, isSignIn })
  const brand = brandOfSignIn(text)
  if (!brand || isOfBrand(brand, sender)) return undefined
  return { shown: brand.domains[0] ?? '', owners: [brand], brands: [brand], isSignIn: true, isMention: false }
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
    const named =
      isSignIn || path.length > 1 ? knownHost(whole.slice(0, whole.length - path.length)) : undefined
    if (named !== undefined) return { host: named, path }
  }
  return undefined
}

function siteClaim(
  text: string,
  { host, path }: Site,
  { sender, isSignIn }: { sender: string; isSignIn: boolean },
): Claim {
  const owners = brandsOwning(host)
  const brands = owners.some((brand) => isOfBrand(brand, sender)) ? [] : owners
  const asks = isSignIn || SIGN_IN_PATH.test(path) || SIGN_IN_PATH.test(host)
  const isPage = path.length > 1 && brands.some(({ platform }) => platform)
  const isName = brands.some(({ names }) => names.includes(text.trim()))
  return { shown: host, owners, brands, isSignIn: asks, isMention: !asks && (isPage || isName) }
}
