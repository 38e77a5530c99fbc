import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { domainsIn } from '../../src/cli/commands/domains/names.ts'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { workplace } from './running.ts'

let place: ReturnType<typeof workplace>
let server: DnsServer | undefined
beforeEach(() => {
  place = workplace()
  configure('127.0.0.1:1')
})
afterEach(() => {
  server?.close()
  server = undefined
  place.remove()
})

function configure(dns: string) {
  const text = `[smtp]\ndomain = "in.example.com"\n[dns]\nservers = ["${dns}"]\ntimeout = "1s"\n[plans.small]\ndomains = 1\n`
  writeFileSync(join(place.folder, 'mailgauge.toml'), text)
}

const json = async (line: string, input?: string) => {
  const ran = await place.run(line, {}, new Date(), input === undefined ? {} : { input })
  return { ...ran, told: JSON.parse(ran.stdout) }
}

describe('domains add', () => {
  test('prints the record as a line of a zone file, the same however often', async () => {
    const first = await place.run('domains add Example.ORG.')
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('example.org: added.\n') })
    expect(first.stdout).toMatch(/^_mailgauge\.example\.org\. 3600 IN TXT "mailgauge-verify=[a-z2-7]{26}"\n$/)
    const again = await place.run('domains add https://example.org/x')
    expect(again).toEqual({ code: 0, stdout: first.stdout, stderr: 'example.org: was there already.\n' })
    expect((await place.run('domains list --records')).stdout).toBe(first.stdout)
  })

  test('takes a list from standard input, tells what became of each line, and fails when one failed', async () => {
    const list =
      '# ours\nexample.org\n\nbücher.example # shop\nco.uk\n10.0.0.1\nexample.org\n<script>.example\n'
    const { code, told, stderr } = await json('domains add - --json', list)
    expect(code).toBe(1)
    expect(stderr).not.toContain('example.org')
    expect(told.map(({ input, line, outcome }: Record<string, unknown>) => [line, input, outcome])).toEqual([
      [2, 'example.org', 'added'],
      [4, 'bücher.example', 'added'],
      [5, 'co.uk', 'refused'],
      [6, '10.0.0.1', 'refused'],
      [7, 'example.org', 'there'],
      [8, '<script>.example', 'refused'],
    ])
    expect(told[1]).toMatchObject({
      domain: 'xn--bcher-kva.example',
      shown: 'bücher.example',
      verified: false,
    })
    expect(told[2].says).toContain('public suffix')
  })

  test('prints the record of a domain that is listed twice once', async () => {
    const { stdout } = await place.run('domains add example.org EXAMPLE.org.')
    expect(stdout.match(/^_mailgauge/gm)).toHaveLength(1)
  })

  test.each(['utf-16le', 'utf-16be'])('reads %s, as it is saved on Windows', async (encoding) => {
    const list = Buffer.from('\ufeffDomain\r\nexample.org\r\n', 'utf16le')
    writeFileSync(join(place.folder, 'list.csv'), encoding === 'utf-16be' ? list.swap16() : list)
    expect(await place.run('domains add --from list.csv')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Line 2: example.org: added.\n'),
    })
  })

  test('keeps to the plan', async () => {
    await place.run('account create shop --plan small')
    const many = Array.from({ length: 22 }, (_, index) => `d${index}.example`).join('\n')
    const { code, told } = await json('domains add - --json --account shop', many)
    expect(code).toBe(1)
    const outcomes = told.map(({ outcome }: { outcome: string }) => outcome)
    expect(outcomes.filter((outcome: string) => outcome === 'added')).toHaveLength(20)
    expect(told[21].says).toContain('20 domains of the account wait to be verified')
  })

  test('means the account `default`, else the only one, and makes none beside others', async () => {
    await place.run('account create Acme')
    expect(await place.run('domains add example.org')).toMatchObject({ code: 0 })
    expect((await json('domains list --json')).told).toMatchObject([{ domain: 'example.org' }])
    expect((await place.run('account list')).stdout).not.toContain('default')
    await place.run('account create shop')
    expect(await place.run('domains add example.com')).toMatchObject({
      code: 1,
      stderr: 'There are several accounts: "Acme", "shop". Name one with --account.\n',
    })
    await place.run('account create default')
    expect(await place.run('domains delete example.org')).toMatchObject({ code: 1 })
  })

  test('needs a domain, an account that is there, and a list that can be read', async () => {
    expect(await place.run('domains add')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--from'),
    })
    expect(await place.run('domains add a.example --account none')).toMatchObject({ code: 1 })
    expect(await place.run('domains add --from none.txt')).toMatchObject({
      code: 2,
      stderr: 'There is no file none.txt.\n',
    })
    expect(await place.run('domains add --from .')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('. could not be read: it is a folder.'),
    })
    for (const list of ['', '# none\n', 'Domain,Owner\n'])
      for (const command of ['add', 'verify', 'delete'])
        expect(await place.run(`domains ${command} -`, {}, new Date(), { input: list })).toMatchObject({
          code: 2,
          stdout: '',
          stderr: expect.stringContaining('The list holds no domain.'),
        })
    const tooLong = 'a.example\n'.repeat(500_000)
    expect(await place.run('domains add -', {}, new Date(), { input: tooLong })).toMatchObject({ code: 2 })
  })
})

