import { createHash } from 'node:crypto'

const RECORD = {
  name: 'yardstick',
  items: Array.from({ length: 200 }, (_, at) => ({ at, text: `item ${at * 7919}` })),
}

/**
 * Milliseconds of processor time of a piece of work that never changes. Subjects without another program beside them are told as
 * multiples of it, so that results of machines, and of a machine's good and bad hours, can be compared.
 */
export function yardstickMs(repeats = 400): number {
  const began = process.cpuUsage()
  let digest = ''
  for (let at = 0; at < repeats; at += 1) {
    const text = JSON.stringify({ ...RECORD, digest, at })
    const parsed: typeof RECORD = JSON.parse(text)
    digest = createHash('sha256')
      .update(
        parsed.items
          .map((item) => item.text)
          .toSorted()
          .join('\n'),
      )
      .digest('hex')
  }
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}
