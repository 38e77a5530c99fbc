import { expect, test } from 'bun:test'
import { lookAtRecords } from '../../../src/mail/records/look.ts'
import { createStubResolver } from '../../../src/net/dns/stub.ts'
import { createSafeFetch } from '../../../src/net/safe-fetch/safe-fetch.ts'
import { certificate, PUBLIC, secureWeb } from '../../net/safe-fetch/web-server.ts'
import { dnsServer } from '../../support/dns-server.ts'

const POLICY = 'version: STSv1\r\nmode: enforce\r\nmx: a.example.org\r\nmax_age: 86400\r\n'

/** The policy of example.org, over DNS packets and TLS. */
async function policyOf(certified: string): Promise<readonly string[] | undefined> {
  const dns = await dnsServer({
    '_mta-sts.example.org': { TXT: ['v=STSv1; id=1'] },
    'mta-sts.example.org': { A: [PUBLIC] },
  })
  const material = certificate(certified)
  await using server = await secureWeb(material, (request, response) => {
    response.statusCode = request.url === '/.well-known/mta-sts.txt' ? 200 : 404
    response.end(POLICY)
  })
  const resolver = createStubResolver({ servers: [dns.address], timeoutMs: 2_000, tries: 1 })
  const fetcher = createSafeFetch({
    resolver,
    timeoutMs: 5_000,
    userAgent: 'test',
    ca: [material.cert],
    reach: () => ({ host: '127.0.0.1', port: server.port }),
  })
  const seen = await lookAtRecords({ domain: 'example.org', signers: [] }, { resolver, fetcher })
  dns.close()
  return seen.find(({ record }) => record === 'sts_policy')?.values
}

test('is read over TLS as senders read it', async () => {
  expect(await policyOf('mta-sts.example.org')).toEqual([POLICY])
})

test('behind a certificate for another name says nothing', async () => {
  expect(await policyOf('other.example.org')).toBeUndefined()
})
