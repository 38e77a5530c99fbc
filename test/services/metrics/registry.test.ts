import { describe, expect, test } from 'bun:test'
import { createExposition, textOf } from '../../../src/services/metrics/exposition.ts'
import { createRegistry } from '../../../src/services/metrics/registry.ts'
import { hasPromtool, promtool } from '../../support/metrics.ts'

const lines = (registry: ReturnType<typeof createRegistry>) =>
  textOf(registry.families)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

describe('a registry', () => {
  test('begins counters at 0 and adds to them, each series by itself', () => {
    const registry = createRegistry()
    const mail = registry.counter({ name: 'x_total', help: 'X.', labels: { a: ['1', '2'], b: ['y'] } })
    mail.add(2, '1', 'y')
    mail.add(0.5, '1', 'y')
    expect(lines(registry)).toEqual([
      'mailgauge_x_total{a="1",b="y"} 2.5',
      'mailgauge_x_total{a="2",b="y"} 0',
    ])
  })

  test('makes no series of a value that is not listed, however many come', () => {
    const registry = createRegistry()
    const mail = registry.counter({ name: 'x_total', help: 'X.', labels: { a: ['1'], b: ['2'] } })
    for (let i = 0; i < 1000; i += 1) mail.add(1, `secret-${i}@example.org`, `x${i}`)
    mail.add(1, '1\x002', '')
    mail.add(1, '1', '2')
    mail.add(1, '1', 'other')
    expect(lines(registry)).toEqual([
      'mailgauge_x_total{a="1",b="2"} 1',
      'mailgauge_x_total{a="other",b="other"} 1001',
      'mailgauge_x_total{a="1",b="other"} 1',
    ])
  })

  test('counts observations below each bound, their number and sum', () => {
    const registry = createRegistry()
    const took = registry.histogram({ name: 't_seconds', help: 'T.', labels: { a: ['q'] } }, [0.1, 1])
    for (const value of [0.05, 0.1, 0.5, 7]) took.observe(value, 'q')
    took.merge([1, 0, 2], 9, 'q')
    expect(lines(registry)).toEqual([
      'mailgauge_t_seconds_bucket{a="q",le="0.1"} 3',
      'mailgauge_t_seconds_bucket{a="q",le="1"} 4',
      'mailgauge_t_seconds_bucket{a="q",le="+Inf"} 7',
      'mailgauge_t_seconds_sum{a="q"} 16.65',
      'mailgauge_t_seconds_count{a="q"} 7',
    ])
  })

  test('leaves a gauge away that nothing is known of', () => {
    const registry = createRegistry()
    const free = registry.gauge({ name: 'free_bytes', help: 'Free.' })
    expect(lines(registry)).toEqual([])
    free.set(Number.POSITIVE_INFINITY)
    expect(lines(registry)).toEqual(['mailgauge_free_bytes +Inf'])
    free.clear()
    expect(lines(registry)).toEqual([])
  })

  test('escapes what Prometheus reads otherwise', async () => {
    const registry = createRegistry()
    const value = 'a"b\\c\nd'
    registry.gauge({ name: 'g', help: 'One \\ two\nthree.', labels: { l: [value] } }).set(1, value)
    const text = textOf(registry.families)
    expect(text).toBe(
      '# HELP mailgauge_g One \\\\ two\\nthree.\n# TYPE mailgauge_g gauge\nmailgauge_g{l="a\\"b\\\\c\\nd"} 1\n',
    )
    if (hasPromtool) expect((await promtool(['check', 'metrics'], text)).code).toBe(0)
  })
})

describe('a scrape', () => {
  test('asks collectors once for all who come within a second, and says which failed', async () => {
    const registry = createRegistry()
    const gauge = registry.gauge({ name: 'g', help: 'G.' })
    let asked = 0
    let now = 0
    registry.collect('good', async () => {
      asked += 1
      gauge.set(asked)
    })
    registry.collect('bad', () => {
      throw new Error('the disk is gone')
    })
    const scrape = createExposition(registry, () => now)
    const [one, other] = await Promise.all([scrape(), scrape()])
    expect(one).toBe(other ?? '')
    expect(one).toContain('mailgauge_g 1\n')
    expect(one).toContain('mailgauge_collector_success{collector="good"} 1\n')
    expect(one).toContain('mailgauge_collector_success{collector="bad"} 0\n')
    now = 1000
    expect(await scrape()).toContain('mailgauge_g 2\n')
  })

  test('does not wait for a collector that hangs', async () => {
    const registry = createRegistry()
    registry.collect('hung', () => new Promise(() => undefined))
    const scrape = createExposition(registry, () => 0, { patienceMs: 5 })
    expect(await scrape()).toContain('mailgauge_collector_success{collector="hung"} 0\n')
  })
})
