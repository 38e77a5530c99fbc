import { networkName } from '../../../core/aggregate/network-name.ts'
import { inNetwork, listName, parseAddress } from '../../../net/ip.ts'
import { ask, type Resolver } from '../../../net/ports.ts'

/** none: nobody announces it. */
export type NetworkLook = { kind: 'network'; name: string } | { kind: 'none' | 'failed' }

const ORIGIN = { 4: 'origin.asn.cymru.com', 6: 'origin6.asn.cymru.com' } as const
const NAMES = 'asn.cymru.com'
/** Answers are read so far: what stands there is written by others. */
const MOST_RECORDS = 20
const LONGEST_RECORD = 500
const MOST_NUMBERS = 10
const LONGEST_NAME = 80
const HIGHEST_NUMBER = 4_294_967_294
const MOST_KEPT = 2_000

/**
 * Asks Team Cymru's IP to ASN mapping, by the DNS, which network announces an address. The name begins with the number, as in `AS64500
 * EXAMPLE-NET`, and is the number alone where the network has no name.
 */
export function createNetworks(resolver: Resolver): (ip: string) => Promise<NetworkLook> {
  const names = new Map<number, string>()

  async function nameOf(number: number): Promise<string | undefined> {
    const known = names.get(number)
    if (known !== undefined) return known
    const texts = await textsOf(`AS${number}.${NAMES}`)
    if (!texts) return undefined
    const said = texts.map(fieldsOf).find(([first]) => first === String(number))?.[4]
    const name = networkName({ number, name: cleaned(said ?? '') })
    if (names.size >= MOST_KEPT) names.clear()
    names.set(number, name)
    return name
  }

  /** Undefined: the DNS gave no answer. */
  async function textsOf(name: string): Promise<string[] | undefined> {
    const answer = await ask(resolver, name, 'TXT')
    if (answer.kind === 'failure') return undefined
    if (answer.kind !== 'records') return []
    return answer.records.slice(0, MOST_RECORDS).map(({ text }) => text.slice(0, LONGEST_RECORD))
  }

  return async (ip) => {
    const version = parseAddress(ip)?.version
    const question = version && listName(ip, ORIGIN[version])
    if (question === undefined) return { kind: 'none' }
    const texts = await textsOf(question)
    if (!texts) return { kind: 'failed' }
    const number = announcing(ip, texts)
    if (number === undefined) return { kind: 'none' }
    const name = await nameOf(number)
    return name === undefined ? { kind: 'failed' } : { kind: 'network', name }
  }
}

/** The network with the narrowest prefix that holds the address; of several, the one with the lowest number. */
function announcing(ip: string, texts: readonly string[]): number | undefined {
  const found = texts.flatMap((text) => {
    const [numbers = '', prefix = ''] = fieldsOf(text)
    const length = Number(/^[0-9a-f.:]{2,45}\/([0-9]{1,3})$/i.exec(prefix)?.[1] ?? Number.NaN)
    if (Number.isNaN(length) || !inNetwork(ip, prefix)) return []
    return numbers
      .split(' ', MOST_NUMBERS)
      .flatMap(numberIn)
      .map((number) => ({ number, length }))
  })
  return found.toSorted((a, b) => b.length - a.length || a.number - b.number)[0]?.number
}

function numberIn(text: string): number[] {
  const number = /^[0-9]{1,10}$/.test(text) ? Number(text) : 0
  return number > 0 && number <= HIGHEST_NUMBER ? [number] : []
}

const fieldsOf = (text: string): string[] => text.split('|', 10).map((field) => field.trim())

/** Text of a stranger, on one line; the country behind the last comma says nothing of whose it is. */
function cleaned(latin1: string): string {
  return Buffer.from(latin1, 'latin1')
    .toString('utf8')
    .replace(/[\p{C}\p{Z}\uFFFD]+/gu, ' ')
    .trim()
    .replace(/,\s?[A-Z]{2}$/, '')
    .slice(0, LONGEST_NAME)
    .toWellFormed()
    .trim()
}
