import { DkimVerifier, type PreparedSignature } from 'mailauth/lib/dkim/dkim-verifier.js'
import { withoutLooseSpace } from './relaxed-body.ts'

const LF = 10
const CR = 13
const MOST_SIGNATURES = 20
const MOST_BODY_LENGTHS = 2
/** Names in h= times fields of the message: looking each name up costs that much. */
const MOST_LOOKUPS = 2_000_000

const NOT_JUDGED = 'not judged'

/** Behind the empty line; a message without one is all header section. */
function bodyStart(message: Buffer): number {
  if (message[0] === CR && message[1] === LF) return 2
  const end = message.indexOf('\r\n\r\n')
  return end < 0 ? message.length : end + 4
}

/**
 * mailauth's verifier with bounds on the work one message may cause. Signatures beyond them are skipped where they
 * stand: cutting them out of the bytes would change what a signature that signs DKIM-Signature fields covers.
 */
export class BoundedVerifier extends DkimVerifier {
  private judged = 0
  private readonly bodyLengths = new Set<number>()

  override prepareSignature(signature: PreparedSignature): void {
    if (signature.type === 'DKIM' && !this.mayJudge(signature)) {
      signature.skip = NOT_JUDGED
      return
    }
    super.prepareSignature(signature)
  }

  /** Reads a message with CRLF line ends in one piece: written as a stream, every octet of it would be looked at for them again. */
  async read(message: Buffer): Promise<void> {
    const body = bodyStart(message)
    await this.emitHeaders(message.subarray(0, body))
    if (body < message.length) await this.nextChunk(message.subarray(body))
    await this.finalChunk()
  }

  override async nextChunk(body: Buffer): Promise<void> {
    let relaxed: Buffer | undefined
    for (const [kind, hash] of this.bodyHashes) {
      if (!kind.startsWith('relaxed:')) {
        hash.update(body)
        continue
      }
      relaxed ??= withoutLooseSpace(body)
      hash.update(relaxed)
      // The length of the body as it came, of which results tell.
      hash.byteLength += body.length - relaxed.length
    }
  }

  isJudged(signature: PreparedSignature): boolean {
    return signature.skip !== NOT_JUDGED
  }

  private mayJudge({ parsed }: PreparedSignature): boolean {
    const fields = this.headers ? this.headers.parsed.length : 0
    const names = String(parsed['h']?.value ?? '').split(':').length
    if (this.judged >= MOST_SIGNATURES || names * fields > MOST_LOOKUPS) return false
    const length = parsed['l']?.value
    if (typeof length === 'number' && !this.bodyLengths.has(length)) {
      if (this.bodyLengths.size >= MOST_BODY_LENGTHS) return false
      this.bodyLengths.add(length)
    }
    this.judged += 1
    return true
  }
}
