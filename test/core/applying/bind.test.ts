import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nsupdateScript } from '../../../src/core/applying/nsupdate.ts'
import { safeRecord, textOf, writtenText } from '../../../src/core/applying/presentation.ts'
import type { RecordSet } from '../../../src/core/applying/record-set.ts'
import { terraformConfig } from '../../../src/core/applying/terraform.ts'
import { zoneFile } from '../../../src/core/applying/zone-file.ts'
import { createStubResolver } from '../../../src/net/dns/stub.ts'
import { ask, recordsOf } from '../../../src/net/ports.ts'
import { fixed, sentBy, TO_BE_FIXED } from '../../analysis/plan-for-real.ts'
import { reportOn } from '../../analysis/whole-report.ts'
import { hasNamed, type Named, startNamed } from './named.ts'

const KEY = `v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(12)}IDAQAB`
const ZONE = `$ORIGIN example.org.
$TTL 300
@ SOA ns host 1 3600 600 86400 77
@ NS ns
@ TXT "v=spf1 -all"
@ TXT "site-verification=Abc\\"def\\\\ghi; jkl"
@ TXT "caf\\233 \\000\\010"
@ MX 10 Mx
@ MX 20 mx2
ns A 127.0.0.1
mail A 192.0.2.10
s1._domainkey TXT "${KEY.slice(0, 255)}" "${KEY.slice(255)}"
odd TXT "v=spf1 " "-all"
alias CNAME mail
`

const title = hasNamed ? 'against BIND' : 'against BIND: skipped, named, nsupdate or dig is not installed'

