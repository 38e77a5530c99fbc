import { afterEach, beforeEach, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DnsServer, dnsServer } from '../../support/dns-server.ts'
import { workplace } from '../running.ts'

let place: ReturnType<typeof workplace>
let server: DnsServer
beforeEach(async () => {
  place = workplace()
  configure('127.0.0.1:1')
  await place.run('domains add bücher.example waits.example')
  const [, { record }] = JSON.parse((await place.run('domains list --json')).stdout)
  server = await dnsServer({ [record.name]: { TXT: [record.value] } })
  configure(server.address)
  await place.run('domains verify xn--bcher-kva.example')
})
afterEach(() => {
  server.close()
  place.remove()
})

function configure(dns: string) {
  const text = `[smtp]\ndomain = "in.example.com"\n[dns]\nservers = ["${dns}"]\ntimeout = "1s"\n`
  writeFileSync(join(place.folder, 'mailgauge.toml'), text)
}

const apply = async (input: object[]) => {
  const done = await place.run('monitors apply - --json', {}, new Date(), { input: JSON.stringify(input) })
  return JSON.parse(done.stdout).map(({ outcome, says }: Record<string, string>) => `${outcome}: ${says}`)
}

test('a monitor of a verified domain is created, shown and changed', async () => {
  const made = await place.run(['monitors', 'create', 'Shop', '--domain', 'Bücher.example.'])
  expect(made).toMatchObject({ code: 0, stdout: 'xn--bcher-kva.example\n' })
  expect((await place.run('monitors show Shop')).stdout).toMatch(/^Domain +xn--bcher-kva\.example$/m)
  expect((await place.run('monitors list')).stdout).toContain('waiting for its first check')
  expect(await place.run('monitors change Shop --least-score 8')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has no messages'),
  })
  expect(await place.run('monitors change Shop --records no --blocklists no')).toMatchObject({ code: 1 })
  expect(await place.run('monitors create Other --domain waits.example')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('waits.example is no verified domain'),
  })
  expect((await place.run('monitors create Other --domain xn--bcher-kva.example')).stderr).toContain(
    'A domain has one at most',
  )
})

test('a file names a domain in either spelling, and never turns one monitor into another', async () => {
  expect(await apply([{ name: 'Shop', domain: 'bücher.example' }])).toEqual([
    'created: created, xn--bcher-kva.example.',
  ])
  const same = 'same: unchanged, xn--bcher-kva.example.'
  expect(await apply([{ name: 'Shop', kind: 'domain', domain: 'xn--bcher-kva.example' }])).toEqual([same])
  const listed = JSON.parse((await place.run('monitors list --json')).stdout)
  expect(await apply(listed)).toEqual([same])
  const other = expect.stringContaining('refused: There is a monitor of this name, which is of the domain')
  expect(await apply([{ name: 'Shop' }])).toEqual([other])
  expect(await apply([{ name: 'Shop', domain: 'waits.example' }])).toEqual([other])
  // What is deleted takes the monitor along.
  await place.run('domains delete bücher.example')
  expect((await place.run('monitors list')).stderr).toContain('There are no monitors')
})
