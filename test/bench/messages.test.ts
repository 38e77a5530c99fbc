import { expect, test } from 'bun:test'
import { KINDS, message } from '../../bench/messages.ts'

const body = (raw: Buffer) => raw.subarray(raw.indexOf('\r\n\r\n')).toString('latin1')

test('each number makes another message of its size, the same at every run', () => {
  for (const kind of KINDS) {
    for (const bytes of [10_240, 102_400]) {
      const { raw } = message(kind, bytes, 1)
      expect(Math.abs(raw.length - bytes) / bytes).toBeLessThan(0.2)
      expect(body(message(kind, bytes, 1).raw)).toBe(body(raw))
      expect(body(message(kind, bytes, 2).raw)).not.toBe(body(raw))
    }
  }
})

test('lines are as long as mail may have them', () => {
  for (const kind of KINDS) {
    const lines = message(kind, 102_400, 3).raw.toString('latin1').split('\r\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998)
    expect(lines.some((line) => /[\r\n]/.test(line))).toBe(false)
  }
})
