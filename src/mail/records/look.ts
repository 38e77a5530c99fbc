import type { Signer } from '../../core/domain-health.ts'
import { aliasValue, keptValues, type RecordPlace, type SeenRecords } from '../../core/watching/records.ts'
import { ask, type Fetcher, type Resolver } from '../../net/ports.ts'
import { isBimiRecord, isNearMiss as isNearBimi } from '../authentication/bimi/record.ts'
import { isDmarcRecord } from '../authentication/dmarc/tags.ts'
import { isNearMiss as isNearDmarc } from '../authentication/dmarc/walk.ts'
import { isSpfRecord } from '../authentication/spf/record.ts'
import { isDomainName } from '../reading/domains/domain-name.ts'
import { organisationOf } from '../reading/domains/sender-domain.ts'
import { fetchStsPolicy } from '../server/transport-policy/sts-policy.ts'
import { isAboutSts, isStsRecord } from '../server/transport-policy/sts-record.ts'
import { isAboutTlsReports } from '../server/transport-policy/tls-report.ts'

/** Whose records are looked at. */
export interface SoughtRecords {
  /** That of From. */
  domain: string
  /** The domain of the envelope, whose SPF record counts as well. */
  envelopeDomain?: string
  /** Keys by which its mail is signed. */
  signers: readonly Signer[]
}

/** Where the look asks. */
export interface RecordSources {
  resolver: Resolver
  fetcher: Fetcher
}

const MOST_SIGNERS = 12
/** What was meant for SPF, and is not it. */
const NEAR_SPF = /^\W{0,4}v\s{0,5}=?\s{0,5}["']?spf/i

/** Looks at everything that a domain publishes about its mail. Places that gave no answer are left out. */
export async function lookAtRecords(
  { domain, envelopeDomain = domain, signers }: SoughtRecords,
  sources: RecordSources,
): Promise<SeenRecords[]> {
  const { resolver } = sources
  const keys = new Set(
    signers
      .slice(0, MOST_SIGNERS)
      .map(({ domain: of, selector }) => `${selector}._domainkey.${of}`.toLowerCase()),
  )
  const found = await Promise.all([
    ...[...new Set([domain, envelopeDomain])].map((name) => spfAt(name, resolver)),
    ...[...keys].filter(isDomainName).map((name) => textsAt({ record: 'dkim', name }, resolver, () => true)),
    dmarcOf(domain, resolver),
    bimiOf(domain, resolver),
    stsOf(domain, sources),
    textsAt({ record: 'tls_rpt', name: `_smtp._tls.${domain}` }, resolver, isAboutTlsReports),
    mxOf(domain, resolver),
  ])
  return found.flat()
}

/** The texts of a name that are meant for what is looked for, and where it leads. */
async function textsAt(
  place: RecordPlace,
  resolver: Resolver,
  isMeant: (text: string) => boolean,
): Promise<SeenRecords[]> {
  const answer = await ask(resolver, place.name, 'TXT')
  if (answer.kind === 'failure') return []
  const texts = answer.kind === 'records' ? answer.records.map(({ text }) => text).filter(isMeant) : []
  // What its owner published: the rest of the way is that of others.
  const [target] = answer.chain
  return [seen(place, [...(target === undefined ? [] : [aliasValue(target)]), ...texts])]
}

const seen = (place: RecordPlace, values: readonly string[]): SeenRecords => ({
  ...place,
  values: keptValues(values),
})

const spfAt = (name: string, resolver: Resolver) =>
  textsAt({ record: 'spf', name }, resolver, (text) => isSpfRecord(text) || NEAR_SPF.test(text))

/** Its own, and that of its organisation where it has none. */
async function ownOrAbove(
  domain: string,
  at: (name: string) => Promise<SeenRecords[]>,
  isRecord: (text: string) => boolean,
): Promise<SeenRecords[]> {
  const [own] = await at(domain)
  const above = organisationOf(domain) ?? domain
  if (!own) return []
  return above === domain || own.values.some(isRecord) ? [own] : [own, ...(await at(above))]
}

const dmarcOf = (domain: string, resolver: Resolver) =>
  ownOrAbove(
    domain,
    (name) =>
      textsAt(
        { record: 'dmarc', name: `_dmarc.${name}` },
        resolver,
        (text) => isDmarcRecord(text) || isNearDmarc(text),
      ),
    isDmarcRecord,
  )

const bimiOf = (domain: string, resolver: Resolver) =>
  ownOrAbove(
    domain,
    (name) =>
      textsAt(
        { record: 'bimi', name: `default._bimi.${name}` },
        resolver,
        (text) => isBimiRecord(text) || isNearBimi(text),
      ),
    isBimiRecord,
  )

/** The record, and where it asks for a policy, the file. */
async function stsOf(domain: string, { resolver, fetcher }: RecordSources): Promise<SeenRecords[]> {
  const place: RecordPlace = { record: 'mta_sts', name: `_mta-sts.${domain}` }
  const [record] = await textsAt(place, resolver, isAboutSts)
  if (!record?.values.some(isStsRecord)) return record ? [record] : []
  const text = await policyOf(domain, { resolver, fetcher })
  const policy: RecordPlace = { record: 'sts_policy', name: `mta-sts.${domain}` }
  return text === undefined ? [record] : [record, seen(policy, [text])]
}

/** '': there is no policy. Undefined: it could not be found out. */
async function policyOf(domain: string, { resolver, fetcher }: RecordSources): Promise<string | undefined> {
  const fetched = await fetchStsPolicy(domain, fetcher, resolver)
  switch (fetched.state) {
    case 'policy':
      // A page for people in its place may say something else each time.
      return /^version\s{0,20}:\s{0,20}STSv1\s{0,20}$/m.test(fetched.text) ? fetched.text : ''
    case 'no-host':
      return ''
    case 'status':
      return fetched.status === 404 || fetched.status === 410 ? '' : undefined
    default:
      return undefined
  }
}

async function mxOf(domain: string, resolver: Resolver): Promise<SeenRecords[]> {
  const answer = await ask(resolver, domain, 'MX')
  if (answer.kind === 'failure') return []
  const records = answer.kind === 'records' ? answer.records : []
  const values = records.map(({ preference, exchange }) => `${preference} ${exchange || '.'}`)
  return [seen({ record: 'mx', name: domain }, values)]
}
