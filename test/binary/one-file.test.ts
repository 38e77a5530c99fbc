import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyzers } from '../../src/analysis/registry.ts'
import { apiClient, checkOf } from '../support/api-client.ts'
import { BINARY, mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { greetedClient } from '../support/smtp-client.ts'
import { until } from '../support/until.ts'

const MESSAGE = [
  'From: Ann <ann@example.org>',
  'To: test@test.example',
  'Subject: A message of plain words',
  `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
  'Message-ID: <1@example.org>',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Hello, this message has enough words in it for a check of its text to have something that it can judge at all.',
  '',
].join('\r\n')

describe('one file is the whole service', () => {
  const { folder, remove } = temporaryFolder()
  let running: Running

  beforeAll(async () => {
    copyFileSync(BINARY, join(folder, 'mailgauge'))
    writeConfig(folder)
    running = await serve(folder, [], join(folder, 'mailgauge'))
  })
  afterAll(async () => {
    await running.kill()
    remove()
  })

  test('a message comes in and its report comes out', async () => {
    const api = await apiClient(running)
    const { token, address } = await api.createTest()
    expect((await api.report(token)).status).toBe('pending')
    const client = await greetedClient(running.smtp)
    expect((await client.deliver({ from: 'ann@example.org', to: [address], data: MESSAGE })).code).toBe(250)
    const report = await api.ended(token)
    expect(report).toMatchObject({ status: 'scored', address, score: expect.any(Number) })
    // Scanners are not configured.
    expect(report.checks.length).toBe(analyzers.filter(({ applies }) => !applies).length)
    // The sender's own address is hidden behind loopback, and the DNS does not answer: neither may cost points.
    expect(checkOf(report, 'spf').status).toBe('error')
    expect(checkOf(report, 'reverse-dns').status).toBe('error')
    expect(checkOf(report, 'headers').status).toBe('passed')
  })

  test('nothing of it is read from node_modules or from this checkout', async () => {
    await until(() => running.children().length > 0)
    for (const pid of [running.process.pid, ...running.children()]) {
      const maps = readFileSync(`/proc/${pid}/maps`, 'utf8')
      expect(maps).not.toContain('node_modules')
      expect(maps).not.toContain(join(import.meta.dir, '..', '..', 'src'))
    }
  })

  test('what it unpacks goes to TMPDIR', () => {
    const maps = readFileSync(`/proc/${running.process.pid}/maps`, 'utf8')
    const addons = [...maps.matchAll(/\S+\.node\b/g)].map(([path]) => path)
    expect(addons.filter((path) => !path.startsWith(join(folder, 'tmp')))).toEqual([])
  })

  test('a second service on the same data is refused with the reason', async () => {
    const second = await mailgauge(['serve'], { cwd: folder, env: { TMPDIR: join(folder, 'tmp') } })
    expect(second.code).not.toBe(0)
    expect(second.stderr).toContain('in use')
  })

  test('SIGTERM ends it with code 0 and leaves no process behind', async () => {
    const children = running.children()
    expect(await running.kill('SIGTERM')).toBe(0)
    // Whose parent ended goes a moment later.
    await until(() => children.every((pid) => !existsSync(`/proc/${pid}`)))
  })
})
