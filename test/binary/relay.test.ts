import { expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MESSAGE_NAMES } from '../../src/services/outgoing/messages.ts'
import { apiClient } from '../support/api-client.ts'
import { mailgauge, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { dnsServer } from '../support/dns-server.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const HERE = { A: ['127.0.0.1'] }
const PUBLIC = { A: ['93.184.216.34'] }

/** What the domain of the relay publishes. */
const ZONE = {
  'example.org': { ...PUBLIC, TXT: ['v=spf1 ip4:127.0.0.1 -all'], MX: [[10, 'mx.example.org'] as const] },
  'mx.example.org': PUBLIC,
  'mailgauge.example.org': PUBLIC,
  'mx.test.example': { ...HERE, TXT: ['v=spf1 a -all'] },
  'mg._domainkey.example.org': { TXT: [`v=DKIM1; k=rsa; p=${p}`] },
  '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject; rua=mailto:dmarc@example.org'] },
  '1.0.0.127.in-addr.arpa': { PTR: ['mx.test.example'] },
}

test('the service measures its own mail: every message gets the full score', async () => {
  const { folder, remove } = temporaryFolder()
  const dns = await dnsServer(ZONE)
  writeFileSync(join(folder, 'dkim.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeConfig(
    folder,
    { site: 'base_url = "https://mailgauge.example.org"' },
    { dns: `servers = ["${dns.address}"]` },
  )
  const running = await serve(folder)
  const api = await apiClient(running)
  writeConfig(folder, {
    relay: [
      `host = "${running.smtp.host}"\nport = ${running.smtp.port}`,
      'from = "Mailgauge <mailgauge@example.org>"',
      'dkim_key = "dkim.pem"\ndkim_selector = "mg"',
    ].join('\n'),
    site: 'base_url = "https://mailgauge.example.org"',
  })
  for (const name of MESSAGE_NAMES) {
    const { address, token } = await api.createTest()
    const sent = await mailgauge(['relay', 'test', address, '--message', name], { cwd: folder })
    expect(sent).toMatchObject({ code: 0, stderr: expect.stringContaining('took the message: 250 2.6.0') })
    const report = await api.ended(token)
    const failing = report.checks.filter(({ score }) => score < 0)
    expect({ name, failing, score: report.score }).toEqual({ name, failing: [], score: 10 })
    expect(report.checks.find((check) => check.name === 'dkim')?.status).toBe('passed')
  }
  await running.kill()
  dns.close()
  remove()
}, 120_000)
