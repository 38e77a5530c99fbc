import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './children.ts'
import { benchZone, signingKey } from './zone.ts'

/** The world as the mail of a bench sees it. */
export interface World {
  /** ip:port of the DNS server. */
  dns: string
  dnsPid: number
  /** What the messages are signed with. */
  privateKeyPem: string
  stop(): Promise<void>
}

/** Starts a DNS server that answers at once, with the records of the senders of the benches. */
export async function startWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-bench-dns-'))
  const { privateKeyPem, published } = signingKey()
  const file = join(folder, 'zone.json')
  writeFileSync(file, JSON.stringify(benchZone(published)))
  const { facts, pid, stop } = await startChild<{ address: string }>('dns', [file])
  rmSync(folder, { recursive: true })
  return { dns: facts.address, dnsPid: pid, privateKeyPem, stop }
}
