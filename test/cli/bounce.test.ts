import { afterAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXIM_BOUNCE, forwarding, POSTFIX_BOUNCE } from '../support/bounces.ts'
import { workplace } from './running.ts'

const place = workplace()
afterAll(() => place.remove())

const save = (name: string, text: string) => writeFileSync(join(place.folder, name), text)
save('postfix.eml', POSTFIX_BOUNCE)
save('exim.eml', EXIM_BOUNCE)
save('forwarded.eml', forwarding(POSTFIX_BOUNCE))
save('empty.txt', '')
save('letter.txt', 'Dear Bob,\n\nthe garden opens on Saturday.\n')

const reply = (input: string, line = 'bounce -') => place.run(line, {}, new Date(), { input })

describe('mailgauge bounce', () => {
  test('for people: what happened, what it means, what to do, the answer, where it stands', async () => {
    const { code, stdout, stderr } = await place.run('bounce postfix.eml')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toStartWith('A bounce\n')
    expect(stdout).toContain('Reported by: mail.shop.example')
    expect(stdout).toMatch(/Failed for good: .+\n/)
    expect(stdout).toContain('To: bob@gmail.com')
    expect(stdout).toContain('A rule of Gmail')
    expect(stdout).toMatch(/→ \S/)
    expect(stdout).toContain('What gmail-smtp-in.l.google.com answered:')
    expect(stdout).toMatch(/See \S+.*\(20\d\d-\d\d/s)
    for (const line of stdout.split('\n')) if (!/https?:/.test(line)) expect(line.length).toBeLessThan(300)
  })

  test('as JSON', async () => {
    const { code, stdout } = await place.run('bounce --json exim.eml')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      form: 'free text',
      failures: [{ recipient: 'bob@gmx.de', action: 'failed', permanent: true, reply: { code: 550 } }],
    })
  })

  test('the answer of a server from standard input', async () => {
    const { code, stdout } = await reply(
      '550 5.1.1 <bob@example.net>: Recipient address rejected: User unknown\n',
    )
    expect(code).toBe(0)
    expect(stdout).toStartWith('The answer of a mail server\n')
  })

  test('an answer that no pattern knows says so, and what its class means', async () => {
    const { code, stdout } = await reply('554 5.7.1 zxqj wvut 93\n')
    expect(code).toBe(0)
    expect(stdout).toContain('No rule of a provider is known for this answer')
  })

  test.each([
    ['bounce missing.eml', 'missing.eml could not be read: there is no such file.'],
    ['bounce empty.txt', 'empty.txt is empty.'],
    ['bounce letter.txt', 'Neither a bounce nor the answer of a mail server'],
    ['bounce .', 'could not be read'],
  ])('%s', async (line, words) => {
    const { code, stdout, stderr } = await place.run(line)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(words)
  })

  test('texts of strangers command no terminal', async () => {
    const { stdout } = await reply('550 5.1.1 \u001b[31mred \u202eneer \u0007 user unknown\n')
    for (const obeyed of ['\u001b', '\u202e', '\u0007']) expect(stdout).not.toContain(obeyed)
    const { stdout: asJson } = await reply('550 5.1.1 \u001b[31m \u009b user unknown\n', 'bounce --json -')
    for (const obeyed of ['\u001b', '\u009b']) expect(asJson).not.toContain(obeyed)
  })
})

describe('mailgauge analyze of a bounce', () => {
  test('explains it above the report', async () => {
    const { code, stdout } = await place.run('analyze --offline forwarded.eml')
    expect(code).toBe(0)
    expect(stdout).toStartWith('This message is a bounce.')
    expect(stdout.indexOf('bob@gmail.com')).toBeLessThan(stdout.search(/\d\.\d of 10/))
    const { stdout: brief } = await place.run('analyze --offline --brief forwarded.eml')
    expect(brief).toStartWith('This message is a bounce: "mailgauge bounce" explains it.')
    const { stdout: asJson } = await place.run('analyze --offline --json forwarded.eml')
    expect(JSON.parse(asJson)).toMatchObject({ bounce: { failures: [{ recipient: 'bob@gmail.com' }] } })
  }, 300_000)
})
