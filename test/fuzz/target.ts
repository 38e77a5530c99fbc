/** A piece of code that reads what strangers write. Texts are octets, one per character. */
export interface Target {
  name: string
  /** What it is made to read. */
  seeds: readonly string[]
  /** Pieces of the format: damage is made of them, and hostile shapes of their repetition. */
  pieces: readonly string[]
  /** What stands around a repeated shape, so that the reader gets there. */
  around?: readonly (readonly [before: string, after: string])[]
  /** Shapes that repetition alone does not make, about as long as they are told. */
  shapes?: Readonly<Record<string, (size: number) => string>>
  /** Throws where a promise is broken. */
  run(text: string): unknown
}

export function hold(promise: boolean, says: string): void {
  if (!promise) throw new Error(`broken: ${says}`)
}

export const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')
