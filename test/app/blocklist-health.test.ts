import { expect, test } from 'bun:test'
import { openBlocklistHealth } from '../../src/app/blocklist-health.ts'
import { dnsServer } from '../support/dns-server.ts'

const silent = { info() {}, warn() {}, error() {} }

test('lists that refuse, lists that are gone and good ones are told apart over the DNS', async () => {
  const dns = await dnsServer({
    '2.0.0.127.zen.spamhaus.org': { A: ['127.255.255.254'] },
    '1.0.0.127.zen.spamhaus.org': { A: ['127.255.255.254'] },
    '2.0.0.127.bl.spamcop.net': { A: ['127.0.0.2'] },
    '2.0.0.127.multi.uribl.com': { A: ['127.0.0.1'] },
    'test.dbl.nordspam.com': { A: ['127.0.0.2'] },
  })
  const [host = '', port = ''] = dns.address.split(':')
  const health = openBlocklistHealth(
    {
      blocklists: { enable: ['nordspam-dbl'], disable: [], keys: {}, selfTest: 3_600_000 },
      dns: { servers: [{ host, port: Number(port) }], timeout: 20_000, tries: 1 },
    } as unknown as Parameters<typeof openBlocklistHealth>[0],
    silent,
  )
  await health.testNow()
  const told = Object.fromEntries(
    health.states().map(({ id, usable, reason = '' }) => [id, usable ? 'in use' : reason]),
  )
  expect(told['spamhaus-zen']).toStartWith('the list refuses questions from your DNS server: ')
  expect(told['uribl']).toStartWith('the list refuses questions from your DNS server: ')
  expect(told['psbl']).toStartWith('it does not list its test address 127.0.0.2')
  expect(told).toMatchObject({ spamcop: 'in use', 'nordspam-dbl': 'in use' })
  dns.close()
})
