import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { workplace } from '../running.ts'
import { mboxOf, reportMail, reportXml } from './report-xml.ts'

let place: ReturnType<typeof workplace>
beforeEach(() => {
  place = workplace()
})
afterEach(() => place.remove())

const write = (name: string, text: string | Uint8Array) => writeFileSync(join(place.folder, name), text)
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
/** No question leaves this machine. */
const run = (line: string, input?: string) =>
  place.run(`${line} --data=data --dns.servers=127.0.0.1:9`, {}, new Date(), {
    ...(input !== undefined && { input }),
  })

/** An account with a domain, verified as if its record had been found. */
async function account(domain = 'example.org', name = 'default') {
  await run(`domains add ${domain} --account ${name} --json`)
  const store = await openStore({ directory: join(place.folder, 'data'), migrate: false })
  const found = await store.accounts.byName(name)
  const entry = await store.domains.byName(found?.id ?? '', domain)
  if (!found || !entry) throw new Error('It was not made.')
  const said = { at: new Date(), actor: { kind: 'operator' as const }, accountId: found.id }
  await store.domains.looked(
    entry.id,
    { state: 'found', at: new Date() },
    {
      verified: 10,
      later: 0,
      entries: {
        verified: { ...said, action: 'domain.verified' },
        unverified: { ...said, action: 'domain.unverified' },
      },
    },
  )
  await store.close()
  return { accountId: found.id, domainId: entry.id }
}

describe('mailgauge dmarc import', () => {
  test('stores each report once, whatever it comes in', async () => {
    await run('account create default')
    await account()
    mkdirSync(join(place.folder, 'in'))
    write('in/a.xml', reportXml({ id: 'a' }))
    write('in/b.gz', gzipSync(reportXml({ id: 'b' })))
    write('in/c.eml', reportMail({ id: 'c' }))
    write('box', mboxOf(reportMail({ id: 'd' }), reportMail({ id: 'e' }), reportMail({ id: 'a' })))
    const { code, stdout, stderr } = await run('dmarc import in box')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toStartWith('Files: 6. Reports stored: 5, duplicate: 1, in conflict: 0, rejected: 0.\n')
    const again = await run('dmarc import --json box -', reportXml({ id: 'b' }))
    expect(again.code).toBe(0)
    expect(linesOf(again.stdout).map(({ file, outcome }) => [file, outcome])).toEqual([
      [expect.stringMatching(/^box 1: /), 'duplicate'],
      [expect.stringMatching(/^box 2: /), 'duplicate'],
      [expect.stringMatching(/^box 3: /), 'duplicate'],
      ['-', 'duplicate'],
      [undefined, undefined],
    ])
    expect(linesOf(again.stdout).at(-1)).toMatchObject({ summary: { files: 4, duplicate: 4, stored: 0 } })
  })

  test('names what was rejected with what to do, and ends with 1', async () => {
    await run('account create default')
    await account()
    await run('domains add unproved.example')
    write('a.xml', reportXml({ domain: 'other.example' }))
    write('b.xml', reportXml({ domain: 'mail.unproved.example' }))
    write('c.xml', 'words')
    write('d.xml', reportXml({ domain: 'mail.example.org' }))
    const { code, stdout } = await run('dmarc import a.xml b.xml c.xml d.xml e.xml')
    expect(code).toBe(1)
    expect(stdout).toContain('a.xml: domain_mismatch: It is about other.example, and no verified domain')
    expect(stdout).toContain('If other.example is yours, add it to the account, verify it')
    expect(stdout).toContain('Verify unproved.example, and import the report again.')
    expect(stdout).toContain('c.xml: not_a_report: ')
    expect(stdout).toContain('e.xml: There is no file e.xml.')
    expect(stdout).toContain('Reports stored: 1, duplicate: 0, in conflict: 0, rejected: 4.')
    expect(stdout).toContain('Rejected: domain_mismatch 1, unverified_domain 1, not_a_report 1, not_read 1.')
  })

  test('names the first twenty; with --verbose all', async () => {
    await run('account create default')
    await account()
    mkdirSync(join(place.folder, 'in'))
    for (let at = 0; at < 25; at += 1) write(`in/${at}.xml`, '<nothing/>')
    const { stdout } = await run('dmarc import in')
    expect(stdout.match(/^in\/\d+\.xml: /gm)?.length).toBe(20)
    expect(stdout).toContain('5 more were not stored; --verbose names all of them.')
    const { stderr } = await run('dmarc import --verbose in')
    expect(stderr.match(/^in\/\d+\.xml: /gm)?.length).toBe(25)
  })

  test('counts reports as authenticated with --trust, which the audit log tells', async () => {
    await run('account create default')
    await account()
    write('a.xml', reportXml())
    expect((await run('dmarc import a.xml')).stdout).toContain('Not authenticated: 1 of those stored')
    write('b.xml', reportXml({ id: '2' }))
    expect((await run('dmarc import --trust b.xml')).stdout).not.toContain('Not authenticated')
    const entries = JSON.parse((await run('audit --json --account default')).stdout)
    const imports = entries.filter(({ action }: { action: string }) => action === 'dmarc.imported')
    expect(imports.map(({ details }: { details: unknown }) => details)).toEqual([
      { trust: 'yes', stored: '1' },
      { trust: 'yes', state: 'begun' },
      { trust: 'no', stored: '1' },
    ])
  })

  test('keeps what came of the files for the lists of the domain', async () => {
    await run('account create default')
    const { domainId } = await account()
    write('a.xml', reportXml())
    write('b.xml', reportXml({ rows: [[9, false, false]] }))
    await run('dmarc import a.xml b.xml a.xml')
    const store = await openStore({ directory: join(place.folder, 'data'), migrate: false })
    const files = await store.reportMail.files(domainId, { limit: 10 })
    await store.close()
    expect(
      files.map(({ name, outcome, source, downloadable }) => [name, outcome, source, downloadable]),
    ).toEqual([
      ['a.xml', 'duplicate', 'import', false],
      ['b.xml', 'conflict', 'import', true],
      ['a.xml', 'stored', 'import', true],
    ])
  })

  test('says which account is meant, and which domain is missing', async () => {
    write('a.xml', reportXml())
    expect(await run('dmarc import a.xml')).toMatchObject({ code: 1 })
    await run('account create default')
    expect((await run('dmarc import a.xml')).stderr).toContain('has no verified domain')
    await run('domains add example.org --account default')
    expect((await run('dmarc import a.xml')).stderr).toContain('mailgauge domains verify example.org')
    await run('account create shop')
    const several = await run('dmarc import a.xml')
    expect(several).toMatchObject({ code: 2 })
    expect(several.stderr).toContain(
      'There are several accounts: "default", "shop". Name one with --account.',
    )
    expect((await run('dmarc import a.xml --account shpo')).code).toBe(2)
    expect((await run('dmarc import')).code).toBe(2)
  })
})
