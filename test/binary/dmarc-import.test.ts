import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { mboxOf, reportMail, reportXml } from '../cli/dmarc/report-xml.ts'
import { BINARY, mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { until } from '../support/until.ts'

const SAMPLES = join(import.meta.dir, '../../../shared/samples/dmarc')
const YESTERDAY = Math.floor(Date.now() / 86_400_000 - 1) * 86_400
const COUNTS = ['messages', 'dmarc_pass', 'dkim_aligned', 'spf_aligned']
const DOMAINS = ['example.org', 'example.com', 'borschow.com', 'indemed.com', 'ab.id.au']

describe('reports that are imported beside a running service', () => {
  const { folder, remove } = temporaryFolder()
  let running: Running
  let dns: DnsServer
  let secret = ''

  const run = (...args: string[]) => mailgauge([...args, '--config', 'mailgauge.toml'], { cwd: folder })

  beforeAll(async () => {
    writeConfig(folder)
    running = await serve(folder)
    const { stdout } = await run('domains', 'add', ...DOMAINS, '--json')
    const records: { record: { name: string; value: string } }[] = JSON.parse(stdout)
    const zone = records.map(({ record }) => [record.name, { TXT: [record.value] }] as const)
    dns = await dnsServer(Object.fromEntries(zone))
    await run('domains', 'verify', `--dns.servers=${dns.address}`)
    secret = (await run('key', 'create', '--scopes', 'domains:read,dmarc:read')).stdout.trim()
  })
  afterAll(async () => {
    dns?.close()
    await running.kill()
    remove()
  })

  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${secret}` }
    return (await fetch(`http://${running.http}/v1/domains${path}`, { headers })).json()
  }
  async function totals(domain: string, window: string) {
    const { domains } = await ask('')
    const { id } = domains.find((one: { domain: string }) => one.domain === domain)
    return (await ask(`/${id}/dmarc/summary?${window}`)).totals
  }

  test('count in the API at once; the same again counts once', async () => {
    mkdirSync(join(folder, 'in/deep'), { recursive: true })
    const dated = { begin: YESTERDAY }
    writeFileSync(join(folder, 'in/a.xml'), reportXml({ ...dated, id: 'a', rows: [[5, true, false]] }))
    writeFileSync(
      join(folder, 'in/deep/b.gz'),
      gzipSync(reportXml({ ...dated, id: 'b', rows: [[7, false, false]] })),
    )
    const mails = Array.from({ length: 20 }, (_, at) => reportMail({ ...dated, id: `m${at}` }))
    writeFileSync(join(folder, 'box'), mboxOf(...mails))
    const first = await run('dmarc', 'import', 'in', 'box')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain('Reports stored: 22, duplicate: 0')
    expect(await totals('example.org', 'days=7')).toMatchObject({ reports: 22, messages: 72, dmarc_pass: 65 })
    const again = await run('dmarc', 'import', 'in', 'box')
    expect(again.stdout).toContain('Reports stored: 0, duplicate: 22')
    expect(await totals('example.org', 'days=7')).toMatchObject({ reports: 22, messages: 72 })
  })

  test('an import that is interrupted says so, and loses nothing', async () => {
    const mails = Array.from({ length: 3_000 }, (_, at) =>
      reportMail({ begin: YESTERDAY - 864_000, id: `i${at}` }),
    )
    writeFileSync(join(folder, 'many'), mboxOf(...mails))
    const child = Bun.spawn([BINARY, 'dmarc', 'import', '--json', 'many', '--config', 'mailgauge.toml'], {
      cwd: folder,
      stdout: Bun.file(join(folder, 'said')),
      stderr: 'pipe',
    })
    await until(() => readFileSync(join(folder, 'said'), 'utf8').includes('"stored"') || undefined)
    child.kill('SIGINT')
    expect(await child.exited).toBe(130)
    expect(await new Response(child.stderr).text()).toContain('The import was interrupted.')
    const said = readFileSync(join(folder, 'said'), 'utf8').trimEnd().split('\n')
    const { summary } = JSON.parse(said.at(-1) ?? '')
    expect(summary.stored).toBe(said.length - 1)
    const whole = await run('dmarc', 'import', 'many')
    expect(whole.code).toBe(0)
    expect(whole.stdout).toContain(`Reports stored: ${3_000 - summary.stored}, duplicate: ${summary.stored}`)
  }, 120_000)

  test.skipIf(!existsSync(join(SAMPLES, 'MANIFEST.json')))(
    'the samples have the counts of the manifest',
    async () => {
      cpSync(SAMPLES, join(folder, 'samples'), { recursive: true })
      const { stdout } = await run('dmarc', 'import', '--json', 'samples')
      const rows: { file: string; outcome: string; reason?: string }[] = stdout
        .trimEnd()
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
      const stored = rows.filter(({ outcome }) => outcome === 'stored').map(({ file }) => file)
      const { files } = JSON.parse(readFileSync(join(SAMPLES, 'MANIFEST.json'), 'utf8'))
      for (const sample of files) {
        const isStored = stored.some((file) => file.includes(sample.path))
        // One is from 1979, and one about domains by TLS.
        expect([sample.path, isStored]).toEqual([
          sample.path,
          sample.type === 'aggregate' && Number.parseInt(sample.begin, 10) > 1_325_376_000,
        ])
        if (!isStored) continue
        const day = new Date(
          ((Number.parseInt(sample.begin, 10) + Number.parseInt(sample.end, 10)) / 2) * 1000,
        )
        const date = day.toISOString().slice(0, 10)
        // Rows about another domain of the account than the policy's are counted there; no two samples share a day.
        const all = await Promise.all(DOMAINS.map((domain) => totals(domain, `from=${date}&to=${date}`)))
        const sum = (of: string) => all.reduce((so, one) => so + one[of], 0)
        const counted: Record<string, number> = Object.fromEntries(COUNTS.map((name) => [name, sum(name)]))
        expect<object>({ path: sample.path, ...counted }).toEqual({
          path: sample.path,
          messages: sample.messages,
          dmarc_pass: sample.dmarc_pass,
          dkim_aligned: sample.dkim_aligned,
          spf_aligned: sample.spf_aligned,
        })
      }
    },
  )
})
