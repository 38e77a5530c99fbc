import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BINARY, mailgauge, temporaryFolder } from '../support/binary.ts'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'

const UNIX_FILE = `Return-Path: <ann@example.org>
Received: from mail.example.org (mail.example.org [192.0.2.10]) (using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits)) by mx.example.net with ESMTPS id 1 for <bob@example.net>; Fri, 20 Nov 2026 12:00:00 +0000
From: Ann <ann@example.org>
To: bob@example.net
Subject: From a file
Date: Fri, 20 Nov 2026 11:59:58 +0000
Message-ID: <1@example.org>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

A message that was kept in a file as Unix keeps its text, so that its line ends are single line feeds and nothing else.
`

interface Printed {
  score: number
  checks: { name: string; status: string; detail: Record<string, string> }[]
}

describe('the command line', () => {
  const { folder, remove } = temporaryFolder()
  let dns: DnsServer
  const file = join(folder, 'message.eml')

  beforeAll(async () => {
    dns = await dnsServer({
      'example.org': { MX: [[10, 'mail.example.org']], TXT: ['v=spf1 ip4:192.0.2.10 -all'] },
      'mail.example.org': { A: ['192.0.2.10'], TXT: ['v=spf1 a -all'] },
      '10.2.0.192.in-addr.arpa': { PTR: ['mail.example.org'] },
      '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject; rua=mailto:d@example.org'] },
    })
    writeFileSync(file, UNIX_FILE)
  })
  afterAll(() => {
    dns.close()
    remove()
  })

  const analyze = (...args: string[]) =>
    mailgauge(['analyze', ...args, `--dns.servers=${dns.address}`], { cwd: folder })

  const statusOf = (stdout: string, name: string) =>
    (JSON.parse(stdout) as Printed).checks.find((check) => check.name === name)?.status

  test('analyze: what a file cannot tell is neutral, its line ends are read as CRLF', async () => {
    const { stdout, code } = await analyze('--json', file)
    expect(code).toBe(0)
    for (const name of ['spf', 'reverse-dns', 'helo', 'tls', 'blocklist'])
      expect(statusOf(stdout, name), name).toBe('neutral')
    expect(statusOf(stdout, 'mime')).toBe('passed')
    expect(statusOf(stdout, 'mx')).toBe('passed')
  })

  test('analyze: what the caller names is judged', async () => {
    const { stdout } = await analyze(
      '--json',
      '--client-ip',
      '192.0.2.10',
      '--helo',
      'mail.example.org',
      '--from',
      'ann@example.org',
      file,
    )
    for (const name of ['spf', 'reverse-dns', 'helo', 'dmarc'])
      expect(statusOf(stdout, name), name).toBe('passed')
  })

  test('analyze: a trusted Received field says the same', async () => {
    const { stdout } = await analyze('--json', '--trust-received', file)
    for (const name of ['spf', 'reverse-dns', 'helo', 'tls', 'dmarc'])
      expect(statusOf(stdout, name), name).toBe('passed')
  })

  test('analyze: offline nothing is asked and nothing costs points for it', async () => {
    const before = dns.calls.length
    const { stdout, code } = await analyze('--offline', '--json', file)
    expect(code).toBe(0)
    expect(dns.calls.length).toBe(before)
    expect(statusOf(stdout, 'mx')).toBe('error')
  })

  test('analyze: from standard input, for people, with exit code 3 below the score asked for', async () => {
    const result = await mailgauge(['analyze', '--min-score', '9.9', `--dns.servers=${dns.address}`, '-'], {
      cwd: folder,
      stdin: UNIX_FILE,
    })
    expect(result.code).toBe(3)
    expect(result.stdout).toMatch(/^\d\.\d of 10/)
    expect(result.stdout).toContain('DKIM')
  })

  test.each([
    ['no such file', ['missing.eml'], 1, 'missing.eml'],
    ['a wrong address', ['--client-ip', '999.1.1.1', 'message.eml'], 2, '--client-ip'],
    ['a wrong score', ['--min-score', 'eleven', 'message.eml'], 2, '--min-score'],
    ['a wrong sender', ['--from', 'ann at example.org', 'message.eml'], 2, '--from'],
    ['an empty folder', ['tmp'], 1, 'The folder tmp holds no message'],
    ['an unknown option', ['--ofline', 'message.eml'], 2, '--offline'],
  ] as const)('analyze: %s', async (_name, args, code, says) => {
    const result = await analyze(...args)
    expect(result.code).toBe(code)
    expect(result.stderr).toContain(says)
  })

  test('analyze: a pipe is a file', () => {
    const line = `cat message.eml | "${BINARY}" analyze --offline --json /dev/stdin`
    const { stdout } = Bun.spawnSync(['sh', '-c', line], { cwd: folder })
    expect(statusOf(stdout.toString(), 'mime')).toBe('passed')
  })

  test('an empty file is no message, and the reason is said', async () => {
    writeFileSync(join(folder, 'empty.eml'), '')
    const result = await analyze('empty.eml')
    expect(result.code).toBe(1)
    expect(result.stderr).toContain('empty')
  })

  test('help, version and wrong words', async () => {
    expect((await mailgauge(['version'])).stdout).toMatch(/^mailgauge \d+\.\d+\.\d+\n$/)
    expect((await mailgauge(['help'])).stdout).toContain('serve')
    expect((await mailgauge(['serv'])).stderr).toContain('serve')
  })

  test('none of this leaves anything behind in the folder', () => {
    expect(readdirSync(folder).toSorted()).toEqual(['empty.eml', 'message.eml', 'tmp'])
  })
})

test.each(['help', 'version', 'config print'])(
  '%s says that its output could not be written',
  async (line) => {
    const child = Bun.spawn([BINARY, ...line.split(' ')], {
      cwd: tmpdir(),
      env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' },
      stdin: 'ignore',
      stdout: Bun.file('/dev/full'),
      stderr: 'pipe',
    })
    expect(await new Response(child.stderr).text()).toBe(
      'Standard output could not be written: the disk is full.\n',
    )
    expect(await child.exited).toBe(1)
  },
)
