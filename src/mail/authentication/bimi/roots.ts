import { createHash, X509Certificate } from 'node:crypto'
import known from '../../data/mark-authorities.json' with { type: 'json' }
import { certificatesIn } from './pem.ts'

/** The root of an authority that vouches for marks. */
export interface MarkRoot {
  certificate: X509Certificate
  /** As people call it. Absent: the operator named the file. */
  authority?: string
  /** What is to be known of it, in a few words. */
  note?: string
}

/** When the list of known roots was compiled. */
export const ROOTS_DATE = known.date

let listed: MarkRoot[] | undefined

/** The known roots, and those of the operator. */
export function markRoots(own: readonly string[] = []): MarkRoot[] {
  listed ??= known.roots.map(({ pem, authority, ...row }) => ({
    certificate: new X509Certificate(pem),
    authority,
    ...('note' in row && typeof row.note === 'string' && { note: row.note }),
  }))
  return [...listed, ...own.flatMap(certificatesIn).map((certificate) => ({ certificate }))]
}

/** Authorities whose roots are known, and of which nothing speaks against. */
export const knownAuthorities = (): string[] => [
  ...new Set(known.roots.filter((root) => !('note' in root)).map(({ authority }) => authority)),
]

/** The authority of a root that is known by its name alone. Anybody can give a certificate that name. */
export const authorityNamed = (name: string): string | undefined =>
  known.named.find((root) => root.name === name)?.authority

/** The root that a chain ends in: its last certificate is one, or is signed by one. */
export function rootOf(last: X509Certificate, roots: readonly MarkRoot[]): MarkRoot | undefined {
  const mark = fingerprint(last)
  return (
    roots.find(({ certificate }) => fingerprint(certificate) === mark) ??
    roots.find(({ certificate }) => certificate.subject === last.issuer && hasSigned(certificate, last))
  )
}

/** SHA-256 of the certificate, lower-case hexadecimal. */
export const fingerprint = ({ raw }: X509Certificate) => createHash('sha256').update(raw).digest('hex')

/** Whether one certificate's key made the signature of another. */
export function hasSigned(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey)
  } catch {
    // A key of a kind that is not known here.
    return false
  }
}
