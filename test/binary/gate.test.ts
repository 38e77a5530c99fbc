import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BINARY, mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'

const swaks = Bun.which('swaks', { PATH: '/usr/bin:/bin' })
if (!swaks) console.warn('skipped: swaks is not installed')

const GUIDE = readFileSync(join(import.meta.dir, '..', '..', 'docs', 'ci.md'), 'utf8')
const [github, , gitlab] = [...GUIDE.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) =>
  Bun.YAML.parse(text ?? ''),
)
const shell = /```sh\n([\s\S]*?)```/.exec(GUIDE)?.[1] ?? ''

interface GithubJob {
  env: Record<string, string>
  steps: { name?: string; run?: string; uses?: string; env?: Record<string, string> }[]
}

/** No DNS server answers here, so some checks cannot be determined: what the guide asks for is made reachable. */
const reachable = (line: string) => line.replace('--min-score 9', '--min-score 1 --allow-errors')

describe('the guide for CI', () => {
  const { folder, remove } = temporaryFolder()
  let running: Running
  let environment: Record<string, string>

  beforeAll(async () => {
    writeConfig(folder)
    running = await serve(folder)
    const made = await mailgauge(['key', 'create', '--name', 'ci'], { cwd: folder })
    environment = {
      PATH: `${dirname(BINARY)}:/usr/bin:/bin`,
      HOME: join(folder, 'home'),
      TMPDIR: join(folder, 'tmp'),
      MAILGAUGE_API_URL: `http://${running.http}`,
      MAILGAUGE_API_KEY: made.stdout.trim(),
      // What swaks sends to, without a word of it in the guide's own lines.
      SWAKS_OPT_server: `${running.smtp.host}:${running.smtp.port}`,
    }
    mkdirSync(environment['HOME'] ?? '')
  })
  afterAll(async () => {
    await running.kill()
    remove()
  })

  async function bash(lines: string, changes: Record<string, string> = {}) {
    const child = Bun.spawn(['/bin/bash', '-e', '-o', 'pipefail', '-c', lines], {
      cwd: folder,
      stdin: 'ignore',
      env: { ...environment, ...changes },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    return { code: await child.exited, stdout, stderr }
  }

  test.skipIf(!swaks)('the GitHub job does what it says, step by step', async () => {
    const job = (github as { jobs: { deliverability: GithubJob } }).jobs.deliverability
    expect(Object.keys(job.env)).toEqual(['MAILGAUGE_API_URL', 'MAILGAUGE_API_KEY'])
    const files = { GITHUB_ENV: join(folder, 'github-env'), GITHUB_PATH: join(folder, 'github-path') }
    const set: Record<string, string> = { ...files }
    for (const file of Object.values(files)) writeFileSync(file, '')
    const steps = job.steps.filter(({ run }) => run !== undefined)
    expect(steps.map(({ name }) => name)).toHaveLength(4)
    for (const { name, run = '', env = {} } of steps) {
      const own = Object.keys(env).includes('BINARY') ? { BINARY: `file://${BINARY}` } : {}
      const done = await bash(reachable(run), { ...set, ...own })
      expect({ name, ...done }).toMatchObject({ name, code: 0 })
      for (const line of readFileSync(files.GITHUB_ENV, 'utf8').split('\n').filter(Boolean)) {
        const [key = '', value = ''] = line.split('=')
        set[key] = value
      }
      const added = readFileSync(files.GITHUB_PATH, 'utf8').trim().split('\n')
      set['PATH'] = [...added, '/usr/bin', '/bin'].join(':')
    }
  })

  test.skipIf(!swaks)('the GitLab job does', async () => {
    const { script } = (gitlab as { deliverability: { script: string[] } }).deliverability
    const done = await bash(reachable(script.join('\n')))
    expect(done).toMatchObject({ code: 0 })
    expect(done.stdout).toContain(' of 10')
  })

  test.skipIf(!swaks)('the shell lines do, and fail for each reason with its own code', async () => {
    writeFileSync(join(folder, 'send-the-newsletter'), '#!/bin/sh\nswaks "$@" --from news@example.org\n', {
      mode: 0o755,
    })
    expect(await bash(reachable(shell))).toMatchObject({ code: 0 })
    const gate = (options: string) => shell.replace('--min-score 9 --timeout 10m', options)
    expect(await bash(gate('--min-score 10 --allow-errors'))).toMatchObject({ code: 3 })
    expect(await bash(gate('--min-score 1'))).toMatchObject({ code: 5 })
    const unsent = shell.replace('./send-the-newsletter', 'true')
    expect(await bash(unsent.replace('10m', '200ms'))).toMatchObject({ code: 4 })
    expect(await bash(shell, { MAILGAUGE_API_KEY: 'mg_wrong' })).toMatchObject({ code: 1 })
    expect(await bash(shell, { MAILGAUGE_API_KEY: '' })).toMatchObject({ code: 2 })
  })

  test.skipIf(!Bun.which('script'))('waits on a terminal with a word about it', async () => {
    const made = await bash('mailgauge test create --json')
    const { token } = JSON.parse(made.stdout) as { token: string }
    const line = `mailgauge test wait ${token} --timeout 2s`
    const onTerminal = await bash(`script --quiet --return --command '${line}' /dev/null`)
    expect(onTerminal.code).toBe(4)
    expect(onTerminal.stdout).toContain(`Waiting for the report on ${token}, for at most 2s`)
    expect((await bash(`${line} || true`)).stderr).not.toContain('Waiting for')
  })
})
