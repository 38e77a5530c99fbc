import type { DataSet } from './data-set.ts'

const LEAST = 200
const NAME = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/

/** Top-level domains of companies, below which no stranger can register. */
export const brandRegistries: DataSet = {
  name: 'brand-registries',
  addresses: ['https://www.icann.org/resources/registries/gtlds/v2/gtlds.json'],
  licence: 'LicenseRef-published-facts',
  note: 'Top-level domains whose registry gives names to itself, its affiliates and its licensees alone (ICANN registry agreement, specification 13), as far as they are delegated. What is missing is not known to be open.',
  read([text = '']) {
    const { gTLDs } = JSON.parse(text) as { gTLDs?: unknown }
    if (!Array.isArray(gTLDs)) throw new Error('it is no list of top-level domains')
    const brands = gTLDs.filter(
      (one) =>
        one.specification13 === true && !one.contractTerminated && one.delegationDate && !one.removalDate,
    )
    const domains = [...new Set(brands.map(({ gTLD }) => String(gTLD).toLowerCase()))].toSorted()
    const wrong = domains.find((domain) => !NAME.test(domain))
    if (wrong !== undefined) throw new Error(`"${wrong}" is no top-level domain`)
    if (domains.length < LEAST)
      throw new Error(`only ${domains.length} brands, where at least ${LEAST} were expected`)
    return { domains }
  },
}
