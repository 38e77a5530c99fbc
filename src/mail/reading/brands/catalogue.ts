import { parse } from 'tldts'
import data from '../../data/brands.json' with { type: 'json' }
import { remembered } from '../remembered.ts'
import { foldedWords } from './fold.ts'

/** A brand that phishing imitates; `data/brands.json` says what each list means. */
export interface Brand {
  name: string
  names: readonly string[]
  shared: readonly string[]
  words: readonly string[]
  suffixed: readonly string[]
  alone: readonly string[]
  persons: readonly string[]
  domains: readonly string[]
  open: readonly string[]
  federated: readonly string[]
  /** What imitators write in host names; absent: its names. */
  labels?: readonly string[]
  platform: boolean
}

type Written = Partial<Omit<Brand, 'name' | 'domains'>> & Pick<Brand, 'name' | 'domains'>

const NONE = {
  names: [],
  shared: [],
  words: [],
  suffixed: [],
  alone: [],
  persons: [],
  open: [],
  federated: [],
  platform: false,
}

export const BRANDS: readonly Brand[] = (data.brands as readonly Written[]).map((brand) => ({
  ...NONE,
  ...brand,
}))

/** Names of others that look like a brand's. */
export const HONEST_LABELS: ReadonlySet<string> = new Set(data.honest)

const CARRIERS = new Set(data.carriers)
const OWNERS = Map.groupBy(
  BRANDS.flatMap((brand) => brand.domains.map((domain, place) => ({ domain, brand, place }))),
  ({ domain }) => domain,
)

/** Country codes whose names were given away to anybody for years. */
const GIVEN_AWAY = new Set([
  'tk',
  'ml',
  'ga',
  'cf',
  'gq',
  'pw',
  'cc',
  'ws',
  'su',
  'to',
  'cm',
  'la',
  'st',
  'nu',
])

const LONGEST_NAME = 253
const MOST_LABELS = 12

/** The brands that a host belongs to: below one of their domains, the main ones first, or their name as such in a country. */
export const brandsOwning: (host: string) => readonly Brand[] = remembered((host) => {
  if (host.length > LONGEST_NAME) return []
  const { isPrivate, publicSuffix } = parse(host, { allowPrivateDomains: true })
  // What anybody can put up below a company's name is not the company's, unless it says so.
  const above = namesAbove(host).filter((name) => !isPrivate || name.length >= (publicSuffix ?? '').length)
  const listed = above.flatMap((name) => OWNERS.get(name) ?? []).toSorted((a, b) => a.place - b.place)
  if (listed.length > 0) return [...new Set(listed.map(({ brand }) => brand))]
  return isPrivate ? [] : inCountry(host)
})

const COUNTRY = /^[a-z]{2}$/

function inCountry(host: string): readonly Brand[] {
  const { domainWithoutSuffix, publicSuffix } = parse(host, { allowPrivateDomains: false })
  const top = (publicSuffix ?? '').slice((publicSuffix ?? '').lastIndexOf('.') + 1)
  if (!domainWithoutSuffix || !COUNTRY.test(top) || GIVEN_AWAY.has(top)) return []
  return COUNTRY_NAMES.get(domainWithoutSuffix) ?? []
}

/** Everything that such a brand may be called in one label. */
const COUNTRY_NAMES = new Map<string, Brand[]>()
for (const brand of BRANDS) {
  for (const label of new Set(namesOf(brand).flatMap(writtenAsLabel))) {
    COUNTRY_NAMES.set(label, [...(COUNTRY_NAMES.get(label) ?? []), brand])
  }
}

/** Everything that a brand is called. */
export function namesOf({ names, shared, words, suffixed, alone, persons }: Brand): string[] {
  return [...names, ...shared, ...words, ...suffixed, ...alone, ...persons]
}

/** A name as one label: run together and with hyphens. */
export function writtenAsLabel(name: string): string[] {
  const parts = foldedWords(name).map((word) => word.replace(/[&+]/g, ''))
  const together = parts.join('')
  return /^[a-z0-9]{2,63}$/.test(together) ? [together, parts.filter((part) => part !== '').join('-')] : []
}

/** The host is one of this brand's. */
export function isOfBrand(brand: Brand, host: string): boolean {
  return brandsOwning(host).includes(brand)
}

/** Services that send or hand on mail under the name of others. */
export function isCarrier(host: string): boolean {
  return namesAbove(host).some((name) => CARRIERS.has(name))
}

/** a.b.c: itself, b.c, c. */
export function namesAbove(host: string): string[] {
  const labels = host.split('.').slice(-MOST_LABELS)
  return labels.map((_, i) => labels.slice(i).join('.'))
}
