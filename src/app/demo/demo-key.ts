import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface DemoKey {
  privateKeyPem: string
  /** The value of p= in the key record (RFC 6376 3.6.1). */
  publicKey: string
}

/** The key that signs the samples of the demo domain: made at the first start in evaluation mode, kept in the data directory. */
export function demoKey(directory: string): DemoKey {
  const path = join(directory, 'demo-dkim.pem')
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const made = `${path}.${process.pid}`
    writeFileSync(made, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    renameSync(made, path)
  }
  const privateKeyPem = readFileSync(path, 'utf8')
  const publicKey = createPublicKey(createPrivateKey(privateKeyPem)).export({ type: 'spki', format: 'der' })
  return { privateKeyPem, publicKey: publicKey.toString('base64') }
}
