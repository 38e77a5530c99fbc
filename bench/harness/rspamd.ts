import { type Daemon, scannersAreHere, startRspamd } from '../../test/support/scanners.ts'
import { familyCpuMs, settled } from './proc.ts'
import { CLIENT_ADDRESS } from './zone.ts'

/** Debian's Rspamd with its own rules, asking nobody but the DNS server of the bench. */
export interface Rspamd {
  scan(raw: Buffer): Promise<void>
  /** Milliseconds of processor time of all its processes so far. */
  cpuMs(): number
  stop(): Promise<void>
}

/** Absent where the packages are not installed, which is said. */
export async function rspamdPeer(
  dns: string,
  say: (line: string) => void,
  workers = 1,
): Promise<Rspamd | undefined> {
  if (!scannersAreHere) {
    say('rspamd is absent (apt-get install rspamd, and run as root): no ratio to it.')
    return undefined
  }
  const daemon = await startRspamd({ dns, workers, hyperscan: true })
  // Its helper compiles the expressions in the background.
  await settled(() => familyCpuMs(daemon.pid), 120_000)
  return peerOf(daemon)
}

function peerOf({ port, pid, stop }: Daemon): Rspamd {
  const headers = {
    ip: CLIENT_ADDRESS,
    helo: 'mail.garden.example',
    hostname: 'mail.garden.example',
    from: 'news@garden.example',
    rcpt: 'reader@test.example',
  }
  return {
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
