import { afterEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Ending, judgeEnding } from '../../src/jobs/analysis-blame.ts'
import { watchLoad } from '../../src/jobs/analysis-load.ts'
import { type Watch, watchLimits } from '../../src/jobs/analysis-watch.ts'
import { memoryGroup } from '../../src/jobs/cgroup.ts'
import { factsOf, readPs, readSchedstat, readStat, readyMsOf } from '../../src/jobs/process-facts.ts'
import { until } from '../support/until.ts'

const MB = 1024 ** 2
const limits = { timeLimitMs: 15_000, memoryLimitBytes: 768 * MB }

describe('how a process ended that owed an answer', () => {
  const cases: [ending: Partial<Ending>, verdict: string][] = [
    [{ killedFor: 'processor', signal: 'SIGKILL' }, 'blamed limit'],
    [{ killedFor: 'memory', signal: 'SIGKILL' }, 'blamed memory'],
    [{ killedFor: 'wall', signal: 'SIGKILL', held: 700 * MB }, 'lost wall_limit'],
    [{ killedFor: 'stop', signal: 'SIGKILL', held: 700 * MB }, 'lost stopping'],
    [{ killedFor: 'crowded', signal: 'SIGKILL', held: 500 * MB }, 'lost host'],
    [{ killedFor: 'crowded', signal: 'SIGKILL', held: 600 * MB }, 'lost host'],
    [{ killedFor: 'crowded', signal: 'SIGKILL', held: 600 * MB, outOfMemory: true }, 'lost host'],
    [{ signal: 'SIGSEGV' }, 'blamed signal'],
    [{ signal: 'SIGFPE' }, 'blamed signal'],
    [{ code: 1 }, 'blamed exception'],
    [{ code: 0 }, 'lost host'],
    [{ signal: 'SIGKILL', held: 279 * MB }, 'lost killed'],
    [{ signal: 'SIGKILL', held: 575 * MB }, 'lost killed'],
    [{ signal: 'SIGKILL', held: 576 * MB }, 'blamed memory'],
    [{ signal: 'SIGTERM', held: 576 * MB }, 'blamed memory'],
    [{ signal: 'SIGTERM' }, 'lost killed'],
    [{ signal: 'SIGKILL', outOfMemory: true }, 'blamed memory'],
    [{ signal: 'SIGXCPU' }, 'lost killed'],
  ]

  test.each(cases)('%j', (ending, verdict) => {
    const { kind, reason } = judgeEnding(
      { signal: null, code: null, held: 200 * MB, outOfMemory: false, ...ending },
      limits,
    )
    expect(`${kind} ${reason}`).toBe(verdict)
  })
})

describe('what one message may take', () => {
  let watch: Watch
  afterEach(() => watch.end())

  test('processor time is counted from its beginning, and only past its limit it is killed', async () => {
    let processorMs = 600_000
    let kills = 0
    let looks = 0
    watch = watchLimits({
      ...limits,
      process: { pid: -1, kill: () => (kills += 1) },
      facts: () => ({ runs: true, processorMs, residentBytes: 200 * MB }),
      seen: () => (looks += 1),
    })
    processorMs += 15_000
    await until(() => looks > 2)
    expect([kills, watch.killedFor(), watch.isLong(), watch.held()]).toEqual([0, undefined, true, 200 * MB])
    processorMs += 10
    await until(() => kills > 0)
    expect(watch.killedFor()).toBe('processor')
  })

  test('the first reason holds', () => {
    watch = watchLimits({
      ...limits,
      process: { pid: -1, kill() {} },
      facts: () => undefined,
      seen() {},
    })
    watch.kill('crowded')
    watch.kill('stop')
    expect(watch.killedFor()).toBe('crowded')
  })
})

