const MB = 1024 ** 2

/** What an analysis process is started with. Garbage is collected before it grows: the runtime sizes its heap by the memory of the
 * machine, and would let a message of much markup hold three times what it needs. Below 1.5 a factor has every second collection go
 * through the whole heap, which holds 55 MB that stay: a third to a half as much again for each small message. So the middle factor holds until the
 * process has more than 280 MB: at 230 MB, where the runtime would end it, warm processes come now and then, and stay. The last tier of the compiler is for
 * loops that run a million times: for all that is warm it costs more than it saves within a thousand messages. */
export const RUNTIME_SETTINGS: Readonly<Record<string, string>> = {
  BUN_JSC_forceRAMSize: String(256 * MB),
  BUN_JSC_mediumHeapRAMFraction: '1.1',
  BUN_JSC_mediumHeapGrowthFactor: '1.55',
  BUN_JSC_largeHeapGrowthFactor: '1.15',
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: '1000000',
}

/** What a process comes to hold with ordinary messages: 140 to 170 MB in its first hundred. */
export const USUAL_BYTES = 150 * MB

/** Markup is read as a tree, and again for each trial of a fix. Past this many tags it takes no more: the tree is as large as trees may be. */
const MOST_TAGS = 60_000
const PER_TAG = 3 * 1024
/** The rest of a message is copied a few times. */
const PER_BYTE = 8

/** What a process may come to hold that is handed this message. */
export function expectedBytes(raw: Uint8Array): number {
  return USUAL_BYTES + tagsIn(raw) * PER_TAG + raw.byteLength * PER_BYTE
}

/** About how many tags there are, however they are encoded. Only a guess: what grows past it is seen. */
function tagsIn(raw: Uint8Array): number {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  let tags = 0
  const count = (within: Buffer, sign: string) => {
    for (let at = within.indexOf(sign); at >= 0 && tags < MOST_TAGS; at = within.indexOf(sign, at + 1))
      tags += 1
  }
  for (const sign of ['<', '=3C', '=3c']) count(bytes, sign)
  for (const decoded of decodedMarkup(bytes)) count(decoded, '<')
  return Math.min(tags, MOST_TAGS)
}

const MOST_PARTS = 20
/** Of the header of a part, around its type. */
const AROUND = 1_000
/** Of the body of a part: what is behind it is not read as a tree. */
const MOST_ENCODED = 4 * MB

/** What parts of HTML hold that are encoded in base64. */
function* decodedMarkup(bytes: Buffer): Iterable<Buffer> {
  let at = 0
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    at = bytes.indexOf('html', at + 1)
    if (at < 0) return
    const around = bytes.subarray(Math.max(0, at - AROUND), at + AROUND).toString('latin1')
    if (!/base64/i.test(around)) continue
    const body = bytes.indexOf('\n\r\n', at)
    if (body < 0) return
    const encoded = bytes.subarray(body, body + MOST_ENCODED)
    const end = encoded.indexOf('\n--')
    yield Buffer.from(encoded.subarray(0, end < 0 ? undefined : end).toString('latin1'), 'base64')
    at = body
  }
}
