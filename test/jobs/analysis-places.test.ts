import { afterEach, describe, expect, test } from 'bun:test'
import { AnalysisLine, type InLine } from '../../src/jobs/analysis-line.ts'
import { expectedBytes, USUAL_BYTES } from '../../src/jobs/analysis-need.ts'
import { AnalysisRoom } from '../../src/jobs/analysis-room.ts'
import type { AnalysisResult } from '../../src/services/ports.ts'
import { until } from '../support/until.ts'
import { type MisbehavingPool, misbehavingPool } from './misbehaving-pool.ts'

const MB = 1024 ** 2
let opened: MisbehavingPool

afterEach(() => opened?.pool.stop())

/** Whether it has ended by now. */
function followed(result: Promise<AnalysisResult>) {
  let ended: AnalysisResult | undefined
  void result.then((one) => {
    ended = one
  })
  return () => ended
}

describe('more messages are under way than there are processors', () => {
  test('while some wait for answers, others are analysed', async () => {
    opened = misbehavingPool({ processors: 2, most: 6 })
    const { run, pool } = opened
    expect(pool.places).toBe(6)
    const slow = Array.from({ length: 5 }, () => followed(run('wait spf')))
    expect(await run('answer')).toMatchObject({ kind: 'not_a_message' })
    expect(await run('answer')).toMatchObject({ kind: 'not_a_message' })
    expect(slow.map((ended) => ended())).toEqual([undefined, undefined, undefined, undefined, undefined])
  })

  test('one that computes for long lets others go before it', async () => {
    opened = misbehavingPool({ processors: 1, most: 4 })
    const long = [followed(opened.run('hang spf')), followed(opened.run('hang spf'))]
    expect(await opened.run('answer')).toMatchObject({ kind: 'not_a_message' })
    expect(long.map((ended) => ended())).toEqual([undefined, undefined])
  })

  test('processes beyond the processors end when there is nothing to do', async () => {
    opened = misbehavingPool({ processors: 2, most: 5, lingerMs: 50 })
    const { run, pids } = opened
    // Each is at its message for long enough that none can have two.
    const waiting = Array.from({ length: 5 }, () => run('pause'))
    await until(() => pids().length === 5)
    await Promise.all(waiting)
    await until(() => pids().length === 2)
    expect(await run('answer')).toMatchObject({ kind: 'not_a_message' })
  })
})

describe('all of them stay within a bound of memory', () => {
  test('the one that holds most is ended, nothing is blamed, and fewer are tried at once', async () => {
    opened = misbehavingPool({
      processors: 3,
      most: 3,
      totalMemoryBytes: 800 * MB,
      memoryLimitBytes: 2000 * MB,
    })
    const results = [opened.run('hold html'), opened.run('hold html'), opened.run('hold html')]
    expect(await Promise.race(results)).toMatchObject({ kind: 'lost', reason: 'host' })
    expect(opened.pool.places).toBeLessThan(3)
  })

  test('a large message waits for room, and smaller ones pass it', async () => {
    opened = misbehavingPool({ processors: 4, most: 4, totalMemoryBytes: 700 * MB })
    const { run, pool } = opened
    const large = Array.from({ length: 2 }, () => followed(run('wait html', [], new Uint8Array(30 * MB))))
    // One has begun; the other does not take the place of those that fit.
    expect(pool.places).toBeGreaterThan(2)
    expect(await run('answer')).toMatchObject({ kind: 'not_a_message' })
    expect(large.map((ended) => ended())).toEqual([undefined, undefined])
  })

  test('a large message has its turn when there is room, and one runs though it may need more', async () => {
    opened = misbehavingPool({ processors: 4, most: 4, totalMemoryBytes: 300 * MB })
    const large = Array.from({ length: 2 }, () => opened.run('answer', [], new Uint8Array(40 * MB)))
    for (const one of large) expect(await one).toMatchObject({ kind: 'not_a_message' })
  })
})

/** What is expected of a message without markup. */
const plain = (bytes: number) => expectedBytes(new Uint8Array(bytes))

const ORDINARY = { held: USUAL_BYTES, expected: USUAL_BYTES, waits: false, begunAt: 0 }