describe.skipIf(!hasNamed)(title, () => {
  let named: Named
  beforeAll(async () => {
    named = await startNamed({ 'example.org': ZONE, '2.0.192.in-addr.arpa': REVERSE })
  }, 60_000)
  afterAll(() => named?.[Symbol.asyncDispose]())

  /** The set as our resolver reads it now, and what is to become of it. */
  async function setOf(
    name: string,
    type: 'TXT' | 'MX' | 'A',
    after: (before: string[]) => string[],
  ): Promise<RecordSet> {
    const answer = await ask(
      createStubResolver({ servers: [named.address], timeoutMs: 2_000, tries: 2 }),
      name,
      type,
    )
    if (answer.kind === 'failure') throw new Error(`${name} ${type}: ${answer.reason}`)
    const before = recordsOf(answer).map((record) => {
      if (typeof record === 'string') return record
      return 'text' in record ? writtenText(record.text) : `${record.preference} ${record.exchange}.`
    })
    return { name, type, before, after: after(before) }
  }
  const texts = async (name: string) => (await named.records(name, 'TXT')).map((record) => textOf(record))

  test('the SPF record is replaced, and every other TXT record of the name stays as it was', async () => {
    const others = (await texts('example.org')).filter((text) => !text?.startsWith('v=spf1'))
    const set = await setOf('example.org', 'TXT', (before) => [
      ...before.filter((record) => !record.startsWith('"v=spf1')),
      writtenText('v=spf1 exists:%{i}._spf.example.org mx -all'),
    ])
    expect(await named.update(nsupdateScript([set]))).toEqual({ code: 0, said: '' })
    expect(await texts('example.org')).toEqual(
      [...others, 'v=spf1 exists:%{i}._spf.example.org mx -all'].toSorted(),
    )
  })

  test('a zone that changed since is left as it is', async () => {
    const set = await setOf('example.org', 'TXT', (before) => [...before.slice(1), '"v=spf1 a -all"'])
    const script = nsupdateScript([set])
    expect((await named.update('update add example.org. 300 TXT "added meanwhile"\nsend')).code).toBe(0)
    const before = await texts('example.org')
    const { code, said } = await named.update(script)
    expect([code, said]).toEqual([2, expect.stringContaining('NXRRSET')])
    expect(await texts('example.org')).toEqual(before)
  })

  test('a record is made once, and not where there is one already, nor beside an alias', async () => {
    const set: RecordSet = {
      name: '_dmarc.example.org',
      type: 'TXT',
      before: [],
      after: ['"v=DMARC1; p=none"'],
    }
    expect((await named.update(nsupdateScript([set]))).code).toBe(0)
    expect(await texts('_dmarc.example.org')).toEqual(['v=DMARC1; p=none'])
    const again = { ...set, after: ['"v=DMARC1; p=reject"'] }
    expect((await named.update(nsupdateScript([again]))).said).toContain('YXRRSET')
    expect(await texts('_dmarc.example.org')).toEqual(['v=DMARC1; p=none'])
    const beside = await named.update(nsupdateScript([{ ...set, name: 'alias.example.org' }]))
    expect(beside.said).toContain('YXRRSET')
  })

  test('a key of two strings is replaced by one of two strings', async () => {
    const longer = KEY.replace('k=rsa', 'k=rsa; t=s')
    const set = await setOf('s1._domainkey.example.org', 'TXT', () => [writtenText(longer)])
    expect(await named.update(nsupdateScript([{ ...set, parted: true }]))).toEqual({ code: 0, said: '' })
    expect(await texts('s1._domainkey.example.org')).toEqual([longer])
  })

  test('what is parted otherwise is not found, and nothing is changed', async () => {
    const set = await setOf('odd.example.org', 'TXT', () => ['"v=spf1 mx -all"'])
    expect((await named.update(nsupdateScript([set]))).said).toContain('NXRRSET')
    expect(await texts('odd.example.org')).toEqual(['v=spf1 -all'])
  })

  test('mail hosts, addresses and names of addresses', async () => {
    const mx = await setOf('example.org', 'MX', () => ['10 mail.example.org.'])
    const a = await setOf('mail.example.org', 'A', (before) => [...before, '192.0.2.11'])
    const ptr: RecordSet = {
      name: '10.2.0.192.in-addr.arpa',
      type: 'PTR',
      before: ['old.example.org.'],
      after: ['mail.example.org.'],
    }
    expect(await named.update(nsupdateScript([mx, a, ptr]))).toEqual({ code: 0, said: '' })
    expect(await named.records('example.org', 'MX')).toEqual(['10 mail.example.org.'])
    expect(await named.records('mail.example.org', 'A')).toEqual(['192.0.2.10', '192.0.2.11'])
    expect(await named.records('10.2.0.192.in-addr.arpa', 'PTR')).toEqual(['mail.example.org.'])
  })

  test('Terraform as its provider carries it out: what stands is read, taken away and written anew', async () => {
    const long = `v=spf1 ${'ip4:192.0.2.1 '.repeat(30)}-all`
    const kept = '"quoted" %{i} \\ kept'
    await using other = await startNamed({
      'example.com': `$TTL 300\n@ SOA ns.example.net. host 1 3600 600 86400 77\n@ NS ns.example.net.\n@ TXT "v=spf1 -all"\n@ TXT ${writtenText(kept)}\n`,
    })
    const before = await other.records('example.com', 'TXT')
    const set = {
      name: 'example.com',
      type: 'TXT',
      zone: 'example.com',
      before,
      after: [writtenText(kept), writtenText(long)],
    } as const
    const config = terraformConfig([{ ...set, before, after: [...set.after] }])
    // What the provider makes of an imported set that differs: a removal of each text that stands, and an insertion of each in the plan.
    const planned = valuesIn(config).map((value) => textOf(`"${value}"`) ?? '')
    const script = [
      ...before.map((record) => `update delete example.com. TXT ${record}`),
      ...planned.map((text) => `update add example.com. 3600 TXT ${writtenText(text)}`),
      'send',
    ]
    expect(await other.update(script.join('\n'))).toEqual({ code: 0, said: '' })
    expect((await other.records('example.com', 'TXT')).map((record) => textOf(record))).toEqual(
      [kept, long].toSorted(),
    )
  }, 60_000)

  test('hostile names and texts become records, never commands', async () => {
    const text = '"; (\n update delete example.org. TXT\n send \\ \u0000\u00ff'
    const name = 'a b;c(d)"e@f$g\\h\nupdate.example.org'
    const record = safeRecord('TXT', `"${text.replace(/["\\]/g, '\\$&')}"`) ?? ''
    const before = await texts('example.org')
    const set: RecordSet = {
      name,
      type: 'TXT',
      before: [],
      after: [record],
      note: 'x\nupdate delete example.org. TXT',
    }
    expect(await named.update(nsupdateScript([set]))).toEqual({ code: 0, said: '' })
    expect(await texts('example.org')).toEqual(before)
    const owner = 'a\\032b\\;c\\(d\\)\\"e\\@f\\$g\\\\h\\010update.example.org.'
    expect(await texts(owner)).toEqual([text])
  })

  test('a new zone loads with the lines for a zone file, and holds the same', async () => {
    const sets: RecordSet[] = [
      {
        name: 'example.net',
        type: 'TXT',
        before: ['"v=spf1 -all"'],
        after: [writtenText(`v=spf1 ${'ip4:192.0.2.1 '.repeat(40)}-all`)],
      },
      { name: 'a;b.example.net', type: 'TXT', before: [], after: [writtenText('"; \n\u00ff')] },
      { name: 'example.net', type: 'MX', before: [], after: ['10 mx.example.net.'] },
    ]
    const zone = `$TTL 300\nexample.net. SOA ns.example.net. host.example.net. 1 3600 600 86400 77\nexample.net. NS ns.example.net.\nns.example.net. A 127.0.0.1\nmx.example.net. A 127.0.0.1\n${zoneFile(sets)}`
    await using other = await startNamed({ 'example.net': zone })
    expect((await other.records('example.net', 'TXT')).map((record) => textOf(record))).toEqual([
      `v=spf1 ${'ip4:192.0.2.1 '.repeat(40)}-all`,
    ])
    expect((await other.records('a\\;b.example.net', 'TXT')).map((record) => textOf(record))).toEqual([
      '"; \n\u00ff',
    ])
    expect(await other.records('example.net', 'MX')).toEqual(['10 mx.example.net.'])
  }, 60_000)

  test('the plan of a message, applied by nsupdate, wins what it promised', async () => {
    const { report } = await reportOn(await sentBy(TO_BE_FIXED))
    const sets = report.checks.flatMap(({ recordSets = [] }) => recordSets)
    expect(sets.length).toBeGreaterThan(0)
    const server = await startNamed({
      'example.org': `$ORIGIN example.org.\n$TTL 300\n@ SOA ns host 1 3600 600 86400 77\n@ NS ns\nns A 127.0.0.1\n@ TXT "site-verification=1"\n@ TXT "v=spf1 ip4:192.0.2.99 -all"\n@ A 93.184.216.34\n@ MX 10 mx\nmx A 93.184.216.34\n`,
    })
    try {
      expect(await server.update(nsupdateScript(sets))).toEqual({ code: 0, said: '' })
      for (const set of sets.filter(({ type }) => type === 'TXT')) {
        const now = (await server.records(set.name, 'TXT')).map((record) => textOf(record) ?? '')
        expect(now).toEqual(set.after.map((record) => textOf(record) ?? '').toSorted())
      }
      const steps = (report.plan ?? []).flatMap(({ changes, gain }) => (gain === 'unknown' ? [] : changes))
      const again = await reportOn(
        await sentBy(
          fixed(
            TO_BE_FIXED,
            steps.filter(({ kind }) => kind === 'dns'),
          ),
        ),
      )
      expect(again.report.score).toBeGreaterThan(report.score)
    } finally {
      await server[Symbol.asyncDispose]()
    }
  }, 60_000)
})

