import { DkimSigner, type SignerField } from 'mailauth/lib/dkim/dkim-signer.js'
import { transmittedForm } from '../verify/transmitted-form.ts'

export interface SigningOptions {
  domain: string
  selector: string
  /** RSA or Ed25519, in PEM. */
  privateKeyPem: string
  /** When the signature says it was made; now, where it is not given. */
  now?: Date
  /** Fields to sign as often as they are present; by default those a reader or a receiver acts on. */
  signedHeaders?: readonly string[]
  /** Fields that are signed once more than they are present, so that none can be added (RFC 6376 8.15). */
  oversign?: readonly string[]
}

const SIGNED = [
  'From',
  'Sender',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'Cc',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'In-Reply-To',
  'References',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
]
const OVERSIGNED = ['From', 'Subject', 'Date', 'To', 'Reply-To', 'Content-Type', 'MIME-Version']

/** mailauth's signer, which by itself names in h= only what is present. */
class OversigningSigner extends DkimSigner {
  private readonly signed: ReadonlySet<string>
  private readonly oversign: readonly string[]

  constructor(options: Record<string, unknown>, signed: readonly string[], oversign: readonly string[]) {
    super({ ...options, headerList: [...signed] })
    this.signed = new Set(signed.map((name) => name.toLowerCase()))
    this.oversign = oversign
  }

  override async messageHeaders(headers: { parsed: SignerField[] }): Promise<void> {
    // h= names the fields from the bottom up. The one on top is named last and carries the additional names: behind all
    // others they cover nothing, so what is hashed stays the same (RFC 6376 5.4.2).
    const top = headers.parsed.find(({ key }) => key !== null && this.signed.has(key))
    if (top) top.casedKey = [top.casedKey, ...this.oversign].join(':')
    await super.messageHeaders(headers)
  }
}

/** Signs a message with relaxed/relaxed canonicalization and gives it with its DKIM-Signature on top, in CRLF. */
export async function signMessage(raw: Uint8Array, options: SigningOptions): Promise<Buffer> {
  const { bytes } = transmittedForm(raw)
  const oversign = options.oversign ?? OVERSIGNED
  const signer = new OversigningSigner(
    {
      strict: true,
      ...(options.now && { signTime: options.now }),
      signatureData: [
        { signingDomain: options.domain, selector: options.selector, privateKey: options.privateKeyPem },
      ],
    },
    options.signedHeaders ?? SIGNED,
    oversign,
  )
  await new Promise<void>((resolve, reject) => {
    signer.on('finish', resolve)
    signer.on('error', reject)
    signer.end(bytes)
  })
  const [signature] = signer.signatureHeaders
  if (signature === undefined) throw signer.errors[0]?.err ?? new Error('the message could not be signed')
  return Buffer.concat([Buffer.from(`${signature}\r\n`), bytes])
}
