import { afterAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constantOf } from './constants.ts'
import { blockOf, blocksOf } from './documents.ts'

const folder = mkdtempSync(join(tmpdir(), 'mailgauge-docs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const CADDY = '/var/lib/caddy/.local/share/caddy/certificates'
const NAME = 'mailgauge.example.org'

/** A script of docs/install.md, with places and the group of this test. */
function script(name: string, which: string, changes: Record<string, string>): string {
  const text = Object.entries({ ...changes, '-g mailgauge': `-g ${process.getgid?.()}` }).reduce(
    (all, [from, to]) => all.replaceAll(from, to),
    blockOf('docs/install.md', 'sh', (block) => block.startsWith('#!') && block.includes(which)),
  )
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, 0o755)
  return path
}

const run = (path: string, env: Record<string, string> = {}) => {
  const { exitCode, stderr } = Bun.spawnSync([path], { env: { PATH: '/usr/bin:/bin', ...env } })
  return { exitCode, stderr: stderr.toString() }
}
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
const fine = { exitCode: 0, stderr: '' }

describe('the copies of the certificate that docs/install.md has made', () => {
  test("of Caddy's: readable by the group, made anew when it was renewed and only then", () => {
    const to = join(folder, 'from-caddy')
    const from = join(folder, 'caddy', 'acme-v02.api.letsencrypt.org-directory', NAME)
    mkdirSync(from, { recursive: true })
    const path = script('caddy.sh', 'caddy/certificates', {
      [CADDY]: join(folder, 'caddy'),
      '/etc/mailgauge/tls': to,
    })
    for (const content of ['first', 'renewed']) {
      writeFileSync(join(from, `${NAME}.crt`), `${content} certificate`)
      writeFileSync(join(from, `${NAME}.key`), `${content} key`, { mode: 0o600 })
      expect(run(path)).toEqual(fine)
      const copied = statSync(join(to, 'fullchain.pem')).ino
      expect(run(path)).toEqual(fine)
      expect(statSync(join(to, 'fullchain.pem')).ino).toBe(copied)
      expect(readFileSync(join(to, 'fullchain.pem'), 'utf8')).toBe(`${content} certificate`)
      expect(readFileSync(join(to, 'privkey.pem'), 'utf8')).toBe(`${content} key`)
    }
    expect([to, join(to, 'fullchain.pem'), join(to, 'privkey.pem')].map(mode)).toEqual(['750', '640', '640'])
  })

  test("of certbot's, for its own name alone", () => {
    const to = join(folder, 'from-certbot')
    const path = script('certbot.sh', 'RENEWED_LINEAGE', { '/etc/mailgauge/tls': to })
    const lineage = (name: string) => {
      const made = join(folder, 'live', name)
      mkdirSync(made, { recursive: true })
      writeFileSync(join(made, 'fullchain.pem'), name)
      writeFileSync(join(made, 'privkey.pem'), `key of ${name}`)
      return made
    }
    expect(run(path, { RENEWED_LINEAGE: lineage('www.example.org') })).toEqual(fine)
    expect(() => statSync(to)).toThrow()
    expect(run(path, { RENEWED_LINEAGE: lineage(NAME) })).toEqual(fine)
    expect(readFileSync(join(to, 'privkey.pem'), 'utf8')).toBe(`key of ${NAME}`)
    expect(mode(join(to, 'privkey.pem'))).toBe('640')
  })
})

const analyze = Bun.which('systemd-analyze')

test.skipIf(!analyze)('systemd takes the units that docs/install.md has written', () => {
  const units = blocksOf('docs/install.md').filter(({ language }) => language === 'ini')
  const names = units.map(
    ({ text }) => `mailgauge-certificate.${text.includes('[Timer]') ? 'timer' : 'service'}`,
  )
  for (const [at, { text }] of units.entries()) {
    writeFileSync(
      join(folder, names[at] ?? ''),
      text.replace('/usr/local/sbin/mailgauge-certificate', '/bin/true'),
    )
  }
  // Other units of this machine are not ours to judge.
  const verify = ['systemd-analyze', 'verify', '--recursive-errors=no']
  const { exitCode } = Bun.spawnSync([...verify, ...names.map((name) => join(folder, name))])
  expect({ names, exitCode }).toEqual({
    names: ['mailgauge-certificate.service', 'mailgauge-certificate.timer'],
    exitCode: 0,
  })
})

const seconds = (block: string, directive: string) =>
  Number(new RegExp(`${directive} (\\d+)s;`).exec(block)?.[1])

test('nginx waits longer than the longest silence, and lets through what Mailgauge takes', () => {
  const block = blockOf('docs/reverse-proxy.md', 'nginx')
  const silence = Math.max(Number(constantOf('src/web/streams.ts', 'PING_MS')) / 1000, 60)
  expect(seconds(block, 'proxy_read_timeout')).toBeGreaterThan(silence + 10)
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(block) ?? []
  const most = Number(constantOf('src/web/routes/dmarc/import.tsx', 'IMPORT_BOUNDS.maxBytes'))
  expect(Number(megabytes) * 1024 ** 2).toBeGreaterThan(most + 1024 ** 2)
})

test('Caddy has the same block on both pages', () => {
  const [block] = blocksOf('docs/install.md').filter(({ language }) => language === 'caddyfile')
  expect(block?.text).toBe(blockOf('docs/reverse-proxy.md', 'caddyfile'))
})
