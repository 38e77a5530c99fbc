import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Report files as receivers send them: most are small, a few large, with some sources that come again and again. */
export interface PackedReports {
  folder: string
  files: number
  records: number
  remove(): void
}

const DOMAIN = 'example.org'
const DAY = 86_400

/** Rows of reports: the median is 1, the mean 10 (of 2,213 real ones). */
function rowsOf(at: number): number {
  const place = (at * 7919) % 1000
  if (place < 550) return 1
  if (place < 800) return 4
  if (place < 950) return 15
  return place < 990 ? 60 : 350
}

/** Writes so many packed reports into a folder. */
export function packedReports(files: number, now = new Date()): PackedReports {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-bench-reports-'))
  const today = Math.floor(now.getTime() / 1000 / DAY)
  let records = 0
  for (let at = 0; at < files; at += 1) {
    const rows = rowsOf(at)
    records += rows
    const inside = join(folder, String(at % 32))
    mkdirSync(inside, { recursive: true })
    const begin = (today - 2 - (at % 30)) * DAY
    writeFileSync(join(inside, `${at}.xml.gz`), gzipSync(reportOf(at, rows, begin)))
  }
  return { folder, files, records, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function reportOf(at: number, rows: number, begin: number): string {
  const records = Array.from({ length: rows }, (_, row) => recordOf(at * 31 + row * 17))
  return `<?xml version="1.0" encoding="UTF-8"?>
<feedback><report_metadata><org_name>reporter${at % 40}.example</org_name><email>dmarc@reporter${at % 40}.example</email><report_id>${at}</report_id><date_range><begin>${begin}</begin><end>${begin + DAY - 1}</end></date_range></report_metadata>
<policy_published><domain>${DOMAIN}</domain><adkim>r</adkim><aspf>r</aspf><p>quarantine</p><sp>quarantine</sp><pct>100</pct></policy_published>
${records.join('\n')}
</feedback>`
}

function recordOf(seed: number): string {
  const passes = seed % 11 !== 0
  const result = passes ? 'pass' : 'fail'
  const ip = `198.51.${seed % 7}.${seed % 241}`
  return `<record><row><source_ip>${ip}</source_ip><count>${(seed % 23) + 1}</count><policy_evaluated><disposition>${passes ? 'none' : 'quarantine'}</disposition><dkim>${result}</dkim><spf>fail</spf></policy_evaluated></row><identifiers><header_from>${DOMAIN}</header_from><envelope_from>bounce${seed % 5}.${DOMAIN}</envelope_from></identifiers><auth_results><dkim><domain>${DOMAIN}</domain><selector>s${seed % 3}</selector><result>${result}</result></dkim><spf><domain>bounce${seed % 5}.${DOMAIN}</domain><scope>mfrom</scope><result>pass</result></spf></auth_results></record>`
}
