import { createSpamd } from '../../src/net/spamd.ts'
import {
  type Daemon,
  SESSION,
  scannersAreHere,
  startRspamd,
  startSpamd,
} from '../../test/support/scanners.ts'
import { familyCpuMs, settled } from './proc.ts'
import { CLIENT_ADDRESS } from './zone.ts'

/** A program that judges mail, too. */
export interface ScannerPeer {
  name: string
  scan(raw: Buffer): Promise<void>
  /** Milliseconds of processor time of all its processes so far. */
  cpuMs(): number
  stop(): Promise<void>
}

/** Debian's Rspamd with its own rules, asking nobody but the DNS server of the bench. Absent where it is not installed, which is said. */
export async function rspamdPeer(
  dns: string,
  say: (line: string) => void,
  workers = 1,
): Promise<ScannerPeer | undefined> {
  if (!scannersAreHere) {
    say(
      'Rspamd and SpamAssassin are absent (apt-get install rspamd spamassassin spamd, and run as root): no ratio to them.',
    )
    return undefined
  }
  const daemon = await startRspamd({ dns, workers, hyperscan: true })
  // Its helper compiles the expressions in the background.
  await settled(() => familyCpuMs(daemon.pid), 120_000)
  return peerOf(daemon)
}

function peerOf({ port, pid, stop }: Daemon): ScannerPeer {
  const headers = {
    ip: CLIENT_ADDRESS,
    helo: 'mail.garden.example',
    hostname: 'mail.garden.example',
    from: 'news@garden.example',
    rcpt: 'reader@test.example',
  }
  return {
    name: 'rspamd',
    async scan(raw) {
      const answer = await fetch(`http://127.0.0.1:${port}/checkv2`, {
        method: 'POST',
        headers,
        body: new Uint8Array(raw),
      })
      if (!answer.ok) throw new Error(`rspamd: ${answer.status} ${await answer.text()}`)
      await answer.text()
    },
    cpuMs: () => familyCpuMs(pid),
    stop,
  }
}

const SCANNED_WITHIN_MS = 60_000

/** Debian's SpamAssassin with its own rules and without the network. */
export async function spamdPeer(): Promise<ScannerPeer | undefined> {
  if (!scannersAreHere) return undefined
  const { port, pid, stop } = await startSpamd()
  const address = { host: '127.0.0.1', port }
  const spamd = createSpamd({ address, timeoutMs: SCANNED_WITHIN_MS, receivedBy: 'mx.test.example' })
  return {
    name: 'SpamAssassin',
    async scan(raw) {
      const reply = await spamd.scan(raw, SESSION)
      if (reply.kind === 'failure') throw new Error(`SpamAssassin: ${JSON.stringify(reply)}`)
    },
    cpuMs: () => familyCpuMs(pid),
    stop,
  }
}
