import { expect, test } from 'bun:test'
import type { Monitor } from '../../../src/core/watching/monitor.ts'
import { createExposition } from '../../../src/services/metrics/exposition.ts'
import { monitorMeter } from '../../../src/services/metrics/families/monitors.ts'
import { createRegistry } from '../../../src/services/metrics/registry.ts'
import { later, THEN } from '../../support/builders.ts'
import { monitor } from '../../support/monitors.ts'

/** What scrapes show of monitors, in the order of their ids. */
function scraped(monitors: readonly Monitor[]) {
  const registry = createRegistry()
  const meter = monitorMeter(registry)
  const asked: number[] = []
  meter.follow(
    {
      async all(_after, limit) {
        asked.push(limit)
        return monitors.slice(0, limit)
      },
    },
    () => later(90_000),
  )
  const scrape = createExposition(registry, () => performance.now(), { holdsMs: 0 })
  const lines = async () => (await scrape()).split('\n').filter((line) => /^mailgauge_monitor/.test(line))
  return { lines, meter, asked }
}

test('a monitor is shown by ids: its state, the score and the age of its latest message', async () => {
  const last = { at: THEN, token: 't', messageId: 'm' }
  const shown = [
    monitor('acc', {
      id: 'mon_1',
      name: 'Secret "plans"',
      standing: { state: 'alerting', since: THEN, reasons: [], score: 7.5, last },
    }),
    monitor('acc', { id: 'mon_2' }),
  ]
  const { lines } = scraped(shown)
  expect(await lines()).toEqual([
    'mailgauge_monitor_state{monitor="mon_1",account="acc",state="alerting"} 1',
    'mailgauge_monitor_state{monitor="mon_2",account="acc",state="waiting"} 1',
    'mailgauge_monitor_score{monitor="mon_1",account="acc"} 7.5',
    'mailgauge_monitor_age_seconds{monitor="mon_1",account="acc"} 90',
    'mailgauge_monitor_events_total{type="monitor.alert"} 0',
    'mailgauge_monitor_events_total{type="monitor.recovered"} 0',
  ])
  shown.length = 0
  expect((await lines()).filter((line) => line.includes('mon_'))).toEqual([])
})

test('of more than 500 monitors the others are not shown', async () => {
  const { lines, asked } = scraped(Array.from({ length: 700 }, () => monitor('acc')))
  expect((await lines()).filter((line) => line.startsWith('mailgauge_monitor_state'))).toHaveLength(500)
  expect(asked).toEqual([500])
})
