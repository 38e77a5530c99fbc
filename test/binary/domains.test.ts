import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mailgauge, type Running, serve, temporaryFolder } from '../support/binary.ts'

const NO_DNS = ['--dns.servers=127.0.0.1:1', '--dns.timeout=200ms']
const DEMO = 'mailgauge-sample.example'

const { folder, remove } = temporaryFolder()
let running: Running
let secret = ''

beforeAll(async () => {
  running = await serve(folder, ['--http.listen=127.0.0.1:0', '--smtp.listen=127.0.0.1:0', ...NO_DNS])
  const { stdout } = await mailgauge(['key', 'create', '--scopes', 'domains:read,dmarc:read'], {
    cwd: folder,
  })
  secret = stdout.trim()
})
afterAll(async () => {
  await running.kill()
  remove()
})

const run = (...args: string[]) => mailgauge(['domains', ...args, ...NO_DNS], { cwd: folder })
const ask = async (path: string) => {
  const response = await fetch(`http://${running.http}/v1/domains${path}`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  return { status: response.status, body: await response.json() }
}

test('beside a running evaluation the demo domain is added and verified in one command', async () => {
  const added = await run('add', DEMO, '--verify')
  expect(added.stderr).toContain(`${DEMO}: added, verified. The record is there.`)
  expect(added.stdout).toMatch(
    /^_mailgauge\.mailgauge-sample\.example\. 3600 IN TXT "mailgauge-verify=[a-z2-7]{26}"\n$/,
  )
  expect(added.code).toBe(0)
  const { body } = await ask('')
  expect(body).toEqual({ domains: [{ id: expect.any(String), domain: DEMO, verified: true }] })
  expect(await ask(`/${body.domains[0].id}/dmarc/summary`)).toMatchObject({
    status: 200,
    body: { domain: DEMO },
  })
})

test('of a list each line is told, and one that is none fails the command', async () => {
  await Bun.write(`${folder}/domains.csv`, `id;Domain\n1;${DEMO}\n2;news.${DEMO}\n3;co.uk\n`)
  const { code, stdout, stderr } = await run('add', '--from', 'domains.csv', '--json')
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject([
    { line: 2, outcome: 'there', verified: true },
    { line: 3, outcome: 'added', verified: false },
    { line: 4, input: 'co.uk', outcome: 'refused', says: expect.stringContaining('public suffix') },
  ])
  expect((await run('verify')).code).toBe(0)
  const { body } = await ask('')
  expect(body.domains.map(({ verified }: { verified: boolean }) => verified)).toEqual([true, true])
})

test('where the DNS does not answer nothing is verified, and that is said', async () => {
  const { code, stderr } = await run('add', 'example.org', '--verify')
  expect(code).toBe(0)
  expect(stderr).toContain('example.org: added, not verified. The DNS did not say')
  expect((await run('verify', 'example.org')).code).toBe(1)
  const gone = await run('delete', 'example.org', `news.${DEMO}`)
  expect([gone.code, gone.stderr]).toEqual([0, `example.org: deleted.\nnews.${DEMO}: deleted.\n`])
  expect((await run('list')).stdout).toMatch(/^mailgauge-sample\.example +default +verified +20/m)
})