/** The strings of `txt = [ … ]` as Terraform reads them. */
function valuesIn(config: string): string[] {
  const [, list = ''] = /txt = \[\n([\s\S]*?)\n {2}\]/.exec(config) ?? []
  return list.split('\n').map((line) => {
    const inside = line.trim().replace(/^"|",?$/g, '')
    return inside.replace(/([$%])\1\{/g, '$1{').replace(/\\(["\\])/g, '$1')
  })
}

const REVERSE = `$ORIGIN 2.0.192.in-addr.arpa.
$TTL 300
@ SOA ns.example.org. host.example.org. 1 3600 600 86400 77
@ NS ns.example.org.
10 PTR old.example.org.
`

describe('Terraform reads it', () => {
  const terraform = Bun.which('terraform')
  test.skipIf(terraform === null)('as it formats it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'terraform-'))
    try {
      const sets: RecordSet[] = [
        {
          name: 'example.org',
          type: 'TXT',
          before: ['"x"'],
          after: [writtenText(`%{i} $${'{a}'} "b" \\ \u00ff`)],
          zone: 'example.org',
        },
        { name: 'example.org', type: 'MX', before: [], after: ['10 mx.example.org.'], zone: 'example.org' },
        {
          name: 'mail.example.org',
          type: 'A',
          before: [],
          after: ['192.0.2.1'],
          zone: 'example.org',
          note: 'x',
        },
      ]
      writeFileSync(join(folder, 'fix.tf'), terraformConfig(sets))
      const run = Bun.spawn([terraform ?? '', 'fmt', '-check', '-diff', folder], {
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const out = await new Response(run.stdout).text()
      expect({ code: await run.exited, out }).toEqual({ code: 0, out: '' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
