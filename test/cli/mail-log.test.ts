import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openStore } from '../../src/store/sqlite/open.ts'
import { mailTest } from '../support/builders.ts'
import { hostileLines } from '../support/mail-log-lines.ts'
import { workplace } from './running.ts'

let place: ReturnType<typeof workplace>
const HERE = '--domain in.example.com'
beforeEach(async () => {
  place = workplace()
  await place.run(`account create shop ${HERE}`)
  const store = await openStore({ directory: join(place.folder, 'data'), migrate: false })
  const [account] = await store.accounts.list()
  const test = mailTest({ accountId: account?.id ?? '' })
  await store.mailTests.allocate({ test })
  const lines = hostileLines(new Date()).map((one) => ({
    ...one,
    helo: `${one.helo ?? ''}\u001b[2J`,
    ...(one.localPart && { localPart: test.localPart }),
  }))
  await store.mailLog.add(lines, [{ at: new Date(), lines: 412 }], { account: 99, anonymous: 99, nobody: 99 })
  await store.close()
})
afterEach(() => place.remove())

const run = (line: string) => place.run(`mail-log ${line} ${HERE}`)

describe('mailgauge mail-log', () => {
  test('tells what became of mail, newest first, with reasons and what to do', async () => {
    const { code, stdout, stderr } = await run('')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\S+ \S+ UTC {2}accepted {2}to k3q7zv2mbn4x@/)
    expect(stdout).toMatch(/refused {2}to k3q7zv2mbn4x@\S+ × 412, first /)
    expect(stdout).toContain('Create a new test.')
    expect(stdout).toContain('452 4.2.2 This address holds')
    expect(stdout).not.toContain('\u001b')
    expect(stdout).not.toContain('news@')
    expect(stderr).toContain('412 more lines')
  })

  test('of an account, of refusals, of an address, as JSON', async () => {
    const lines = JSON.parse((await run('--account shop --refused --json')).stdout)
    expect(lines[0]).toMatchObject({
      outcome: 'mailbox_full',
      count: 412,
      code: 452,
      mail_from: 'news@shop.example',
      next: expect.stringContaining('new test'),
    })
    expect(JSON.parse((await run('--address elsewhere --json')).stdout)).toHaveLength(1)
    expect(JSON.parse((await run('--client 2001:db8: --json')).stdout)).toHaveLength(1)
    expect((await run('--address nowhere')).stderr).toContain('There is no such mail')
    expect((await run('--limit 2')).stderr).toContain('There is more')
  })

  test.each([
    ['--limit 0', 2],
    ['--limit many', 2],
    ['--account nobody', 1],
  ])('says what is wrong: %s', async (line, code) => {
    expect((await run(line)).code).toBe(code)
  })
})
