import { once } from '../../../core/making/once.ts'
import rdap from '../../data/rdap.json' with { type: 'json' }

const servers = once(() => new Map(Object.entries<string>(rdap.servers)))

/** Where the registry of a domain answers RDAP, by the longest suffix that IANA's bootstrap names (RFC 9224 section 4). */
function rdapServerOf(domain: string): string | undefined {
  const labels = domain.split('.')
  for (let from = 1; from < labels.length; from += 1) {
    const server = servers().get(labels.slice(from).join('.'))
    if (server !== undefined) return server
  }
  return undefined
}

/** Where the registry of a domain tells of it (RFC 9082 section 3.1.3). */
export function rdapAddressOf(domain: string): string | undefined {
  const server = rdapServerOf(domain)
  return server && new URL(`domain/${encodeURIComponent(domain)}`, server).href
}
