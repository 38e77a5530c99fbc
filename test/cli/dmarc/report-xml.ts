import { gzipSync } from 'node:zlib'

interface Given {
  id?: string
  domain?: string
  org?: string
  /** Seconds since 1970. */
  begin?: number
  /** Of each row: how many messages, and whether DKIM and SPF passed in alignment. */
  rows?: readonly (readonly [count: number, dkim: boolean, spf: boolean])[]
}

/** An aggregate report as receivers write it. */
export function reportXml(given: Given = {}): string {
  const { id = '1', domain = 'example.org', org = 'google.com', begin = 1_763_510_400 } = given
  const { rows = [[3, true, false]] } = given
  const result = (passed: boolean) => (passed ? 'pass' : 'fail')
  const records = rows.map(
    (
      [count, dkim, spf],
      at,
    ) => `<record><row><source_ip>192.0.2.${(at % 250) + 1}</source_ip><count>${count}</count>
<policy_evaluated><disposition>none</disposition><dkim>${result(dkim)}</dkim><spf>${result(spf)}</spf></policy_evaluated></row>
<identifiers><header_from>${domain}</header_from></identifiers>
<auth_results><spf><domain>${domain}</domain><result>${result(spf)}</result></spf></auth_results></record>`,
  )
  return `<?xml version="1.0"?><feedback><report_metadata><org_name>${org}</org_name><email>dmarc@${org}</email>
<report_id>${id}</report_id><date_range><begin>${begin}</begin><end>${begin + 86_399}</end></date_range></report_metadata>
<policy_published><domain>${domain}</domain><p>none</p></policy_published>
${records.join('\n')}</feedback>`
}

/** The mail that brings a report. */
export function reportMail(given: Given = {}): string {
  const { domain = 'example.org', org = 'google.com', id = '1' } = given
  const packed = gzipSync(reportXml(given)).toString('base64')
  return `From: noreply@${org}
To: dmarc@example.net
Subject: Report domain: ${domain} Submitter: ${org} Report-ID: ${id}
Date: Fri, 20 Nov 2026 11:59:00 +0000
Message-ID: <${id}@${org}>
MIME-Version: 1.0
Content-Type: application/gzip; name="${org}!${domain}!${id}.xml.gz"
Content-Transfer-Encoding: base64

${packed.replace(/.{76}/g, '$&\n')}
`
}

/** Mails in an mbox file. */
export const mboxOf = (...mails: readonly string[]): string =>
  mails.map((mail) => `From noreply@google.com Fri Nov 20 11:59:00 2026\n${mail}\n`).join('')
