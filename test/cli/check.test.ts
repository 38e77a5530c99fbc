import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { workplace } from './running.ts'

const place = workplace()
let dns: DnsServer
let environment: Record<string, string>

beforeAll(async () => {
  dns = await dnsServer({
    'example.org': { A: ['93.184.216.34'], TXT: ['v=spf1 -all'], MX: [[10, 'mx.example.org']] },
    'mx.example.org': { A: ['93.184.216.34'] },
    '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject; rua=mailto:d@example.org'] },
    '8.8.8.8.in-addr.arpa': { PTR: ['dns.google'] },
    'dns.google': { A: ['8.8.8.8'] },
    com: { SOA: [{ primary: 'a.gtld.example', mailbox: 'nstld.example', serial: 1 }] },
    'silent.example': { A: ['93.184.216.34'], TXT: ['v=spf1 ip4:198.51.100.0/24'] },
    'loose.example': {
      A: ['93.184.216.34'],
      TXT: ['v=spf1 ip4:68.183.0.0/16 a:out.oldservice.com -all'],
      MX: [[10, 'mx.example.org']],
    },
  })
  environment = { MAILGAUGE_DNS_SERVERS: dns.address, MAILGAUGE_SMTP_DOMAIN: 'in.example.com' }
})

afterAll(() => {
  dns.close()
  place.remove()
})

test('a domain, for people', async () => {
  const { code, stdout } = await place.run('check Example.ORG', environment)
  expect(code).toBe(0)
  expect(stdout).toStartWith('example.org\n')
  expect(stdout).toMatch(/ ✓ SPF +passed +The SPF record of example\.org is valid\./)
  expect(stdout).not.toContain('0.0')
}, 300_000)

test('a name that anybody can register, and how many may send, over a real DNS server', async () => {
  const { stdout } = await place.run('check --json loose.example', environment)
  const { checks } = JSON.parse(stdout)
  const spf = checks.find((one: { name: string }) => one.name === 'spf')
  expect([spf.status, spf.detail.findings]).toEqual(['failed', 'spf-name-unregistered'])
  expect(spf.detail.summary).toBe(
    'a:out.oldservice.com in the SPF record of loose.example leads to out.oldservice.com, whose domain oldservice.com looks unregistered: whoever registers it can send as loose.example. The record lets 65,536 IPv4 addresses send. In ranges that clouds give to any customer: 65,536 of DigitalOcean.',
  )
  expect(spf.detail).toMatchObject({
    may_send: '65,536 IPv4',
    may_send_by_term: 'ip4:68.183.0.0/16 65,536 IPv4',
    shared_by_clouds: 'ip4:68.183.0.0/16 65,536 IPv4 of DigitalOcean',
  })
}, 300_000)

test('how many may send is told beside what could be better', async () => {
  const { stdout } = await place.run('check silent.example', environment)
  expect(stdout).toMatch(/SPF +passed\n +May send: 256 IPv4\.\n/)
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('says nothing about addresses it does not list')
  const { stdout: loose } = await place.run('check loose.example', environment)
  expect(loose.replaceAll(/\s+/g, ' ')).toContain('The record lets 65,536 IPv4 addresses send.')
}, 300_000)

test('an address, as JSON', async () => {
  const { code, stdout } = await place.run('check --json 8.8.8.8', environment)
  expect(code).toBe(0)
  const { address, checks } = JSON.parse(stdout)
  expect(address).toBe('8.8.8.8')
  expect(checks.map((one: { name: string; status: string }) => [one.name, one.status])).toEqual([
    ['reverse-dns', 'passed'],
    ['blocklist', 'error'],
  ])
}, 300_000)

test('what is no name is refused before anybody is asked', async () => {
  const before = dns.calls.length
  const { code, stderr } = await place.run('check 192.168.0.1', environment)
  expect(code).toBe(1)
  expect(stderr).toContain('192.168.0.1 is not a public address')
  expect(dns.calls.length).toBe(before)
})
