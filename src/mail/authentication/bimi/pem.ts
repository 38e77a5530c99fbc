import { X509Certificate } from 'node:crypto'

const BEGIN = '-----BEGIN CERTIFICATE-----'
const END = '-----END CERTIFICATE-----'
/** As many certificates of a file are read. */
export const MOST_CERTIFICATES = 6
const LONGEST_CERTIFICATE = 200_000

/** The certificates of a PEM file; what is none is left out. */
export function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.split(BEGIN, MOST_CERTIFICATES + 1).slice(1)
  return blocks.flatMap((block) => {
    const end = block.indexOf(END)
    if (end < 0 || end > LONGEST_CERTIFICATE) return []
    try {
      return [new X509Certificate(`${BEGIN}${block.slice(0, end)}${END}\n`)]
    } catch {
      return []
    }
  })
}