describe('whether a process computes or waits', () => {
  const facts = { runs: false, processorMs: 0, residentBytes: MB }
  /** Asks at moments at which it has been ready to run for so long. */
  function seen(moments: [at: number, ready: number | undefined, runs?: boolean][]) {
    let [at, ready, runs]: (typeof moments)[number] = [0, moments[0]?.[1] === undefined ? undefined : 0]
    const load = watchLoad({
      facts: () => ({ ...facts, runs: runs === true }),
      readyMs: () => ready,
      now: () => at,
    })
    return moments.map((moment) => {
      ;[at, ready, runs] = moment
      return load.computes()
    })
  }

  test('one that was just handed its message computes', () => {
    expect(seen([[19, 0]])).toEqual([true])
    expect(seen([[20, 0]])).toEqual([false])
  })

  test('one that waits for answers that come at once goes on computing', () => {
    expect(
      seen([
        [20, 14],
        [25, 14],
        [31, 20],
      ]),
    ).toEqual([true, true, true])
  })

  test('one that does hardly anything else waits, until it runs again', () => {
    expect(
      seen([
        [20, 14],
        [30, 16],
        [35, 16],
        [40, 16, true],
        [50, 24],
        [90, 24],
      ]),
    ).toEqual([true, false, false, true, false, false])
  })

  test('where the system does not tell, one that does not run waits', () => {
    expect(
      seen([
        [10, undefined],
        [20, undefined],
        [30, undefined, true],
      ]),
    ).toEqual([true, false, true])
  })
})

describe('what the system tells', () => {
  test('of this process', () => {
    const facts = factsOf(process.pid)()
    expect(facts?.residentBytes).toBeGreaterThan(10 * MB)
    expect(facts?.processorMs).toBeGreaterThan(0)
    expect(facts?.runs).toBe(true)
    expect(readyMsOf(process.pid)()).toBeGreaterThan(0)
    expect([factsOf(2 ** 22 + 1)(), readyMsOf(2 ** 22 + 1)()]).toEqual([undefined, undefined])
  })

  const line = (state: string, pages: number) =>
    `8837 (a) R (b) ${state} 8834 8830 2651 0 -1 4194304 11383 0 35 0 125 75 0 0 20 0 6 0 1208733 6661746688 ${pages} 18446744073709551615`

  test('a line of /proc, whatever the name of the program is', () => {
    const units = { ticksPerSecond: 100, pageSize: 4096 }
    expect(readStat(line('S', 100), units)).toEqual({
      runs: false,
      processorMs: 2000,
      residentBytes: 409_600,
    })
    expect(readStat(line('R', 1), units)).toMatchObject({ runs: true })
    expect(readStat(line('Z', 0), units)).toBeUndefined()
    expect(readStat('', units)).toBeUndefined()
  })

  test('a line of schedstat', () => {
    expect(readSchedstat('2500000 500000 17\n')).toBe(3)
    expect(readSchedstat('0 0 0\n')).toBeUndefined()
    expect(readSchedstat('')).toBeUndefined()
  })

  test('a line of ps', () => {
    expect(readPs(' 52096   0:01.23\n')).toEqual({
      runs: false,
      processorMs: 1230,
      residentBytes: 52_096 * 1024,
    })
    expect(readPs('52096 1:00:02')).toMatchObject({ processorMs: 3_602_000 })
    expect(readPs('')).toBeUndefined()
    expect(readPs('x y')).toBeUndefined()
  })
})

describe('the memory of a control group', () => {
  let root: string

  function group(files: Record<string, string>) {
    root = mkdtempSync(join(tmpdir(), 'mailgauge-group-'))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), text)
    }
    const found = memoryGroup(root)
    const told = [found.oomKills(), found.limitBytes()]
    rmSync(root, { recursive: true })
    return told
  }
  const events = (kills: number) => `low 0\nhigh 0\nmax 12\noom 3\noom_kill ${kills}\noom_group_kill 0\n`

  test('of version 2: its own kills, and the narrowest limit around it', () => {
    expect(
      group({
        'proc/self/cgroup': '0::/system.slice/mailgauge.service\n',
        'sys/fs/cgroup/system.slice/mailgauge.service/memory.events': events(2),
        'sys/fs/cgroup/system.slice/mailgauge.service/memory.max': 'max\n',
        'sys/fs/cgroup/system.slice/memory.events': events(7),
        'sys/fs/cgroup/system.slice/memory.max': '536870912\n',
      }),
    ).toEqual([2, 512 * MB])
  })

  test('of version 1, in a container that is told the path of its host', () => {
    expect(
      group({
        'proc/self/cgroup': '9:name=systemd:/docker/abc\n4:memory:/docker/abc\n0::/\n',
        'sys/fs/cgroup/memory/memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\noom_kill 1\n',
        'sys/fs/cgroup/memory/memory.limit_in_bytes': '268435456\n',
      }),
    ).toEqual([1, 256 * MB])
  })

  test('where there is none', () => {
    expect(group({})).toEqual([0, Number.POSITIVE_INFINITY])
    expect(group({ 'proc/self/cgroup': '0::/\n' })).toEqual([0, Number.POSITIVE_INFINITY])
  })
})