describe('over a DNS server', () => {
  /** Adds a domain and publishes what it was told. */
  async function published(...more: string[]) {
    const { told } = await json('domains add example.org other.example --json')
    const { name, value } = told[0].record
    server = await dnsServer({ [name]: { TXT: [...more, value] } })
    configure(server.address)
  }

  test('records are looked for at once or later, and the exit code says whether all are there', async () => {
    await published('v=spf1 -all')
    const one = await json('domains verify example.org --json')
    expect(one).toMatchObject({ code: 0, told: [{ outcome: 'verified', verified: true }] })
    const rest = await json('domains verify --json')
    expect(rest).toMatchObject({ code: 1, told: [{ input: 'other.example', outcome: 'not_verified' }] })
    const added = await place.run('domains add example.org third.example --verify')
    expect(added.code).toBe(0)
    expect(added.stderr).toContain('example.org: was there already, verified. The record is there.\n')
    expect(added.stderr).toContain('third.example: added, not verified. There is no TXT record at ')
    const list = (await place.run('domains list')).stdout
    expect(list).toMatch(/^example\.org +default +verified +2/m)
    expect(list).toMatch(/^other\.example +default +not verified +2/m)
  })

  test('without an answer nothing changes', async () => {
    await published()
    await place.run('domains verify example.org')
    server?.close()
    server = undefined
    configure('127.0.0.1:1')
    const { code, told } = await json('domains verify example.org --json')
    expect({ code, told }).toMatchObject({
      code: 0,
      told: [{ verified: true, checked: { state: 'unknown' } }],
    })
  })
})

test('domains are deleted by name, and a name that is none of them is told', async () => {
  const added = await place.run('domains add example.org bücher.example')
  const gone = await place.run('domains delete EXAMPLE.org bücher.example other.example')
  expect(gone).toMatchObject({ code: 1, stdout: '' })
  expect(gone.stderr).toBe(
    'EXAMPLE.org: deleted.\nbücher.example: deleted.\nother.example: is no domain of the account.\n',
  )
  expect((await place.run('domains list')).stderr).toContain('There are no domains.')
  expect((await place.run('domains add example.org')).stdout).not.toBe(added.stdout.split('\n')[0])
})

describe('a list', () => {
  const read = (text: string) => domainsIn(text).map(({ typed }) => typed)

  test.each<[string, string, string[]]>([
    ['plain', 'a.example\nb.example\r\nc.example', ['a.example', 'b.example', 'c.example']],
    ['with comments', '# x\n; y\na.example # z\n  \n', ['a.example']],
    ['with a byte order mark', '\ufeffa.example\n', ['a.example']],
    ['with headings', 'Domain,Expires\na.example,2027-01-01\n', ['a.example']],
    [
      'of a provider, in another column',
      '"id","Domain Name","Status"\n"17","a.example","active"\n"18","b.example","x"\n',
      ['a.example', 'b.example'],
    ],
    ['between semicolons', 'id;zone\n1;a.example\n', ['a.example']],
    ['between tabs, without headings', '1\ta.example\tns1.host.example\n', ['a.example']],
    ['with what is none', 'domain\nnot a domain\na.example', ['not a domain', 'a.example']],
    ['whose first line is a wrong name', 'exampleorg\na.example', ['exampleorg', 'a.example']],
    ['of addresses', 'ann@a.example\nhttps://b.example/x\n', ['ann@a.example', 'https://b.example/x']],
    ['with quoted commas', 'Owner,Domain Name\n"Acme, Inc.",a.example\n', ['a.example']],
    ['with doubled quotes', 'Owner;Domain\n"The ""big""; shop" ; "a.example"\n', ['a.example']],
    ['with a quote that nothing ends', 'a.example,"x\n"b.example" # y\n', ['a.example', 'b.example']],
    ['of a spreadsheet', 'sep=;\n"Name";"Domain"\n"Shop";"a.example"\n', ['a.example']],
    ['empty', '\n\n', []],
  ])('%s', (_what, text, names) => {
    expect(read(text)).toEqual(names)
  })

  test('of a single endless line is cut', () => {
    expect(read(`${','.repeat(5_000_000)}a.example`)).toEqual([])
    expect(read('"'.repeat(100_000))[0]?.length).toBeLessThan(10_001)
  })
})
