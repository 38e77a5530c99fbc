import { closeSync, openSync, readSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { certificatesIn } from '../../mail/authentication/bimi/pem.ts'

type Named = Pick<Config, 'bimi'>

const MOST_OCTETS = 65_536

let read: { of: string; texts: string[] } | undefined

/** The roots of the files that the config names at that moment; what cannot be read is left out, and told by `rootProblems`. */
export function ownRoots({ bimi }: Named): string[] {
  const of = JSON.stringify(bimi.roots)
  if (read?.of !== of) read = { of, texts: bimi.roots.flatMap((path) => textOf(path) ?? []) }
  return read.texts
}

/** What is wrong with the files of `bimi.roots`, as sentences. */
export function rootProblems({ bimi }: Named): string[] {
  return bimi.roots.flatMap((path) => {
    const text = textOf(path)
    if (text === undefined) return [`bimi.roots: ${path} cannot be read.`]
    const certificates = certificatesIn(text)
    if (certificates.length === 0) return [`bimi.roots: ${path} holds no certificate in PEM form.`]
    const isRoot = certificates.every(({ ca, subject, issuer }) => ca && subject === issuer)
    return isRoot ? [] : [`bimi.roots: ${path} holds a certificate that is no root.`]
  })
}

function textOf(path: string): string | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(MOST_OCTETS)
      return bytes.subarray(0, readSync(file, bytes)).toString('latin1')
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}
