import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { workplace } from './running.ts'

let place: ReturnType<typeof workplace>
const HERE = '--domain in.example.com'
beforeEach(async () => {
  place = workplace()
  await place.run(`account create shop ${HERE}`)
  await place.run(`key create --account shop --name ci ${HERE}`)
  await place.run(`account create other ${HERE}`)
})
afterEach(() => place.remove())

const run = (line: string) => place.run(`${line} ${HERE}`)

describe('mailgauge audit', () => {
  test('shows what the operator did, newest first', async () => {
    const { code, stdout } = await run('audit')
    expect(code).toBe(0)
    const lines = stdout.trim().split('\n')
    expect(lines.map((line) => /(?:ACTION|[a-z_]+\.[a-z_]+)/.exec(line)?.[0])).toEqual([
      'ACTION',
      'account.created',
      'key.created',
      'account.created',
    ])
    expect(stdout).toMatch(/operator +key\.created +ci \(mg_\w{7}…\)/)
  })

  test('of one account, action and time', async () => {
    const ofShop = JSON.parse((await run('audit --account shop --json')).stdout)
    expect(ofShop.map(({ action }: { action: string }) => action)).toEqual(['key.created', 'account.created'])
    const keys = JSON.parse((await run('audit --action key.created --json')).stdout)
    expect(keys).toMatchObject([
      { actor: { kind: 'operator' }, details: { scopes: 'tests:write tests:read' } },
    ])
    expect((await run('audit --until 2020-01-01')).stderr).toContain('There is no such entry')
  })

  test('is written as a file, and that stands in it', async () => {
    const { stdout } = await run('audit --export csv')
    expect(stdout.split('\r\n')).toHaveLength(6)
    const lines = (await run('audit --export jsonl')).stdout.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).action).slice(0, 2)).toEqual([
      'audit.exported',
      'audit.exported',
    ])
  })

  test.each([
    ['audit --action key.creatd', 'did you mean'],
    ['audit --since yesterday', 'expected a day'],
    ['audit --until 2026-02-30', 'expected a day'],
    ['audit --export xlsx', 'expected csv or jsonl'],
  ])('says what is wrong: %s', async (line, says) => {
    const { code, stderr } = await run(line)
    expect(code).toBe(2)
    expect(stderr).toContain(says)
  })

  test('knows no account of another name', async () => {
    expect((await run('audit --account shp')).code).toBe(1)
  })
})
