import { expect, test } from 'bun:test'
import { loadConfig } from '../../src/config/load.ts'
import { shownSetting } from '../../src/config/masked.ts'

test('settings in force are shown with their origin, and secrets never', () => {
  const loaded = loadConfig({
    flags: [{ name: 'domain', value: 'in.example.com' }],
    environment: { MAILGAUGE_RELAY_PASSWORD: 'hunter2-secret', MAILGAUGE_RELAY_USER: 'me' },
    cwd: '/srv',
    readFile: (path) =>
      path === '/srv/mailgauge.toml'
        ? '[relay]\nhost = "mail.example.com"\nfrom = "a@example.com"\n[blocklists]\nkeys = { zen = "list-key-1" }\n'
        : undefined,
  })
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'))
  const shown = new Map(loaded.settings.map(shownSetting).map((one) => [one.name, one]))
  expect(shown.get('smtp.domain')).toMatchObject({ value: '"in.example.com"', from: '--domain' })
  expect(shown.get('relay.host')).toMatchObject({ value: '"mail.example.com"' })
  expect(shown.get('relay.host')?.from).toContain('mailgauge.toml, line 2')
  expect(shown.get('relay.password')).toMatchObject({ value: '"(set)"', from: 'MAILGAUGE_RELAY_PASSWORD' })
  expect(shown.get('people.admin_password')).not.toHaveProperty('value')
  const whole = JSON.stringify([...shown.values()])
  for (const secret of ['hunter2-secret', 'list-key-1']) expect(whole).not.toContain(secret)
})
