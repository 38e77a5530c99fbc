import { describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { YAML } from 'bun'
import { openMeters } from '../../src/app/monitoring/open-meters.ts'
import { createExposition } from '../../src/services/metrics/exposition.ts'
import { hasPromtool, promtool } from '../support/metrics.ts'

const root = join(import.meta.dir, '..', '..')
const monitoring = join(root, 'packaging', 'monitoring')
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')

const meters = openMeters({ blocklists: { enable: [], disable: [], keys: {}, selfTest: 1 } } as never)
meters.http.of(['/'])
createExposition(meters.registry, () => 0)
const { families } = meters.registry

/** The names of series: of a histogram and a summary there are several. */
const SERIES = new Set(
  families.flatMap(({ name, type }) => [
    name,
    ...(type === 'histogram' || type === 'summary' ? [`${name}_sum`, `${name}_count`] : []),
    ...(type === 'histogram' ? [`${name}_bucket`] : []),
  ]),
)
const namedIn = (text: string) => [...new Set(text.match(/mailgauge_[a-z0-9_]+/g) ?? [])]

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string; runbook_url: string }
}
const rules = (
  YAML.parse(read('packaging', 'monitoring', 'alerts.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules)
const doc = read('docs', 'monitoring.md')
const headings = [...doc.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
  text.toLowerCase().replaceAll(' ', '-'),
)

describe('the table of figures in docs/monitoring.md', () => {
  test('has every family, with its type, labels and words (UPDATE_GOLDEN=1 writes it)', () => {
    const rows = families
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(
        ({ name, type, labels, help }) =>
          `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
      )
    const table = ['| figure | type | labels | what it is |', '|---|---|---|---|', ...rows].join('\n')
    const between = /(<!-- table: [^\n]*-->\n)[\s\S]*?(<!-- end -->)/
    const written = doc.replace(between, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`)
    if (process.env['UPDATE_GOLDEN']) writeFileSync(join(root, 'docs', 'monitoring.md'), written)
    expect(read('docs', 'monitoring.md')).toBe(written)
  })

  test('names no figure elsewhere in the text that does not exist', () => {
    expect(namedIn(doc).filter((name) => !SERIES.has(name))).toEqual([])
  })
})

describe('the families', () => {
  test('are named as Prometheus has it: our prefix, base units, counters in _total', () => {
    for (const { name, type, help } of families) {
      expect(name).toMatch(/^mailgauge_[a-z][a-z0-9_]*$/)
      expect(name.endsWith('_total')).toBe(type === 'counter')
      expect(name).not.toMatch(/_(?:ms|milliseconds|minutes|kb|mb|megabytes)\b/)
      expect(help).toMatch(/^[A-Z].*\.$/)
    }
    expect(new Set(families.map(({ name }) => name)).size).toBe(families.length)
  })
})

describe('the alert rules', () => {
  test('go by figures that exist', () => {
    expect(namedIn(rules.map(({ expr }) => expr).join(' ')).filter((name) => !SERIES.has(name))).toEqual([])
  })

  test.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s says what is wrong, and where it reads on',
    (alert, rule) => {
      const { summary, description, runbook_url } = rule.annotations
      expect(summary).toMatch(/^[A-Z].{8,60}$/)
      expect(description).toMatch(/\$labels\.instance.*\.$/s)
      expect(['critical', 'warning', 'info']).toContain(rule.labels.severity)
      const [file, anchor = ''] = runbook_url.split('#')
      expect([file, anchor]).toEqual(['docs/monitoring.md', alert.toLowerCase()])
      expect(headings).toContain(anchor)
    },
  )

  test('each is made to fire by a test, and each heading of an alert has one', () => {
    const tests = read('packaging', 'monitoring', 'alerts.test.yml')
    for (const { alert } of rules) expect(tests).toContain(`alertname="${alert}"`)
    const known = rules.map(({ alert }) => alert.toLowerCase())
    expect(headings.filter((heading) => heading.startsWith('mailgauge')).toSorted()).toEqual(known.toSorted())
  })

  test.if(hasPromtool)('are what promtool takes for good, and fire when they should alone', async () => {
    const at = (file: string) => join(monitoring, file)
    const checked = await promtool(['check', 'rules', at('alerts.yml')])
    expect(checked.says).toContain(`SUCCESS: ${rules.length} rules found`)
    expect(checked.code).toBe(0)
    const tried = await promtool(['test', 'rules', at('alerts.test.yml')])
    expect(tried.says).toContain('SUCCESS')
    expect(tried.code).toBe(0)
    expect((await promtool(['check', 'config', at('prometheus.yml')])).code).toBe(0)
  })
})

interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  datasource?: { uid: string }
  targets?: { expr: string; datasource: { uid: string } }[]
}

describe('the dashboard', () => {
  const dashboard = JSON.parse(read('packaging', 'monitoring', 'dashboard.json')) as {
    uid: string
    title: string
    panels: Panel[]
    templating: { list: { name: string; type: string }[] }
  }
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join(' ')

  test('goes by figures that exist, and shows every one', () => {
    expect(namedIn(shown).filter((name) => !SERIES.has(name))).toEqual([])
    const hidden = families.filter(({ name }) => !shown.includes(name)).map(({ name }) => name)
    // For alerts: the dashboard shows what they stand for.
    expect(hidden.toSorted()).toEqual([
      'mailgauge_alive',
      'mailgauge_analysis_tries_total',
      'mailgauge_backup_interval_seconds',
    ])
  })

  test('takes its data source and its instances from variables', () => {
    expect(dashboard.templating.list.map(({ name, type }) => [name, type])).toEqual([
      ['datasource', 'datasource'],
      ['instance', 'query'],
    ])
    for (const { datasource, targets = [] } of dashboard.panels) {
      for (const one of [...(datasource ? [datasource] : []), ...targets.map((target) => target.datasource)])
        expect(one.uid).toMatch(/^\$\{datasource\}$/)
      for (const { expr } of targets) expect(expr).toContain('instance=~"$instance"')
    }
  })

  test('has panels that lie beside each other and not on each other', () => {
    const taken = new Set<string>()
    for (const { gridPos, title } of dashboard.panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.has(`${x} ${y}`), title).toBe(false)
          taken.add(`${x} ${y}`)
        }
      }
    }
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })
})
