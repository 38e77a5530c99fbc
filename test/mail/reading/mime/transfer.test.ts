import { expect, test } from 'bun:test'
import { base64Faults, decodeBase64 } from '../../../../src/mail/reading/mime/transfer.ts'

const octets = (text: string) => Buffer.from(text, 'latin1')
const LINE = 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0'

test.each([
  ['whole lines', `${LINE}\r\n${LINE}\r\n`, 0],
  ['a last group with padding', `${LINE}\r\nQQ==\r\n`, 0],
  ['groups across lines', 'QU\r\nJD\r\n', 0],
  ['foreign octets', `Q*UJD${LINE}\x80\r\n`, 2],
  ['data behind padding', 'QQ==QUJD', 1],
  ['an incomplete group', 'QUJDQ', 1],
  ['a footer behind padding', `QQ==\r\n-- \r\nA list's footer\r\n`, 1],
  ['a footer behind an empty line', `${LINE}\r\n\r\nA list's footer, unsubscribe\r\n`, 1],
  ['nothing', '', 0],
])('base64 with %s: what is read and what is at fault', (_, text, faults) => {
  expect(decodeBase64(octets(text)).faults).toBe(faults)
  expect(base64Faults(octets(text))).toBe(faults)
})

test('what is well formed decodes as everywhere, however its lines break', () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_, i) => (i * i + 7) % 256)
  for (const width of [76, 75, 3, 1_000]) {
    for (const length of [997, 998, 999, 1_000]) {
      const whole = Buffer.from(bytes.subarray(0, length)).toString('base64')
      const lines = whole.replace(new RegExp(`.{1,${width}}`, 'g'), '$&\r\n')
      const read = decodeBase64(octets(lines))
      expect(Buffer.from(read.bytes).equals(Buffer.from(bytes.subarray(0, length)))).toBe(true)
      expect(read.faults).toBe(0)
    }
  }
})
