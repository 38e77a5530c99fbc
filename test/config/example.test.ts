import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { ENTRIES } from '../../src/config/catalogue.ts'
import { exampleToml } from '../../src/config/example.ts'
import { loadConfig } from '../../src/config/load.ts'
import { configOf, folder, load } from './loading.ts'

const committed = Bun.fileURLToPath(new URL('../../config.example.toml', import.meta.url))

test('config.example.toml is what the schema writes (UPDATE_GOLDEN=1 writes it)', () => {
  if (process.env['UPDATE_GOLDEN']) writeFileSync(committed, exampleToml())
  expect(readFileSync(committed, 'utf8')).toBe(exampleToml())
})

test('the example loads, and sets nothing but the mail domain', () => {
  const example = configOf(exampleToml())
  expect(example).toEqual(configOf('[smtp]\ndomain = "in.example.com"'))
  expect(example.evaluation).toBe(false)
  expect(example.smtp.domain).toBe('in.example.com')
})

test('every default of the example is the default that is used', () => {
  const uncommented = exampleToml()
    .replace(/^#(?=[a-z_]+ = |\[plans)/gm, '')
    // No backup is made of a database that hosts share: either stands there, and not both.
    .replace(/^(?:url|listen_url) = "postgres:.*\n/gm, '')
  const loaded = load({ file: uncommented })
  expect(loaded).toMatchObject({ ok: true })
  if (!loaded.ok) return
  const defaults = configOf('[smtp]\ndomain = "in.example.com"')
  for (const { section, key, option } of ENTRIES.filter((entry) => entry.option.default !== undefined)) {
    const values = (config: object) => Object(Object(config)[section])[key]
    expect({ [key]: values(loaded.config) }).toEqual({ [key]: values(defaults) })
    expect(option.sentence).toMatch(/[.]$/)
  }
  expect(Object.keys(loaded.config.plans)).toEqual(['self-hosted', 'free', 'pro'])
  expect(loaded.config.plans['pro']).toMatchObject({ api: true, monthlyTests: 10_000, testLifetimeDays: 90 })
})

test('values given to the example stand uncommented', () => {
  const written = exampleToml(new Map<string, unknown>([['smtp.domain', 'mx.example.org']]))
  const loaded = loadConfig({
    flags: [],
    environment: {},
    cwd: folder,
    readFile: (path) => (path === `${folder}/mailgauge.toml` ? written : undefined),
  })
  expect(loaded).toMatchObject({ ok: true, config: { smtp: { domain: 'mx.example.org' } } })
})

test("no option's own name ends in _file, or looks like the variable of a Kubernetes service", () => {
  for (const { name } of ENTRIES) {
    expect(name).toMatch(/^[a-z]+\.[a-z][a-z_]*[a-z]$/)
    expect(name).not.toMatch(/_file$|_service_host$|_service_port/)
  }
})
