import { parseAddress } from '../../net/ip.ts'

/** The record with the address let in: before `all` or a redirect, where it takes effect. */
export function withAddress(text: string, address: string): string {
  const term = addressTerm(address)
  const words = text.split(' ').filter((word) => word !== '')
  const end = words.findIndex((word) => /^(?:[+\-?~]?all|redirect=.*)$/i.test(word))
  if (words.includes(term)) return words.join(' ')
  return words.toSpliced(end < 0 ? words.length : end, 0, term).join(' ')
}

/** ip4:192.0.2.1 or ip6:2001:db8::1 */
export function addressTerm(address: string): string {
  return `ip${parseAddress(address)?.version ?? 4}:${address}`
}

/** The record with another `all`, at its end where there is none. A redirect has no effect beside it and goes. */
export function withAll(text: string, all: '-all' | '~all'): string {
  const words = text.split(' ').filter((word) => word !== '' && !/^(?:redirect=.*)$/i.test(word))
  const at = words.findIndex((word) => /^[+\-?~]?all$/i.test(word))
  return (at < 0 ? [...words, all] : words.with(at, all)).join(' ')
}
