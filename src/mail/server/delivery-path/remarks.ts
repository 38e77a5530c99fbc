import type { Remark } from '../../remark.ts'
import type { DeliveryPath, PathHop } from './delivery-path.ts'

/** What is said of the way of a message. */
export type PathCode = 'path-clock-skew' | 'path-slow' | 'path-plain-hop' | 'path-too-long'

/** Clocks that are this far apart, in seconds, are told of; times of Received fields are whole seconds. */
const SKEW = 60
/** A message that lay for so long, in seconds, waited. */
const WAIT = 300
const MOST_NAMED = 3

/** What is to be said of the way of a message, for information. The handing-over to us is judged elsewhere. */
export function judgePath({ hops, notShown }: DeliveryPath): Remark<PathCode>[] {
  const before = hops.filter(({ ours }) => !ours)
  return [...judgeTimes(hops), ...judgeEncryption(before), ...judgeLength(hops.length + notShown)]
}

function judgeTimes(hops: readonly PathHop[]): Remark<PathCode>[] {
  const remarks: Remark<PathCode>[] = []
  // The way from the Date field to the first hop is the writer's clock, and judged with the header.
  const later = hops.slice(1)
  const backwards = later.filter(({ delay }) => delay !== undefined && delay < -SKEW)
  if (backwards.length > 0) {
    remarks.push({
      code: 'path-clock-skew',
      says: `By the clocks of the servers the message went back in time: ${named(backwards)}.`,
      advice:
        'Set the clock of the server before that hop by NTP: a wrong one also spoils Date fields and signatures.',
      reference: 'RFC 5321 section 4.4',
    })
  }
  const slow = later.filter(({ delay }) => delay !== undefined && delay > WAIT)
  if (slow.length > 0) {
    remarks.push({
      code: 'path-slow',
      says: `The message waited on its way: ${named(slow)}.`,
      advice:
        'Look in the queue of the server before that hop for the reason: greylisting, a limit on its rate, a full queue or a scanner.',
      reference: 'RFC 5321 section 4.5.4',
    })
  }
  return remarks
}

function judgeEncryption(hops: readonly PathHop[]): Remark<PathCode>[] {
  const plain = hops.filter(({ encrypted, addressClass }) => encrypted === false && addressClass === 'public')
  if (plain.length === 0) return []
  const places = plain.map(placeOf).slice(0, MOST_NAMED).join(', ')
  const secret = plain.some(({ protocol }) => protocol?.endsWith('A'))
  return [
    {
      code: 'path-plain-hop',
      says: `The message crossed the network without encryption on its way${places === '' ? '' : `: ${places}`}.`,
      advice: secret
        ? 'Hand mail to your server over TLS (port 465, or 587 with STARTTLS): the password went in plain text, too.'
        : 'Turn on TLS between those servers, if they are yours.',
      reference: secret ? 'RFC 8314 section 3' : 'RFC 3207',
    },
  ]
}

/** RFC 5321 6.3 counts 100 hops as a loop; some servers stop at 25. */
function judgeLength(count: number): Remark<PathCode>[] {
  if (count <= 25) return []
  return [
    {
      code: 'path-too-long',
      says: `The message passed ${count} hops.`,
      advice:
        'Look for servers that hand the message back and forth: some take more than 25 hops for a loop.',
      reference: 'RFC 5321 section 6.3',
    },
  ]
}

function named(hops: readonly PathHop[]): string {
  const some = hops.slice(0, MOST_NAMED).map((hop) => {
    return `${inWords(Math.abs(hop.delay ?? 0))} ${placeOf(hop)}`.trim()
  })
  const more = hops.length - some.length
  return `${some.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function placeOf({ from, clientAddress, by }: PathHop): string {
  const source = from ?? clientAddress
  return [source && `from ${source}`, by && `to ${by}`].filter(Boolean).join(' ')
}

/** `2 s`, `4 min 10 s`, `3 h 5 min`, `2 d 4 h`. */
export function inWords(seconds: number): string {
  const units = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  const from = units.findIndex(([count]) => count > 0)
  if (from < 0) return '0 s'
  return units
    .slice(from, from + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
