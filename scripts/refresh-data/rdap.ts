import type { DataSet } from './data-set.ts'

const LEAST = 1_000

/** Where registries answer RDAP, by the domains below which they register others (RFC 9224). */
export const rdap: DataSet = {
  name: 'rdap',
  addresses: ['https://data.iana.org/rdap/dns.json'],
  licence: 'CC0-1.0',
  note: 'The RDAP bootstrap of IANA; one address for each, and none that is not https.',
  read([text = '']) {
    const { publication, services } = JSON.parse(text) as { publication?: unknown; services?: unknown }
    if (typeof publication !== 'string' || !Array.isArray(services))
      throw new Error('it is no RDAP bootstrap')
    const servers = services.flatMap(serversOf).toSorted(([a], [b]) => (a < b ? -1 : 1))
    if (servers.length < LEAST) {
      throw new Error(`only ${servers.length} domains, where at least ${LEAST} were expected`)
    }
    return { publication, servers: Object.fromEntries(servers) }
  },
}

function serversOf(service: unknown): [string, string][] {
  const [domains, addresses] = service as [string[], string[]]
  const address = addresses.find((one) => one.startsWith('https://'))
  if (address === undefined) return []
  const wrong = domains.find((domain) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(domain))
  if (wrong !== undefined || !URL.canParse(address)) throw new Error(`"${wrong ?? address}" cannot be one`)
  return domains.map((domain) => [domain, address.endsWith('/') ? address : `${address}/`])
}
