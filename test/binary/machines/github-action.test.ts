import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BINARY, mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'

const ROOT = join(import.meta.dir, '..', '..', '..')
const ACTION = join(ROOT, 'packaging', 'github-action')

interface Action {
  inputs: Record<string, { required?: boolean; default?: string }>
  outputs: Record<string, { value: string }>
  runs: { steps: { id: string; run: string; env: Record<string, string> }[] }
}

const action = Bun.YAML.parse(readFileSync(join(ACTION, 'action.yml'), 'utf8')) as Action
const [step] = action.runs.steps

/** Sends with the runtime of these tests, as there is no other client on every machine. */
const SENDER = `
import { greetedClient } from '${join(ROOT, 'test/support/smtp-client.ts')}'
const [host, port, to, subject] = process.argv.slice(2)
const smtp = await greetedClient({ host, port: Number(port) })
const data = ['From: news@example.org', 'To: ' + to, 'Subject: ' + subject, 'Date: Mon, 23 Nov 2026 09:00:00 +0000', 'Message-ID: <1@example.org>', '', 'Some words.', ''].join('\\r\\n')
const { code } = await smtp.deliver({ from: 'news@example.org', to: [to], data })
process.exit(code === 250 ? 0 : 1)
`

test('the step takes its inputs by variables alone, and every output is one that it writes', () => {
  expect(action.runs.steps).toHaveLength(1)
  expect(step?.run).not.toContain('${{')
  const read = Object.values(step?.env ?? {}).map(
    (value) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1],
  )
  expect(read.toSorted()).toEqual(Object.keys(action.inputs).toSorted())
  for (const [name, { value }] of Object.entries(action.outputs)) {
    expect(value).toBe(`\${{ steps.gate.outputs.${name} }}`)
    expect(readFileSync(join(ACTION, 'gate.sh'), 'utf8')).toContain(`output ${name} `)
  }
})

const shellcheck = Bun.which('shellcheck')
test.skipIf(!shellcheck)('its script is in order', () => {
  const { exitCode, stdout } = Bun.spawnSync(['shellcheck', join(ACTION, 'gate.sh')])
  expect({ exitCode, said: stdout.toString() }).toEqual({ exitCode: 0, said: '' })
})

