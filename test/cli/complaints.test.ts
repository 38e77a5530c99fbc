import { afterAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workplace } from './running.ts'

const place = workplace()
afterAll(() => place.remove())
writeFileSync(
  join(place.folder, 'mailgauge.toml'),
  '[smtp]\ndomain = "in.example.net"\nhostname = "mx.example.net"\n[dns]\nservers = ["127.0.0.1:1"]\n',
)

test.each(['--by campaign', '--letters', '--letters --json'])(
  'complaints %s without a domain asks for one instead of showing something else',
  async (line) => {
    await place.run('domains add example.org')
    const { code, stdout, stderr } = await place.run(`complaints ${line}`)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('is for one domain: name it with --domain.')
  },
)

test('complaints of one domain are shown by what was asked for', async () => {
  await place.run('domains add example.org')
  const { code, stdout } = await place.run('complaints --domain example.org --by campaign')
  expect([code, stdout]).toEqual([0, expect.stringContaining('CAMPAIGN')])
})
