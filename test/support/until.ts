/** What a busy machine may take for anything; less than a test's own limit, so that this is the error that is seen. */
const PATIENCE_MS = 240_000

/** Asks again until there is an answer, for at most the milliseconds. */
export async function until<T>(
  look: () => T | Promise<T>,
  atMost = PATIENCE_MS,
): Promise<NonNullable<Exclude<T, false>>> {
  const end = Date.now() + atMost
  for (;;) {
    const found = await look()
    if (found) return found as NonNullable<Exclude<T, false>>
    if (Date.now() > end) throw new Error(`it did not happen within ${atMost} ms`)
    await Bun.sleep(20)
  }
}
