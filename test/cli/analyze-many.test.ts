import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workplace } from './running.ts'

let place: ReturnType<typeof workplace>
beforeEach(() => {
  place = workplace()
})
afterEach(() => place.remove())

const message = (subject: string, body = 'words') =>
  `From: a@example.org\nTo: b@example.net\nSubject: ${subject}\nDate: Fri, 20 Nov 2026 11:59:00 +0000\nMessage-ID: <${subject}@example.org>\n\n${body}\n`
const SEPARATOR = 'From a@example.org Fri Nov 20 11:59:00 2026\n'
const boxOf = (...messages: string[]) => messages.map((one) => `${SEPARATOR}${one}\n`).join('')
const write = (name: string, text: string | Uint8Array) => writeFileSync(join(place.folder, name), text)
/** A second process takes longer to start than a message takes. */
const analyze = (line: string, processes = 1) =>
  place.run(`analyze --offline --analysis.processes=${processes} ${line}`)
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const placesOf = (text: string) =>
  linesOf(text).map(({ file, message: number }) => (number === undefined ? file : `${file} ${number}`))

describe('mailgauge analyze and several messages', () => {
  test('files, folders and mbox files together are one line of JSON each, in order', async () => {
    mkdirSync(join(place.folder, 'in/deep'), { recursive: true })
    write('z.eml', message('z'))
    write('in/b.eml', message('b'))
    write('in/deep/a', message('a'))
    write('in/notes.txt', 'no message\n')
    write('in/.hidden.eml', message('h'))
    symlinkSync('..', join(place.folder, 'in/loop'))
    symlinkSync('b.eml', join(place.folder, 'in/c.eml'))
    write('box', boxOf(message('1'), message('2')))
    const { code, stdout } = await analyze('--json z.eml in box', 2)
    expect(code).toBe(0)
    expect(placesOf(stdout)).toEqual(['z.eml', 'in/b.eml', 'in/c.eml', 'in/deep/a', 'box 1', 'box 2'])
    for (const line of linesOf(stdout))
      expect(line).toMatchObject({ score: expect.any(Number), max_score: 10 })
  })

  test('a table and a line about all are for people', async () => {
    write('a.eml', message('a'))
    write('b.eml', 'no message')
    const { code, stdout } = await analyze('a.eml b.eml --min-score 0')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^SCORE {2}MESSAGE {2}WHAT COST POINTS\n\d/)
    expect(stdout).toContain('-      b.eml    This is no message file')
    expect(stdout).toMatch(/\n\n2 messages, \d+\.\d points on average, 0 below 0, 1 not analysed\n$/)
  })

  test('no name or word commands a terminal, or makes a row of its own', async () => {
    const name = 'a\u001b[31m\n9.9  b\u009b1m\u202e.eml'
    write(name, message('a\u001b]0;x\u0007\u009b1m'))
    write('b.eml', message('b'))
    const table = await analyze('.')
    expect(table.stdout).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
    expect(table.stdout.split('\n')[1]).toMatch(/a\?\[31m\?9\.9 {2}b\?1m\?\.eml/)
    const json = await analyze('--json .')
    expect(json.stdout).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
    expect(placesOf(json.stdout)).toEqual([name, 'b.eml'])
  })

  test('one that is no message is named, and the others go on; a score that is too low comes first', async () => {
    write('a.eml', message('a'))
    write('b.eml', message('b'))
    const { code, stdout } = await analyze('--json --min-score 10 a.eml none.eml b.eml')
    expect(code).toBe(3)
    expect(linesOf(stdout).map(({ file, error }) => [file, error])).toEqual([
      ['a.eml', undefined],
      ['none.eml', 'There is no file none.eml.'],
      ['b.eml', undefined],
    ])
    expect((await analyze('--json --min-score 0 a.eml b.eml')).code).toBe(0)
  })

  test('one message of an mbox file is a report as of a file', async () => {
    write(
      'box',
      boxOf(
        message('1'),
        message('2', 'From here on\n\nFrom there, at 10:00 in 2026\n\n>From a'),
        message('3'),
      ),
    )
    write('two.eml', message('2', 'From here on\n\nFrom there, at 10:00 in 2026\n\nFrom a'))
    const { code, stdout } = await analyze('--json --message 2 box')
    expect(code).toBe(0)
    expect(JSON.parse(stdout).score).toBe(JSON.parse((await analyze('--json two.eml')).stdout).score)
    expect(await analyze('--message 4 box')).toMatchObject({
      code: 1,
      stderr: 'box holds no message 4. Without --message all its messages are judged, with their numbers.\n',
    })
    expect((await analyze('--message 0 box')).stderr).toBe(
      '--message: expected a number such as 3, found "0".\n',
    )
    expect((await analyze('--message 1 box two.eml')).code).toBe(2)
    expect((await analyze('--json box')).stdout.trimEnd().split('\n')).toHaveLength(3)
  })

  test('a Maildir is its cur and new', async () => {
    for (const folder of ['cur', 'new', 'tmp', '.Sent/cur', '.Sent/new']) {
      mkdirSync(join(place.folder, 'mail', folder), { recursive: true })
      write(`mail/${folder}/1.host:2,S`, message('m'))
    }
    const { stdout } = await analyze('--json mail')
    expect(placesOf(stdout)).toEqual([
      'mail/.Sent/cur/1.host:2,S',
      'mail/.Sent/new/1.host:2,S',
      'mail/cur/1.host:2,S',
      'mail/new/1.host:2,S',
    ])
  })

  test('messages past the bound are named, wherever they stand, and no mbox file is held whole', async () => {
    const large = message('large', 'x'.repeat(70).concat('\n').repeat(3_000))
    write('large.eml', large)
    write('box', boxOf(message('1'), large, message('3')))
    const bound = '--smtp.max_message 65536'
    expect((await analyze(`${bound} large.eml`)).stderr).toBe(
      'It is too large: a message may have 65536 bytes (smtp.max_message).\n',
    )
    const { stdout } = await analyze(`${bound} --json box`)
    expect(linesOf(stdout).map(({ error }) => error !== undefined)).toEqual([false, true, false])
  })

  test.skipIf(process.getuid?.() === 0)('folders and files that may not be read are named', async () => {
    mkdirSync(join(place.folder, 'in/closed'), { recursive: true })
    write('in/a.eml', message('a'))
    write('in/b.eml', message('b'))
    chmodSync(join(place.folder, 'in/b.eml'), 0)
    chmodSync(join(place.folder, 'in/closed'), 0)
    const { code, stdout } = await analyze('--json in')
    expect(code).toBe(1)
    expect(linesOf(stdout).map(({ error }) => error)).toEqual([
      undefined,
      'in/b.eml could not be read: this user has no permission.',
      'in/closed could not be read: this user has no permission.',
    ])
  })

  test('evidence belongs to one message', async () => {
    write('box', boxOf(message('1'), message('2')))
    write('e.json', '{}')
    for (const option of ['--evidence-out f.json']) {
      expect(await analyze(`${option} box`)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: '--evidence-out belongs to one message: name one file, or one message with --message.\n',
      })
    }
    expect((await place.run('analyze --evidence e.json box')).code).toBe(2)
    expect((await analyze('--evidence-out f.json --message 2 box')).code).toBe(0)
  })

  test('JSON tells that the words are withheld, and why', async () => {
    write('code.eml', message('code', 'Your verification code is 482913. It expires in 10 minutes.'))
    write('plain.eml', message('plain'))
    const { withheld } = JSON.parse((await analyze('--json code.eml')).stdout)
    expect(withheld).toEqual({ kind: 'verification_code', reason: expect.stringContaining('code') })
    expect(JSON.parse((await analyze('--json plain.eml')).stdout)).not.toHaveProperty('withheld')
    expect(linesOf((await analyze('--json code.eml plain.eml')).stdout)[0]).toMatchObject({ withheld })
  })
})
