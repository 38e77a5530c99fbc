import { gzipSync } from 'node:zlib'

interface ReportFacts {
  /** The demo domain, which reports about itself here. */
  domain: string
  /** The reports address. */
  to: string
  now: Date
  /** Makes Message-ID and boundary unique. */
  id: string
}

const CRLF = '\r\n'
const DAY_SECONDS = 86_400
/** Days before today that are reported, a file each. */
const DAYS = 7
const BASE64_LINE = /.{1,76}/g

/** A sender, as many messages as it sent on the first day, and what a receiver made of them. */
const ROWS = [
  { ip: '198.51.100.25', count: 1_204, dkim: 'pass', spf: 'pass', done: 'none' },
  { ip: '192.0.2.77', count: 318, dkim: 'pass', spf: 'fail', done: 'none', spfDomain: 'bounces.example.net' },
  { ip: '203.0.113.9', count: 12, dkim: 'fail', spf: 'fail', done: 'none', reason: 'mailing_list' },
  { ip: '203.0.113.200', count: 41, dkim: 'fail', spf: 'fail', done: 'reject' },
] as const

type Row = (typeof ROWS)[number]

/** A mail with a DMARC report of each of the last days, as a mailbox provider sends it. It lacks only its signature. The same day is the same
 * report whenever it is sent. */
export function sampleReports({ domain, to, now, id }: ReportFacts): Uint8Array {
  const boundary = `=_${id}`
  const today = Math.floor(now.getTime() / 1000 / DAY_SECONDS)
  const days = Array.from({ length: DAYS }, (_, at) => today - DAYS + at)
  return new TextEncoder().encode(
    [
      `From: Sample mailbox provider <noreply-dmarc@${domain}>`,
      `To: <${to}>`,
      `Subject: Report Domain: ${domain} Submitter: ${domain}`,
      `Date: ${now.toUTCString().replace(/GMT$/, '+0000')}`,
      `Message-ID: <${id}@${domain}>`,
      'MIME-Version: 1.0',
      `Content-Type: multipart/mixed; boundary="${boundary}"`,
      '',
      `--${boundary}`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      'These are samples of DMARC aggregate reports.',
      ...days.flatMap((day) => attachment(boundary, domain, day)),
      `--${boundary}--`,
      '',
    ].join(CRLF),
  )
}

function attachment(boundary: string, domain: string, day: number): string[] {
  const begin = day * DAY_SECONDS
  const name = `${domain}!${domain}!${begin}!${begin + DAY_SECONDS - 1}.xml.gz`
  const packed = Buffer.from(gzipSync(reportOf(domain, day))).toString('base64')
  return [
    `--${boundary}`,
    `Content-Type: application/gzip; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(packed.match(BASE64_LINE) ?? []),
  ]
}

/** RFC 7489 appendix C. */
function reportOf(domain: string, day: number): string {
  const begin = day * DAY_SECONDS
  return `<?xml version="1.0" encoding="UTF-8"?>
<feedback>
  <version>1.0</version>
  <report_metadata>
    <org_name>Sample mailbox provider</org_name>
    <email>noreply-dmarc@${domain}</email>
    <report_id>${domain}.${day}</report_id>
    <date_range><begin>${begin}</begin><end>${begin + DAY_SECONDS - 1}</end></date_range>
  </report_metadata>
  <policy_published><domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>reject</p></policy_published>
${ROWS.map((row) => recordOf(row, domain, day)).join('\n')}
</feedback>
`
}

function recordOf(row: Row, domain: string, day: number): string {
  // Not every day is like the other.
  const count = row.count + ((day * 37) % 5) * Math.ceil(row.count / 11)
  const reason =
    'reason' in row ? `<reason><type>${row.reason}</type><comment>arc=pass</comment></reason>` : ''
  const spfDomain = 'spfDomain' in row ? row.spfDomain : domain
  const spf = 'spfDomain' in row ? 'pass' : row.spf
  return `  <record>
    <row><source_ip>${row.ip}</source_ip><count>${count}</count><policy_evaluated><disposition>${row.done}</disposition><dkim>${row.dkim}</dkim><spf>${row.spf}</spf>${reason}</policy_evaluated></row>
    <identifiers><envelope_from>${spfDomain}</envelope_from><header_from>${domain}</header_from></identifiers>
    <auth_results><dkim><domain>${domain}</domain><selector>sample</selector><result>${row.dkim}</result></dkim><spf><domain>${spfDomain}</domain><scope>mfrom</scope><result>${spf}</result></spf></auth_results>
  </record>`
}
