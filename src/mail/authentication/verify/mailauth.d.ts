/** The parts of mailauth that have no types of their own, as far as they are used here (mailauth 7.1.0, pinned). */

declare module 'mailauth/lib/dkim/dkim-verifier.js' {
  import { Writable } from 'node:stream'
  import type { ARCData, DKIMResult } from 'mailauth'

  export interface PreparedSignature {
    type: 'DKIM' | 'ARC'
    parsed: Record<string, { value: string | number } | undefined>
    /** Why it is not processed at all. */
    skip?: string
    /** l=, '' without one. */
    maxBodyLength?: number | ''
    timestamp?: Date | null
    expiration?: Date | null
    identity?: string
  }

  export interface ParsedField {
    /** Lower case. */
    key: string | null
    line: Buffer
  }

  export class DkimVerifier extends Writable {
    constructor(options: Record<string, unknown>)
    prepareSignature(signature: PreparedSignature): void
    /** Takes the header section with the empty line that ends it. */
    emitHeaders(section: Buffer): Promise<void>
    /** Concludes: signatures are verified. */
    finalChunk(): Promise<void>
    /** Takes the body, in one piece where the message was written in one. */
    nextChunk(chunk: Buffer): Promise<void>
    /** By canonicalization, algorithm and length: `relaxed:sha256:`. */
    bodyHashes: Map<string, { update(chunk: Buffer): void; byteLength: number }>
    /** DKIM-Signature fields in header order, then the newest ARC-Message-Signature. */
    signatureHeaders: PreparedSignature[]
    /** One result for each DKIM-Signature in strict mode, in header order; a single `none` when there is none. */
    results: DKIMResult[]
    headers: { parsed: ParsedField[] } | false
    /** The addresses of all From fields. */
    headerFrom: string[]
    fromFields: number
    arc: ARCData & { error?: Error & { code?: string } }
  }
}

declare module 'mailauth/lib/parse-dkim-headers.js' {
  type ParsedTag = { value?: unknown } | undefined
  function parseHeader(
    line: Buffer,
    options: { strict: boolean },
  ): { parsed: Record<string, ParsedTag | ParsedTag[] | string> }
  export = parseHeader
}

declare module 'mailauth/lib/dkim/dkim-signer.js' {
  import { Writable } from 'node:stream'

  export interface SignerField {
    key: string | null
    /** The name as it is put into h=. */
    casedKey: string | null
    line: Buffer
  }

  export class DkimSigner extends Writable {
    constructor(options: Record<string, unknown>)
    messageHeaders(headers: { parsed: SignerField[] }): Promise<void>
    /** DKIM-Signature fields without their last line end. */
    signatureHeaders: string[]
    errors: { err: Error }[]
  }
}
