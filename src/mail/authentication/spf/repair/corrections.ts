import { normaliseAddress, parseAddress } from '../../../../net/ip.ts'

const NETWORK = /^([+\-?~]?)(?:(?:ip|ipv4|ipv6|ip4|ip6|a|mx)[:=])?([0-9a-f:.]{2,45})(\/[0-9]{1,3})?[,;]?$/i

/** The term as it was probably meant, for the usual slips; undefined where one would have to guess. */
export function correctionOf(term: string): string | undefined {
  if (term.length > 200) return undefined
  return asNetwork(term) ?? asAll(term) ?? asKeyword(term) ?? asMisspelt(term)
}

/** `ipv4:192.0.2.1`, `ip4=…`, `a:192.0.2.1`, `ip4:2001:db8::1`, or a bare address. */
function asNetwork(term: string): string | undefined {
  const [, qualifier = '', address = '', prefix = ''] = NETWORK.exec(term) ?? []
  const parsed = parseAddress(address)
  if (!parsed) return undefined
  const length = prefix === '' ? undefined : Number(prefix.slice(1))
  // Whether /33 stands for /32, /23 or /3 is known to its owner alone.
  if (length !== undefined && length > (parsed.version === 4 ? 32 : 128)) return undefined
  const network = length === undefined ? '' : `/${length}`
  return `${qualifier}ip${parsed.version}:${normaliseAddress(address) ?? address}${network}`
}

/** Dashes of word processors, as characters and as the octets of UTF-8 and windows-1252. */
const DASH = /^(?:[\u0096\u0097\u2010-\u2015\u2212]|\u00e2\u0080[\u0090-\u0095]|\u00e2\u0088\u0092)/

/** `-all;`, `all.`, `–all`, `-al`: a stray sign, another dash, or a letter too many or too few. */
function asAll(term: string): string | undefined {
  const word = term.replace(DASH, '-')
  const [, qualifier] =
    /^([+\-?~]?)all[^a-z0-9]{0,5}$/i.exec(word) ?? /^([-?~])(?:al|aall?|alll)$/i.exec(word) ?? []
  const fixed = qualifier === undefined ? undefined : `${qualifier}all`
  return fixed === term.toLowerCase() ? undefined : fixed
}

/** `redirect:x`, `include=x,`: another sign, or a stray one behind. */
function asKeyword(term: string): string | undefined {
  const target = /^([+\-?~]?)(include|exists|ptr|redirect|exp|a|mx)[:=]([a-z0-9_.%{}/-]{1,190})[,;]?$/i.exec(
    term,
  )
  if (!target) return undefined
  const [, qualifier = '', name = '', value = ''] = target
  const modifier = /^(?:redirect|exp)$/i.test(name)
  const fixed = modifier ? `${name}=${value}` : `${qualifier}${name}:${value}`
  return fixed.toLowerCase() === term.toLowerCase() ? undefined : fixed
}

const LONG_NAMES = ['include', 'exists', 'redirect'] as const

/** `inlcude:x`: a long name that is one slip off, and near no other. */
function asMisspelt(term: string): string | undefined {
  const [, qualifier, name = '', value] =
    /^([+\-?~]?)([a-z]{5,9}):([a-z0-9_.%{}/-]{1,180})$/i.exec(term) ?? []
  const meant = LONG_NAMES.find((one) => isOneSlip(name.toLowerCase(), one))
  if (meant === undefined) return undefined
  return meant === 'redirect' ? `redirect=${value}` : `${qualifier}${meant}:${value}`
}

/** A letter too many, missing or wrong, or two in each other's place. */
function isOneSlip(word: string, meant: string): boolean {
  if (word === meant) return false
  let at = 0
  while (at < meant.length && word[at] === meant[at]) at += 1
  const [rest, wanted] = [word.slice(at), meant.slice(at)]
  const swapped = `${wanted[1] ?? ''}${wanted[0] ?? ''}${wanted.slice(2)}`
  return (
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    (rest.slice(1) === wanted.slice(1) && rest !== wanted) ||
    (rest === swapped && rest !== wanted)
  )
}
