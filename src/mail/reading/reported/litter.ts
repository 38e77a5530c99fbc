/** Of a document; most reports are smaller, and what they leave is cleared away without being asked for. */
const CLEARED_AFTER = 512 * 1024

/** Has what reading a large document leaves in memory cleared away in time: it is many times the text, and would be let grow far past what one mail
 * may take. */
export class Litter {
  #octets = 0

  /** So much of the document was read. */
  left(octets: number): void {
    this.#octets += octets
    if (this.#octets < CLEARED_AFTER) return
    this.#octets = 0
    Bun.gc(true)
  }
}
