import { expect, test } from 'bun:test'
import { messagesOfMbox } from '../../src/services/intake/mbox.ts'

const SEPARATOR = 'From a@example.org Fri Nov 20 11:59:00 2026\n'
const LONG = `From ${'1:11 '.repeat(300)}\n`
const BOX = [
  `${SEPARATOR}Subject: 1\n\nwords\n\nFrom here on it is text, at 12:00 of 2026\nand so on\n\n`,
  `${SEPARATOR}Subject: 2\r\n\r\n${'x'.repeat(5_000)}\r\n\r\n`,
  `${SEPARATOR}Subject: 3\n\n${LONG}\n${LONG}${'\n'.repeat(3_000)}`,
  `${SEPARATOR}>From x\nSubject: 4\n\n${SEPARATOR.trimEnd()}`,
]

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(size: number, only?: number) {
  const found: [number, string | undefined][] = []
  const reading = { mostBytes: 6_000, ...(only !== undefined && { only }) }
  for await (const { number, bytes } of messagesOfMbox(inChunks(Buffer.from(BOX.join('')), size), reading))
    found.push([number, bytes && Buffer.from(bytes).toString()])
  return found
}

test.each([1, 2, 3, 7, 100, 1_099, 1_101, 4_096, 100_000])(
  'a file that comes in pieces of %d bytes is parted where it is parted whole',
  async (size) => {
    expect(await read(size)).toEqual(BOX.map((text, i) => [i + 1, text]))
    expect(await read(size, 3)).toEqual([[3, BOX[2] ?? '']])
  },
)

test('a message of nothing but line ends is held in few pieces', async () => {
  const lines = Buffer.from(`${SEPARATOR}Subject: 1\n${'\n'.repeat(20_000_000)}`)
  const before = process.memoryUsage().heapUsed
  for await (const { bytes } of messagesOfMbox(inChunks(lines, 1 << 18), { mostBytes: 25_000_000 })) {
    expect(bytes?.length).toBe(lines.length)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000)
  }
})
