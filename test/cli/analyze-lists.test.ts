import { afterEach, beforeEach, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { workplace } from './running.ts'

const LIST = 'uribl.spameatingmonkey.net'
const LISTED = { A: ['127.0.0.2'] }
const MESSAGE =
  'From: a@sender.example.org\nTo: b@example.net\nSubject: hello\nDate: Fri, 20 Nov 2026 11:59:00 +0000\nMessage-ID: <1@example.org>\n\nSee https://www.shop.example.com/a and more.\n'

let place: ReturnType<typeof workplace>
let dns: DnsServer
beforeEach(async () => {
  place = workplace()
  dns = await dnsServer({
    [`_DNSBL_.test.${LIST}`]: LISTED,
    [`example.org.${LIST}`]: LISTED,
    [`example.com.${LIST}`]: LISTED,
  })
  writeFileSync(join(place.folder, 'm.eml'), MESSAGE)
  writeFileSync(join(place.folder, 'n.eml'), MESSAGE)
})
afterEach(() => {
  dns.close()
  place.remove()
})

interface Told {
  checks: { name: string; status: string; detail: Record<string, string> }[]
}

test('the domain lists that answer are asked about a file’s sender and links, without any address', async () => {
  const { stdout } = await place.run(`analyze --json --dns.servers ${dns.address} m.eml`)
  const checks = new Map((JSON.parse(stdout) as Told).checks.map((check) => [check.name, check]))
  for (const name of ['domain-blocklist', 'link-blocklist']) {
    expect(checks.get(name)).toMatchObject({
      status: 'failed',
      detail: { [LIST]: expect.stringContaining('listed') },
    })
  }
  expect(checks.get('blocklist')?.status).toBe('neutral')
  expect(dns.calls.filter((call) => call.endsWith('zen.spamhaus.org'))).toEqual([])
})

test('they are tested once for several files', async () => {
  const { code } = await place.run(`analyze --json --dns.servers ${dns.address} m.eml n.eml`)
  expect(code).toBe(0)
  expect(dns.calls.filter((call) => call.toLowerCase() === `a _dnsbl_.test.${LIST}`)).toHaveLength(1)
})
