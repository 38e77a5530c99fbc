import { isPublicAddress } from '../../src/net/ip.ts'
import type { DataSet } from './data-set.ts'

/** A cloud that gives addresses to any of its customers, and what it publishes of them. */
interface Cloud {
  name: string
  list: string
  /** Networks with longer prefixes are left out. */
  longest: number
  networksIn(text: string): string[]
}

const CLOUDS: readonly Cloud[] = [
  {
    name: 'Amazon Web Services',
    list: 'https://ip-ranges.amazonaws.com/ip-ranges.json',
    longest: 14,
    networksIn: (text) =>
      listIn(text, 'prefixes').flatMap((one) => (one['service'] === 'EC2' ? String(one['ip_prefix']) : [])),
  },
  {
    name: 'DigitalOcean',
    list: 'https://www.digitalocean.com/geo/google.csv',
    longest: 18,
    networksIn: linesOf,
  },
  { name: 'Linode', list: 'https://geoip.linode.com/', longest: 18, networksIn: linesOf },
  {
    name: 'Oracle Cloud',
    list: 'https://docs.oracle.com/en-us/iaas/tools/public_ip_ranges.json',
    longest: 17,
    networksIn: (text) =>
      listIn(text, 'regions').flatMap(({ cidrs }) =>
        (Array.isArray(cidrs) ? cidrs : []).flatMap(({ cidr, tags }) =>
          Array.isArray(tags) && tags.includes('OCI') ? String(cidr) : [],
        ),
      ),
  },
  { name: 'Vultr', list: 'https://geofeed.constant.com/?text', longest: 18, networksIn: linesOf },
]

/** Fewer wide networks than this of one cloud are no list of it. */
const LEAST = 8

/** Wide networks whose addresses clouds rent to anybody. */
export const cloudRanges: DataSet = {
  name: 'cloud-ranges',
  addresses: CLOUDS.map(({ list }) => list),
  licence: 'LicenseRef-published-facts',
  note: "Lists that the clouds publish of the networks of their customers; of Amazon those of EC2, of Oracle those of OCI. Only wide networks are kept, after neighbours were put together: /14 and wider of Amazon, /17 and wider of Oracle, /18 and wider of the others, IPv4 alone. What is missing is not known to be anybody's own. Networks that are not public are left out.",
  read: (texts) => ({
    clouds: CLOUDS.map(({ name, list, longest, networksIn }, at) => {
      const networks = together(networksIn(texts[at] ?? '').flatMap(networkOf)).filter(
        ({ prefix }) => prefix <= longest,
      )
      if (networks.length < LEAST) {
        throw new Error(
          `only ${networks.length} wide networks of ${name}, where at least ${LEAST} were expected`,
        )
      }
      return { name, list, networks: networks.map(written) }
    }),
  }),
}

/** The first field of each line that is no comment: geofeeds (RFC 8805), and lists of networks alone. */
function linesOf(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [field = ''] = line.split(/[,\s]/, 1)
    return field === '' || line.startsWith('#') ? [] : field
  })
}

function listIn(text: string, key: string): Record<string, unknown>[] {
  const list = (JSON.parse(text) as Record<string, unknown>)[key]
  if (!Array.isArray(list)) throw new Error(`there is no list "${key}"`)
  return list
}

interface Network {
  first: number
  prefix: number
}

/** IPv6 and what is not public is left out; what is no network at all is a mistake. */
function networkOf(text: string): Network[] {
  if (text.includes(':')) return []
  const [, address = '', length = ''] = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/.exec(text) ?? []
  const bytes = address.split('.').map(Number)
  const prefix = Number(length)
  if (address === '' || bytes.some((byte) => byte > 255) || prefix > 32 || prefix < 8) {
    // A heading of a table.
    if (!/^[0-9]/.test(text)) return []
    throw new Error(`"${text.slice(0, 60)}" is no network`)
  }
  const first = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  return isPublicAddress(address) ? [{ first: first - (first % sizeOf(prefix)), prefix }] : []
}

const sizeOf = (prefix: number) => 2 ** (32 - prefix)

/** As few networks as hold the same addresses. */
function together(all: readonly Network[]): Network[] {
  const ranges: { from: number; to: number }[] = []
  for (const { first, prefix } of all.toSorted((one, other) => one.first - other.first)) {
    const last = ranges.at(-1)
    const to = first + sizeOf(prefix)
    if (last && first <= last.to) last.to = Math.max(last.to, to)
    else ranges.push({ from: first, to })
  }
  return ranges.flatMap(({ from, to }) => networksBetween(from, to))
}

function networksBetween(from: number, to: number): Network[] {
  const networks: Network[] = []
  for (let first = from; first < to; ) {
    let prefix = 32
    while (prefix > 0 && first % sizeOf(prefix - 1) === 0 && first + sizeOf(prefix - 1) <= to) prefix -= 1
    networks.push({ first, prefix })
    first += sizeOf(prefix)
  }
  return networks
}

const written = ({ first, prefix }: Network) =>
  `${[24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.')}/${prefix}`
