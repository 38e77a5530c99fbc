import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { workplace } from './running.ts'

let place: ReturnType<typeof workplace>
beforeAll(() => {
  place = workplace()
})
afterAll(() => place.remove())

describe('mailgauge analyze and files that hold no message', () => {
  const analyze = (bytes: string | Uint8Array) => {
    writeFileSync(`${place.folder}/f`, bytes)
    return place.run(`analyze --offline ${place.folder}/f`)
  }

  test('each is told what it is instead', async () => {
    const cases: [string | Uint8Array, string][] = [
      ['', 'The file is empty.'],
      [Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'a file of Outlook (.msg)'],
      [Buffer.from('89504e470d0a1a0a0000', 'hex'), 'does not begin with a header field'],
      ['Dear reader,\n\nwithout a header\n', 'does not begin with a header field'],
    ]
    for (const [bytes, says] of cases) {
      const { code, stdout, stderr } = await analyze(bytes)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain(says)
    }
  })

  test('an mbox separator of the greatest length may stand before the header', async () => {
    expect((await analyze(`From ${'a'.repeat(990)}\nFrom: a@example.org\n\nbody\n`)).code).toBe(0)
  })

  test('an empty folder holds none', async () => {
    mkdirSync(`${place.folder}/inbox`)
    const { code, stderr } = await place.run(`analyze --offline ${place.folder}/inbox`)
    expect(code).toBe(1)
    expect(stderr).toStartWith(`The folder ${place.folder}/inbox holds no message: `)
  })

  test('blank lines before the header and a folded first line are read over', async () => {
    for (const before of ['\n', '\r\n \r\n', ' folded: x\n', '\tcut off\n and more\n', 'From a\n\n']) {
      expect((await analyze(`${before}From: a@example.org\nSubject: x\n\nbody\n`)).code).toBe(0)
    }
  })
})
