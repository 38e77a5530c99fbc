import { afterEach, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import type { AnalysisPoolDeps } from '../../src/jobs/analysis-pool.ts'
import { factsOf } from '../../src/jobs/process-facts.ts'
import { until } from '../support/until.ts'
import { type MisbehavingPool, misbehavingPool } from './misbehaving-pool.ts'

const KILLS = Number(process.env['ANALYSIS_KILLS'] ?? 4)
const MB = 1024 ** 2

let opened: MisbehavingPool
const loops: Subprocess[] = []

function open(changes: Partial<AnalysisPoolDeps> = {}): MisbehavingPool {
  opened = misbehavingPool(changes)
  return opened
}

/** The process that the next message is going to have, once it waits for one. */
async function waitingProcess({ run, pids }: MisbehavingPool): Promise<number> {
  await run('answer')
  return until(() => pids()[0])
}

afterEach(async () => {
  for (const loop of loops.splice(0)) loop.kill('SIGKILL')
  await opened.pool.stop()
})

describe('a step is blamed', () => {
  test.each(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE'])('for %s', async (signal) => {
    const { run } = open()
    const result = await run(`raise ${signal}`)
    expect(result).toMatchObject({ kind: 'blamed', step: 'parse', reason: 'signal' })
  })

  test('before any step of its own has begun, parse: not what the message before it was at', async () => {
    const { run } = open()
    await run('answer')
    expect(await run('raise SIGSEGV silently')).toMatchObject({ kind: 'blamed', step: 'parse' })
    expect(await run('exit dkim silently')).toMatchObject({ kind: 'blamed', step: 'parse' })
  })

  test('for a loop by its processor time, however many others want a processor', async () => {
    for (let at = 0; at < 8; at += 1) loops.push(Bun.spawn(['sh', '-c', 'while :; do :; done']))
    const { run } = open({ timeLimitMs: 400 })
    expect(await run('hang links')).toMatchObject({ kind: 'blamed', step: 'links', reason: 'limit' })
  }, 300_000)

  test('for memory when it held three quarters of what it may', async () => {
    const given = open({ memoryLimitBytes: 400 * MB })
    const pid = await waitingProcess(given)
    const result = given.run('hold html')
    const facts = factsOf(pid)
    await until(() => (facts()?.residentBytes ?? 0) > 310 * MB)
    // What is held is seen many times a second.
    await Bun.sleep(200)
    process.kill(pid, 'SIGKILL')
    expect(await result).toMatchObject({ kind: 'blamed', step: 'html', reason: 'memory' })
  })

  test('for memory when the kernel killed in its group for want of it', async () => {
    let kills = 3
    let looked = 0
    const oomKills = () => {
      looked += 1
      return kills
    }
    const given = open({ oomKills })
    const pid = await waitingProcess(given)
    const result = given.run('wait html')
    await until(() => looked === 2)
    kills = 4
    process.kill(pid, 'SIGKILL')
    expect(await result).toMatchObject({ kind: 'blamed', step: 'html', reason: 'memory' })
  })
})

describe('nothing is blamed', () => {
  test(`when a process is killed from outside, ${KILLS} times`, async () => {
    const given = open()
    const signals = ['SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
    const ends = new Set<string>()
    for (let at = 0; at < KILLS; at += 1) {
      const pid = await waitingProcess(given)
      const result = given.run(at % 2 === 0 ? 'wait dkim' : 'hang dkim')
      await Bun.sleep((at * 13) % 40)
      process.kill(pid, signals[at % signals.length])
      const { kind, ...how } = await result
      ends.add(`${kind} ${'reason' in how ? how.reason : ''}`)
    }
    expect([...ends]).toEqual(['lost killed'])
  }, 600_000)

  test(`when a process is killed in the middle of real work, ${KILLS} times`, async () => {
    const main = join(import.meta.dir, '..', '..', 'src', 'main.ts')
    const given = open({
      command: [process.execPath, main, '__analyse'],
      dns: { servers: [], timeoutMs: 100, tries: 1, offline: true },
    })
    const message = readFileSync(join(import.meta.dir, '..', 'corpus', 'cases', 'newsletter', 'message.eml'))
    const ends = new Set<string>()
    for (let at = 0; at < KILLS; at += 1) {
      const pid = await until(() => given.pids()[0])
      const result = given.run('a@example.com', [], message)
      await Bun.sleep((at * 53) % 200)
      process.kill(pid, 'SIGKILL')
      ends.add((await result).kind)
      // Killed before its end was known, it may be handed one more.
      await until(async () => (await given.run('a@example.com', [], message)).kind === 'scored')
    }
    expect([...ends].filter((kind) => kind !== 'scored' && kind !== 'lost')).toEqual([])
  }, 600_000)

  test('when a process is stopped', async () => {
    const given = open({ timeLimitMs: 500 })
    const pid = await waitingProcess(given)
    process.kill(pid, 'SIGSTOP')
    expect(await given.run('answer')).toMatchObject({ kind: 'lost', reason: 'wall_limit' })
    expect(given.pids()).not.toContain(pid)
  })

  test('when it waits without an end', async () => {
    const { run } = open({ timeLimitMs: 500 })
    expect(await run('wait spf')).toMatchObject({ kind: 'lost', reason: 'wall_limit' })
  })

  test('when its process goes without a word', async () => {
    const { run } = open()
    expect(await run('leave spf')).toMatchObject({ kind: 'lost', reason: 'host' })
  })
})
