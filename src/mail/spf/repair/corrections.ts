import { normaliseAddress, parseAddress } from '../../../net/ip.ts'

const NETWORK = /^([+\-?~]?)(?:(?:ip|ipv4|ipv6|ip4|ip6|a|mx)[:=])?([0-9a-f:.]{2,45})(\/[0-9]{1,3})?[,;]?$/i

/** The term as it was probably meant, for the usual slips; undefined where one would have to guess. */
export function correctionOf(term: string): string | undefined {
  if (term.length > 200) return undefined
  return asNetwork(term) ?? asKeyword(term)
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

/** `redirect:x`, `-all;`, `all.`: another sign, or a stray one behind. */
function asKeyword(term: string): string | undefined {
  const all = /^([+\-?~]?)all[^a-z0-9]{1,5}$/i.exec(term)
  if (all) return `${all[1]}all`
  const target = /^([+\-?~]?)(include|exists|ptr|redirect|exp|a|mx)[:=]([a-z0-9_.%{}/-]{1,190})[,;]?$/i.exec(
    term,
  )
  if (!target) return undefined
  const [, qualifier = '', name = '', value = ''] = target
  const modifier = /^(?:redirect|exp)$/i.test(name)
  const fixed = modifier ? `${name}=${value}` : `${qualifier}${name}:${value}`
  return fixed.toLowerCase() === term.toLowerCase() ? undefined : fixed
}
