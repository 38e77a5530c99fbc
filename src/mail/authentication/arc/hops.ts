import parseHeader from 'mailauth/lib/parse-dkim-headers.js'
import { isDomainName, tidyDomain } from '../../reading/domains/domain-name.ts'
import type { BoundedVerifier } from '../verify/bounded-verifier.ts'
import { type ArcOutcome, AUTH_RESULTS } from '../verify/outcome.ts'

type Hop = ArcOutcome['hops'][number]
type Tags = ReturnType<typeof parseHeader>['parsed']

const MOST_FIELDS = 150
const LONGEST_FIELD = 65_536
const METHODS = ['spf', 'dkim', 'dmarc', 'arc', 'iprev', 'auth', 'bimi', 'dkim-atps'] as const

/** Each hop's claims, oldest first, read field by field: a chain that is broken still tells who claimed what. */
export function readHops(verifier: BoundedVerifier): Hop[] {
  const fields = verifier.headers ? verifier.headers.parsed : []
  const hops = new Map<number, Hop>()
  const arcFields = fields.filter(({ key, line }) => key?.startsWith('arc-') && line.length <= LONGEST_FIELD)
  for (const { key, line } of arcFields.slice(0, MOST_FIELDS)) {
    const { parsed } = parseHeader(line, { strict: true })
    const instance = Number(textOf(parsed, 'i'))
    if (!Number.isInteger(instance) || instance < 1 || instance > 50) continue
    const hop = hops.get(instance) ?? blankHop(instance)
    hops.set(instance, hop)
    if (key === 'arc-seal') Object.assign(hop, sealOf(parsed))
    if (key === 'arc-authentication-results') hop.claims = claimsOf(parsed)
  }
  return [...hops.values()].toSorted((a, b) => a.instance - b.instance)
}

function blankHop(instance: number): Hop {
  return { instance, domain: '', selector: '', chainValidation: '', claims: '' }
}

function sealOf(tags: Tags): Pick<Hop, 'domain' | 'selector' | 'chainValidation'> {
  const domain = tidyDomain(textOf(tags, 'd'))
  const selector = textOf(tags, 's').toLowerCase()
  const cv = textOf(tags, 'cv').toLowerCase()
  return {
    domain: isDomainName(domain) ? domain : '',
    selector: isDomainName(`${selector}.x`) ? selector : '',
    chainValidation: ['none', 'pass', 'fail'].includes(cv) ? cv : '',
  }
}

/** `mx.example.net: spf=pass dkim=pass dmarc=pass`: only names and result words, nothing a stranger can phrase. */
function claimsOf(tags: Tags): string {
  const server = tidyDomain(typeof tags['value'] === 'string' ? tags['value'] : '')
  const results = METHODS.flatMap((method) => {
    const entries = [tags[method]].flat()
    return entries.flatMap((entry) => {
      const word = typeof entry === 'object' ? String(entry.value ?? '').toLowerCase() : ''
      return AUTH_RESULTS.some((known) => known === word) ? [`${method}=${word}`] : []
    })
  })
  const claims = results.slice(0, 20).join(' ') || 'no results'
  return isDomainName(server) ? `${server}: ${claims}` : claims
}

function textOf(tags: Tags, tag: string): string {
  const entry = tags[tag]
  if (typeof entry !== 'object' || Array.isArray(entry)) return ''
  return String(entry.value ?? '').trim()
}
