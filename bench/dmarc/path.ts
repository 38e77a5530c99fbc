import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { newEntry } from '../../src/core/domains/verification.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { BINARY } from '../../test/support/binary.ts'
import { buildIfStale } from '../harness/subject.ts'

/** Has the binary import so many packed files into a new store, and says what it took. */
export async function benchPath(files: number): Promise<void> {
  buildIfStale()
  const data = mkdtempSync(join(tmpdir(), 'mailgauge-bench-import-'))
  const reports = packedReports(files)
  try {
    await verifiedDomain(data)
    const began = performance.now()
    const child = Bun.spawn(
      [BINARY, 'dmarc', 'import', reports.folder, `--data=${data}`, '--dns.servers=127.0.0.1:9'],
      { stdout: 'pipe', stderr: 'inherit' },
    )
    const said = await new Response(child.stdout).text()
    await child.exited
    const seconds = (performance.now() - began) / 1000
    const used = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6
    console.log(said.split('\n')[0])
    const rate = Math.round(reports.records / seconds)
    console.log(
      `${reports.records} records of ${files} files in ${seconds.toFixed(1)} s: ${rate} records a second, ${used.toFixed(1)} s of processor time`,
    )
  } finally {
    reports.remove()
    rmSync(data, { recursive: true, force: true })
  }
}

/** The account `default` with the domain of the reports, as if its record had been found. */
async function verifiedDomain(data: string): Promise<void> {
  const store = await openStore({ directory: data, migrate: true })
  const at = new Date()
  const account = { id: crypto.randomUUID(), name: 'default', plan: 'self-hosted', createdAt: at }
  const said = { at, actor: { kind: 'operator' as const }, accountId: account.id }
  await store.accounts.create(account, { ...said, action: 'account.created' })
  const id = crypto.randomUUID()
  const entry = newEntry({ id, accountId: account.id, domain: DOMAIN, token: 'q'.repeat(26), createdAt: at })
  const bounds = { verified: 10, unverified: 10 }
  await store.domains.add(entry, bounds, { ...said, action: 'domain.added' })
  const entries = {
    verified: { ...said, action: 'domain.verified' as const },
    unverified: { ...said, action: 'domain.unverified' as const },
  }
  await store.domains.looked(id, { state: 'found', at }, { verified: 10, later: 0, entries })
  await store.close()
}

/** Report files as receivers send them: most are small, a few large, with some sources that come again and again. */
interface PackedReports {
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
function packedReports(files: number, now = new Date()): PackedReports {
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
