/** Pieces of a report as text, for what no style of `xml.ts` writes. */
export interface Written {
  metadata?: string
  range?: string
  policy?: string
  records?: string
  before?: string
  behind?: string
  root?: string
}

export const METADATA =
  '<org_name>reporter.example</org_name><email>dmarc@reporter.example</email><report_id>1</report_id>'
export const RANGE = '<begin>1767225600</begin><end>1767311999</end>'
export const POLICY = '<domain>example.com</domain><p>none</p>'

export function written(some: Written = {}): string {
  const { metadata = METADATA, range = RANGE, policy = POLICY, records = record(), root = 'feedback' } = some
  return `${some.before ?? ''}<${root}><report_metadata>${metadata}<date_range>${range}</date_range></report_metadata><policy_published>${policy}</policy_published>${records}</feedback>${some.behind ?? ''}`
}

export interface WrittenRecord {
  ip?: string
  count?: string | number
  evaluated?: string
  identifiers?: string
  results?: string
  more?: string
}

export const EVALUATED = '<disposition>none</disposition><dkim>pass</dkim><spf>fail</spf>'

export function record(some: WrittenRecord = {}): string {
  const {
    ip = '192.0.2.1',
    count = 1,
    evaluated = EVALUATED,
    identifiers = '<header_from>example.com</header_from>',
  } = some
  return `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated>${evaluated}</policy_evaluated></row><identifiers>${identifiers}</identifiers><auth_results>${some.results ?? ''}</auth_results>${some.more ?? ''}</record>`
}