describe('how many there may be', () => {
  const holding = (...shares: number[]) =>
    new Set(shares.map((share) => ({ ...ORDINARY, held: share * USUAL_BYTES })))

  test('there is always room for one, and for two of ordinary size', () => {
    const room = new AnalysisRoom({ most: 8, totalMemoryBytes: USUAL_BYTES / 2 })
    expect(room.places(new Set())).toBe(2)
    expect(room.places(holding(1))).toBe(2)
    expect(room.fits(holding(1), plain(100_000))).toBe(true)
    expect(room.places(holding(4))).toBe(1)
    expect(room.tooMuch([], holding(4))).toBeUndefined()
  })

  test('as many as fit with what each holds, or comes to hold', () => {
    const room = new AnalysisRoom({ most: 8, totalMemoryBytes: 6 * USUAL_BYTES })
    expect(room.places(new Set())).toBe(6)
    expect(room.places(holding(0.5, 0.1))).toBe(6)
    expect(room.places(holding(1.5, 1.5))).toBe(5)
    expect(room.places(holding(3, 1))).toBe(4)
    expect(room.places(new Set([{ ...ORDINARY, held: 0, expected: 3 * USUAL_BYTES }]))).toBe(4)
    expect(new AnalysisRoom({ most: 2, totalMemoryBytes: 6 * USUAL_BYTES }).places(new Set())).toBe(2)
  })

  test('each has its share where there is no room for more, and two fit with what a message adds', () => {
    const share = (totalMemoryBytes: number, processors: number) =>
      new AnalysisRoom({ most: 8, totalMemoryBytes }).share(processors)
    expect(share(1024 * MB, 2)).toBeGreaterThan(320 * MB)
    expect(share(1024 * MB, 8)).toBe(155 * MB)
    expect(2 * share(100 * MB, 2)).toBeLessThan(360 * MB)
  })

  test('a large one leaves room for one of ordinary size, which goes beside it once it waits for answers', () => {
    const room = new AnalysisRoom({ most: 8, totalMemoryBytes: 512 * MB })
    const large = { ...ORDINARY, expected: plain(10 * MB) }
    expect(room.fits([ORDINARY], large.expected)).toBe(true)
    expect(room.fits([ORDINARY, ORDINARY], large.expected)).toBe(false)
    expect(room.fits([large], plain(8 * MB))).toBe(false)
    expect(room.fits([large], USUAL_BYTES)).toBe(true)
    expect(room.fits([large, ORDINARY], USUAL_BYTES)).toBe(false)
    expect(room.fits([{ ...large, waits: true }, ORDINARY], USUAL_BYTES)).toBe(true)
    expect(room.fits([{ ...large, waits: true, held: 300 * MB }, ORDINARY], USUAL_BYTES)).toBe(false)
  })

  test('what is expected grows with the message, and with its markup', () => {
    expect(plain(0)).toBe(USUAL_BYTES)
    expect(plain(10_000)).toBeLessThan(USUAL_BYTES * 1.01)
    expect(plain(25 * MB)).toBeGreaterThan(300 * MB)
    expect(plain(25 * MB)).toBeLessThan(400 * MB)
    const newsletter = Buffer.from(
      '<td style="color:#222;margin:0 auto">Some text of it</td>\r\n'.repeat(2000),
    )
    expect(expectedBytes(newsletter)).toBeLessThan(170 * MB)
    const dense = '<p>a'.repeat(MB / 4)
    expect(expectedBytes(Buffer.from(dense))).toBeGreaterThan(320 * MB)
    expect(expectedBytes(Buffer.from(dense.repeat(10)))).toBeLessThan(420 * MB)
  })

  test.each([
    ['base64', Buffer.from('<p>a'.repeat(50_000)).toString('base64').replaceAll(/.{76}/g, '$&\r\n')],
    ['quoted-printable', '=3Cp>a'.repeat(50_000)],
    ['quoted-printable', '=3cp=3ea'.repeat(50_000)],
  ])('markup in %s counts, an attachment does not', (encoding, body) => {
    const part = (type: string) =>
      Buffer.from(
        `Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n--b--\r\n`,
      )
    expect(expectedBytes(part('html'))).toBeGreaterThan(290 * MB)
    if (encoding === 'base64') expect(expectedBytes(part('csv'))).toBeLessThan(160 * MB)
  })

  test('what has no message is ended first; after that fewer run at once, for a while, but never fewer than two', () => {
    let now = 0
    const room = new AnalysisRoom({ most: 8, totalMemoryBytes: 6 * USUAL_BYTES }, () => now)
    const [idle, ...working] = [...holding(1.1, 1, 1, 1, 2)]
    const large = working.at(-1)
    if (!idle || !large) throw new Error('five are made')
    expect(room.tooMuch([idle], new Set(working))).toBe(idle)
    expect(room.tooMuch([], new Set(working))).toBeUndefined()
    large.held *= 2
    expect(room.tooMuch([], new Set(working))).toBe(large)
    expect(room.places(new Set())).toBe(3)
    now += 31_000
    expect(room.places(new Set())).toBe(4)
    expect(room.tooMuch([], new Set(working.slice(-2)))).toBeUndefined()
    large.held *= 2
    expect(room.tooMuch([], new Set(working.slice(-2)))).toBe(large)
    expect(room.places(new Set())).toBe(2)
    now += 120_000
    expect(room.places(new Set())).toBe(6)
  })
})

describe('the line before the processes', () => {
  const total = 512 * MB
  function opened() {
    let now = 0
    const room = new AnalysisRoom({ most: 8, totalMemoryBytes: total }, () => now)
    const line = new AnalysisLine<InLine & { name: string }>(room, () => now)
    const wait = (name: string, size: number) => line.push({ name, bytes: plain(size), since: now })
    return { line, wait, pass: (ms: number) => (now += ms), at: () => now }
  }

  test('what does not fit is passed by smaller work, and then has what comes free', () => {
    const { line, wait, pass, at } = opened()
    const busy = new Set([ORDINARY, { ...ORDINARY }])
    wait('large', 10 * MB)
    wait('first', 0)
    expect(line.next(busy)?.name).toBe('first')
    pass(15_000)
    busy.add({ ...ORDINARY, begunAt: at() })
    wait('second', 0)
    expect(line.next(new Set([...busy].slice(0, 1)))?.name).toBe('large')
    wait('large', 10 * MB)
    pass(15_000)
    expect(line.next(new Set())?.name).toBe('second')
    // Beside what began since, and the large one, there is no room for one more.
    wait('third', 0)
    expect(line.next(new Set([{ ...ORDINARY, begunAt: at() }, ORDINARY]))).toBeUndefined()
    expect(line.next(new Set([ORDINARY, { ...ORDINARY }]))?.name).toBe('third')
  })

  test('after one that fills all the room others come first for a while', () => {
    const { line, wait, pass } = opened()
    const all = plain(45 * MB)
    wait('all', 45 * MB)
    pass(15_000)
    wait('small', 0)
    expect(line.next(new Set([ORDINARY]))).toBeUndefined()
    line.done(all)
    expect(line.next(new Set([ORDINARY]))?.name).toBe('small')
    expect(line.next(new Set())?.name).toBe('all')
    expect(line.length).toBe(0)
  })
})