describe('the step, on a runner that is none', () => {
  const { folder, remove } = temporaryFolder()
  let running: Running
  let key = ''
  let place = ''

  beforeAll(async () => {
    writeConfig(folder)
    running = await serve(folder)
    key = (await mailgauge(['key', 'create', '--name', 'ci'], { cwd: folder })).stdout.trim()
    writeFileSync(join(folder, 'send.ts'), SENDER)
  })
  afterAll(async () => {
    await running.kill()
    remove()
  })
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'mailgauge-runner-'))
    mkdirSync(join(place, 'home'))
    for (const file of ['output', 'summary']) writeFileSync(join(place, file), '')
  })

  const sending = (subject = 'What is new') =>
    `'${process.execPath}' '${join(folder, 'send.ts')}' ${running.smtp.host} ${running.smtp.port} "$MAILGAUGE_ADDRESS" '${subject}'`

  /** Runs the step as a runner does: inputs as the action maps them, files for outputs and summary. */
  async function run(given: Record<string, string>) {
    const inputs: Record<string, string> = { url: `http://${running.http}`, 'api-key': key, ...given }
    const mapped = Object.entries(step?.env ?? {}).map(([name, value]) => {
      const input = /inputs\.([\w-]+)/.exec(value)?.[1] ?? ''
      return [name, inputs[input] ?? action.inputs[input]?.default ?? '']
    })
    const child = Bun.spawn(['/bin/bash', '-c', step?.run ?? ''], {
      cwd: place,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      env: {
        PATH: `${join(BINARY, '..')}:/usr/bin:/bin`,
        HOME: join(place, 'home'),
        RUNNER_TEMP: place,
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: ACTION,
        GITHUB_OUTPUT: join(place, 'output'),
        GITHUB_STEP_SUMMARY: join(place, 'summary'),
        ...Object.fromEntries(mapped),
      },
    })
    const [stdout, stderr, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    const lines = readFileSync(join(place, 'output'), 'utf8').split('\n').filter(Boolean)
    const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
    const summary = readFileSync(join(place, 'summary'), 'utf8')
    rmSync(place, { recursive: true })
    return { code, outputs, summary, stdout, said: stdout + stderr }
  }

  // No DNS server answers here, so some checks cannot be determined.
  const LENIENT = { 'min-score': '1', 'allow-errors': 'true' }

  test('a message that scores enough passes, with outputs and a page', async () => {
    const done = await run({ ...LENIENT, send: sending() })
    expect({ code: done.code, said: done.said }).toMatchObject({ code: 0 })
    const { result, token, address, score } = done.outputs
    expect(result).toBe('passed')
    expect(token).toMatch(/^[a-z2-7]{26}$/)
    expect(address).toMatch(/^[a-z2-7]{12}@test\.example$/)
    expect(score).toMatch(/^\d\.\d$/)
    expect(done.summary).toStartWith(`### Mail: ${score} of 10\n`)
    expect(done.summary).toContain('High enough')
    expect(done.summary).toContain('**DKIM**')
    expect(done.said).not.toContain(key)
  }, 120_000)

  test('one that scores too low fails, and says by how much', async () => {
    const done = await run({ ...LENIENT, 'min-score': '10', send: sending() })
    expect(done).toMatchObject({ code: 3, outputs: { result: 'too-low' } })
    expect(done.stdout).toContain(`::error title=Mailgauge::The message scores ${done.outputs['score']}`)
    expect(done.summary).toContain('Too low')
  }, 120_000)

  test('checks that could not be determined fail unless they are allowed', async () => {
    const done = await run({ 'min-score': '1', send: sending() })
    expect(done).toMatchObject({ code: 5, outputs: { result: 'undetermined' } })
  }, 120_000)

  test('the test of an earlier step is judged by its token', async () => {
    const first = await run({ ...LENIENT, send: sending() })
    place = mkdtempSync(join(tmpdir(), 'mailgauge-runner-'))
    for (const file of ['output', 'summary']) writeFileSync(join(place, file), '')
    const again = await run({ ...LENIENT, token: first.outputs['token'] ?? '' })
    expect(again).toMatchObject({
      code: 0,
      outputs: { token: first.outputs['token'], score: first.outputs['score'] },
    })
  }, 120_000)

  test('nothing that a report says is a command to the runner', async () => {
    const done = await run({ ...LENIENT, send: sending('x') })
    const lines = done.stdout.split('\n')
    const stop = lines.findIndex((line) => line.startsWith('::stop-commands::'))
    const mark = lines[stop]?.slice('::stop-commands::'.length)
    const on = lines.indexOf(`::${mark}::`)
    const score = lines.findIndex((line) => / of 10/.test(line))
    expect(mark).toMatch(/^mailgauge-[0-9a-f]{32}$/)
    expect([stop < score, score < on]).toEqual([true, true])
  }, 120_000)

  test('what sends gets the address and not the key', async () => {
    const done = await run({ ...LENIENT, timeout: '200ms', send: 'env' })
    expect(done).toMatchObject({ code: 4, outputs: { result: 'timeout' } })
    expect(done.stdout).toMatch(/^MAILGAUGE_ADDRESS=[a-z2-7]{12}@test\.example$/m)
    expect(done.said).not.toContain(key)
  }, 120_000)

  test.each([
    ['neither send nor token', {}, 'Give send, or the token'],
    ['both', { send: 'true', token: 'a'.repeat(26) }, 'Give either send or token'],
    ['a token that is a command', { token: '$(touch pwned)' }, 'token is not that of a test'],
    ['lines that fail', { send: 'false; true' }, 'The lines of send failed'],
    ['a word that is neither true nor false', { send: 'true', 'allow-errors': 'yes' }, 'allow-errors'],
    [
      'a program that is not there',
      { send: 'true', program: '/nowhere/mailgauge' },
      'no program at the path',
    ],
    ['a program over http', { send: 'true', program: 'http://127.0.0.1/mailgauge' }, 'https address'],
    ['an address without a sum', { send: 'true', program: 'https://127.0.0.1/mailgauge' }, 'sha256'],
    [
      'another program than its sum',
      { send: 'true', program: BINARY, sha256: '0'.repeat(64) },
      'sha256 names',
    ],
  ])('%s is refused', async (_name, given, says) => {
    const done = await run(given)
    expect(done).toMatchObject({ code: 2, outputs: { result: 'failed' } })
    expect(done.stdout).toContain('::error title=Mailgauge::')
    expect(done.stdout).toContain(says)
    expect(existsSync(join(place, 'pwned'))).toBe(false)
  })

  test('a wrong key and a service that is not there fail with their sentence', async () => {
    const done = await run({ send: 'true', 'api-key': `mg_${'0'.repeat(39)}` })
    expect(done).toMatchObject({ code: 2, outputs: { result: 'failed' } })
    expect(done.said).toContain('does not take the key')
  })
})
