import { afterEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnalysisPool, AnalysisPoolDeps } from '../../src/jobs/analysis-pool.ts'
import { childrenOf } from '../support/binary.ts'
import { envelope } from '../support/envelope.ts'
import { until } from '../support/until.ts'
import { misbehavingPool } from './misbehaving-pool.ts'

let pool: AnalysisPool

function open(changes: Partial<AnalysisPoolDeps> = {}) {
  const opened = misbehavingPool(changes)
  pool = opened.pool
  return opened.run
}

afterEach(() => pool.stop())

describe('analysis processes', () => {
  test('a process answers and is used again', async () => {
    const run = open()
    const first = await run('answer')
    expect(first).toEqual({ kind: 'not_a_message', reason: expect.stringContaining('10 bytes by') })
    expect(await run('answer')).toEqual(first)
  })

  test('messages of every size reach one process whole, one behind the other', async () => {
    const run = open({ most: 1 })
    for (const size of [1, 262_143, 262_144, 25_000_000, 300_000, 10]) {
      const raw = new Uint8Array(size).map((_, at) => (at * 7 + size) % 251)
      expect(await run('hash', [], raw)).toMatchObject({ reason: `${Bun.hash(raw)}` })
    }
  })

  test('an endless loop is killed at the limit and blamed on the step that ran', async () => {
    const run = open({ timeLimitMs: 400 })
    expect(await run('hang content')).toEqual({
      kind: 'blamed',
      step: 'content',
      reason: 'limit',
      words: 'it took more than 0.4 s of processor time',
    })
    expect(await run('hang content', ['content'])).toMatchObject({ reason: 'without content' })
  })

  test('a process that eats memory is killed before it has eaten the machine', async () => {
    const run = open({ timeLimitMs: 50_000, memoryLimitBytes: 400_000_000 })
    expect(await run('eat mime')).toMatchObject({ kind: 'blamed', step: 'mime', reason: 'memory' })
  })

  test('a process that ends by itself is blamed on its step, and the next message gets a new one', async () => {
    const run = open()
    expect(await run('exit dkim')).toMatchObject({ kind: 'blamed', step: 'dkim', reason: 'exception' })
    expect(await run('reject dkim')).toMatchObject({ kind: 'blamed', step: 'dkim', reason: 'exception' })
    expect(await run('answer')).toMatchObject({ kind: 'not_a_message' })
  })

  test('a process is kept for any number of messages, until one leaves it with too much memory', async () => {
    const run = open({ most: 1 })
    const by = new Set<string>()
    const answered = async (behaviour: string) => {
      const result = await run(behaviour)
      by.add(/by (\d+)/.exec('reason' in result ? result.reason : '')?.[1] ?? '')
    }
    for (let count = 0; count < 1500; count += 1) await answered('answer')
    await answered('grow')
    expect(by.size).toBe(1)
    await answered('answer')
    expect(by.size).toBe(2)
  })

  test('whoever hands out work is told when a process is free again, before the answer is dealt with', async () => {
    const told: string[] = []
    const run = open({ freed: () => told.push('freed') })
    await run('answer').then(() => told.push('answered'))
    expect(told).toEqual(['freed', 'answered'])
  })

  test('a process that was killed while it waited costs the next message nothing', async () => {
    const run = open()
    const answered = await run('answer')
    const pid = Number(/by (\d+)/.exec('reason' in answered ? answered.reason : '')?.[1])
    process.kill(pid, 'SIGKILL')
    await until(() => !existsSync(`/proc/${pid}`))
    expect(await run('answer')).toMatchObject({ kind: 'not_a_message' })
  })

  test('when none can be started the message is not to blame', async () => {
    open({ command: ['/bin/false'] })
    const job = { raw: new Uint8Array(10), envelope: envelope(), leaveOut: [] }
    expect(await pool.run(job)).toMatchObject({ kind: 'lost', reason: 'not_started' })
  })

  test('a process that is killed while it starts is tried again, and others go on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mailgauge-starts-'))
    const script = join(import.meta.dir, 'misbehaving-analysis.ts')
    // As often as there are files, the process dies before it is ready.
    const command = [
      'sh',
      '-c',
      `for f in "$0"/*; do [ -e "$f" ] && rm "$f" && kill -9 $$; done; exec "$1" "$2"`,
    ]
    open({ command: [...command, folder, process.execPath, script], most: 1 })
    const one = () =>
      pool.run({ raw: new Uint8Array(10), envelope: envelope({ rcptTo: 'answer' }), leaveOut: [] })
    expect(await one()).toMatchObject({ kind: 'not_a_message' })
    const [idle = 0] = childrenOf(process.pid).slice(-1)
    for (const name of ['a', 'b']) writeFileSync(join(folder, name), '')
    process.kill(idle, 'SIGKILL')
    await until(() => !existsSync(`/proc/${idle}`))
    expect(await one()).toMatchObject({ kind: 'not_a_message' })
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  })

  test('a fault inside is told with its step', async () => {
    const run = open()
    expect(await run('fault spf')).toMatchObject({ kind: 'blamed', step: 'spf', reason: 'exception' })
  })

  test('what was answered is let go while the process lives on', async () => {
    const run = open()
    const answers: WeakRef<object>[] = []
    for (let count = 0; count < 30; count += 1) answers.push(new WeakRef(await run('answer')))
    await until(() => {
      Bun.gc(true)
      return answers.filter((answer) => answer.deref()).length < 10
    })
  })

  test('one message hangs, the others go on', async () => {
    const run = open({ timeLimitMs: 600 })
    const hung = run('hang spf')
    const others = await Promise.all(Array.from({ length: 5 }, () => run('answer')))
    expect(others.every((result) => result.kind === 'not_a_message')).toBe(true)
    expect(await hung).toMatchObject({ kind: 'blamed', step: 'spf' })
  })

  test('a stop ends what runs without blaming the message', async () => {
    const run = open({ timeLimitMs: 50_000 })
    const hung = run('hang spf')
    await Bun.sleep(200)
    await pool.stop()
    expect(await hung).toMatchObject({ kind: 'lost', reason: 'stopping' })
  })
})
