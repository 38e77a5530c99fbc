import { generateKeyPairSync } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { newEntry } from '../../src/core/domains/verification.ts'
import { tokenFrom } from '../../src/core/mail-test.ts'
import { signMessage } from '../../src/mail/authentication/dkim/sign.ts'
import type { ZoneLiteral } from '../../src/net/dns/zone.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { account, random } from './builders.ts'
import { entry as said } from './people.ts'

/** A reporter whose mail passes DMARC by DKIM, with the zone that it needs. */
export function reporter(domain = 'reporter.example') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')
  const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const zone: ZoneLiteral = {
    [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=reject'] },
    [`sel._domainkey.${domain}`]: { TXT: [`v=DKIM1; k=ed25519; p=${key}`] },
    [domain]: { TXT: ['v=spf1 -all'] },
  }
  const sign = (raw: string) =>
    signMessage(new TextEncoder().encode(raw), { domain, selector: 'sel', privateKeyPem })
  return { domain, zone, sign }
}

export interface ReportFacts {
  id: string
  org?: string
  domain?: string
  count?: number
  records?: number
}

/** A report about yesterday. */
export function reportXml({
  id,
  org = 'reporter.example',
  domain = 'example.org',
  count = 1,
  records = 1,
}: ReportFacts) {
  const end = Math.floor(Date.now() / 86_400_000) * 86_400 - 1
  const row = (
    at: number,
  ) => `<record><row><source_ip>192.0.2.${(at % 250) + 1}</source_ip><count>${count}</count>
<policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row>
<identifiers><header_from>${domain}</header_from></identifiers>
<auth_results><dkim><domain>${domain}</domain><selector>s</selector><result>pass</result></dkim></auth_results></record>`
  return `<?xml version="1.0"?><feedback><report_metadata><org_name>${org}</org_name><email>noreply@${org}</email>
<report_id>${id}</report_id><date_range><begin>${end - 86_399}</begin><end>${end}</end></date_range></report_metadata>
<policy_published><domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>none</p><pct>100</pct></policy_published>
${Array.from({ length: records }, (_, at) => row(at)).join('\n')}</feedback>`
}

/** A mail that carries these documents, each a gzip file of its own. */
export function reportMail(from: string, documents: readonly string[]): string {
  const parts = documents.map((xml, at) => {
    const lines = gzipSync(xml).toString('base64').replace(/.{76}/g, '$&\r\n')
    const head = `Content-Type: application/gzip\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="r!${at}.xml.gz"`
    return `--b\r\n${head}\r\n\r\n${lines}\r\n`
  })
  return [
    `From: Reports <noreply@${from}>`,
    'To: reports@example.net',
    'Subject: Report Domain: example.org',
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${crypto.randomUUID()}@${from}>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    `${parts.join('')}--b--\r\n`,
  ].join('\r\n')
}

/** Makes a store with a verified domain of the account `default`, for a service that is not started yet. */
export async function verifiedDomain(directory: string, domain = 'example.org') {
  const store = await openStore({ directory, migrate: true })
  const owner = account({ name: 'default' })
  await store.accounts.create(owner)
  const accountId = owner.id
  const now = new Date()
  const one = newEntry({
    id: crypto.randomUUID(),
    accountId,
    domain,
    token: tokenFrom(random),
    createdAt: now,
  })
  await store.domains.add(one, { verified: 5, unverified: 5 }, said('domain.added', { accountId }))
  const entries = {
    verified: said('domain.verified', { accountId }),
    unverified: said('domain.unverified', { accountId }),
  }
  await store.domains.looked(one.id, { state: 'found', at: now }, { verified: 5, later: 0, entries })
  await store.close()
  return one
}
