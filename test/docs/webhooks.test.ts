import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RETRY_AFTER_MS } from '../../src/core/watching/destination.ts'
import { EVENTS } from '../../src/services/api-description/webhooks/events.ts'
import { samplePayload } from '../../src/services/destinations/payloads/samples.ts'
import { signedHeaders } from '../../src/services/destinations/webhooks/signature.ts'
import { ROOT } from './documents.ts'

const text = readFileSync(join(ROOT, 'docs', 'webhooks.md'), 'utf8')

test('docs/webhooks.md names every type', () => {
  const rows = [...text.matchAll(/^\| `([a-z_.]+)` \| (.+) \|$/gm)].map(([, type, when]) => [type, when])
  const lower = (summary: string) => summary.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())
  expect(rows).toEqual(Object.entries(EVENTS).map(([type, { summary }]) => [type, lower(summary)]))
})

test('its example is what is sent', () => {
  const sent = samplePayload('test.scored', { baseUrl: 'https://mailgauge.example.org' })
  expect(text).toContain(`\n${JSON.stringify(sent)}\n`)
})

test('it says when is tried again', () => {
  const hours = RETRY_AFTER_MS.slice(3).map((ms) => ms / 3_600_000)
  const last = hours.pop()
  expect(text).toContain(`5 seconds, 5 minutes, 30 minutes, ${hours.join(', ')} and ${last} hours after`)
})

const shell = Bun.which('openssl') && Bun.which('bash')
test.skipIf(!shell)('its lines for a shell make the same signature', async () => {
  const [, lines = ''] = /```sh\n(key=[^`]+)```/.exec(text) ?? []
  const secret = new Uint8Array(32).fill(251)
  const body = JSON.stringify({ a: 'é' })
  const at = new Date('2026-11-20T09:30:45.210Z')
  const headers = signedHeaders([secret], { id: 'msg_1', at, body })
  const folder = join(Bun.env['TMPDIR'] ?? '/tmp', `webhooks-${process.pid}`)
  await Bun.write(join(folder, 'body.json'), body)
  const child = Bun.spawn(['bash', '-c', lines], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      secret: `whsec_${Buffer.from(secret).toString('base64')}`,
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
    },
  })
  expect(`v1,${(await new Response(child.stdout).text()).trim()}`).toBe(headers['webhook-signature'])
})
