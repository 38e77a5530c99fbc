import { describe, expect, test } from 'bun:test'
import { receivedMessage } from '../../src/services/mail-tests/received-message.ts'
import type { Store } from '../../src/store/store.ts'
import { RULES, report as scored } from '../support/builders.ts'
import { processorTime } from '../support/processor-time.ts'

describe('the sender of a withheld message', () => {
  const reason = 'It is withheld.'
  async function readOf(headline: { from: string; date: string }, withheld: boolean) {
    const report = {
      ...scored(),
      headline: { ...headline, subject: '' },
      ...(withheld && { withheld: { kind: 'verification_code', reason } as const }),
    }
    const messages = {
      report: async () => ({ message: { id: 'msg_1', outcome: { status: 'scored', score: 1 } }, report }),
      content: async () => 'words',
    } as unknown as Store['messages']
    const found = await receivedMessage({ messages }, RULES, { token: 'a'.repeat(26) } as never)
    return found.ok ? found.value : undefined
  }
  const senderOf = async (from: string, withheld: boolean) =>
    (await readOf({ from, date: '' }, withheld))?.from

  test('is told with its name, unless that may hold the code', async () => {
    const cases = [
      ['"A Shop" <noreply2@shop.example>', '"A Shop" <noreply2@shop.example>'],
      ['noreply2@shop.example', 'noreply2@shop.example'],
      ['<>', '<>'],
      ['"918273 is your code" <a@shop.example>', 'a@shop.example'],
      ['Your code 9-18 2 <a@shop.example>', 'a@shop.example'],
      ['a@shop.example (918273)', 'a@shop.example'],
      ['"Code ９" <a@x.example>', 'a@x.example'],
      ['"1" <a@x.example>, B <b@x.example>', 'a@x.example, b@x.example'],
      ['918273', '<>'],
    ] as const
    for (const [from, told] of cases) expect(await senderOf(from, true)).toBe(told)
  })

  test('stands beside a date that is a date alone', async () => {
    const cases = [
      ['Sat, 21 Nov 2026 20:00:00 +0000', 'Sat, 21 Nov 2026 20:00:00 +0000'],
      ['Sat, 21 Nov 2026 20:00:00 +0000 (918273)', 'Sat, 21 Nov 2026 20:00:00 +0000'],
      ['1 Nov 26 20:00 GMT', '1 Nov 26 20:00 GMT'],
      ['21 Nov 2026 20:00:00 918273', '21 Nov 2026 20:00:00'],
      ['Your code is 918273', ''],
      ['', ''],
    ] as const
    for (const [date, told] of cases) {
      expect((await readOf({ from: 'a@x.example', date }, true))?.date).toBe(told)
      expect((await readOf({ from: 'a@x.example', date }, false))?.date).toBe(date)
    }
  })

  test('is told whole where nothing is withheld, and a hostile one takes no time', async () => {
    expect(await senderOf('"918273" <a@shop.example>', false)).toBe('"918273" <a@shop.example>')
    const began = processorTime()
    await senderOf('1'.repeat(1000), true)
    expect(processorTime() - began).toBeLessThan(2_000)
  })
})
