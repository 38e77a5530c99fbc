import { afterEach, expect, test } from 'bun:test'
import { openFileAnalysis } from '../../src/app/analyze-file.ts'
import { configOf } from '../config/loading.ts'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'

let dns: DnsServer
afterEach(() => dns.close())

/** Two messages of one domain, one after the other, and the check of its age. */
async function checksWith(more: string) {
  // A registry that would lead into this machine.
  dns = await dnsServer({ 'rdap.verisign.com': { A: ['127.0.0.1'] } })
  const config = configOf(`[smtp]\ndomain = "in.example.com"\n[dns]\nservers = ["${dns.address}"]\n${more}`)
  const analysis = await openFileAnalysis(config, {
    offline: false,
    sendersKnown: false,
    progress: () => undefined,
  })
  try {
    const checks: unknown[] = []
    for (const name of ['ann', 'bob']) {
      const bytes = Buffer.from(`From: <${name}@example.com>\r\nSubject: Words\r\n\r\nHello.\r\n`)
      const result = await analysis.analyze({ bytes, trustReceived: false })
      if (result.kind !== 'report') throw new Error(result.reason)
      checks.push(result.report.checks.find((check) => check.name === 'domain-age'))
    }
    return { checks, asked: dns.calls.filter((call) => call.startsWith('A rdap.verisign.com')) }
  } finally {
    await analysis.close()
  }
}

test('a registry of the bootstrap is asked over the guard, and remembered between messages', async () => {
  const { checks, asked } = await checksWith('[rdap]\nenabled = true\n')
  for (const check of checks) {
    expect(check).toMatchObject({
      status: 'error',
      score: 0,
      summary: 'When example.com was registered is not known: the address of the registry is not public.',
    })
  }
  expect(asked).toHaveLength(1)
})

test('where it is not enabled, nobody is asked', async () => {
  const { checks, asked } = await checksWith('')
  expect(checks).toEqual([undefined, undefined])
  expect(asked).toEqual([])
})
