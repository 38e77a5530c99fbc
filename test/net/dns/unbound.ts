import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStubResolver } from '../../../src/net/dns/stub.ts'
import { ask } from '../../../src/net/ports.ts'
import { onFreePort } from '../../support/free-port.ts'

const UNBOUND = '/usr/sbin/unbound'

export const hasUnbound = (() => {
  try {
    accessSync(UNBOUND, constants.X_OK)
    return true
  } catch {
    return false
  }
})()

export interface Unbound extends AsyncDisposable {
  address: string
}

/** A resolver of one's own on loopback that serves the given zone files, and knows no other server. */
export const startUnbound = (zones: Record<string, string>, extra = ''): Promise<Unbound> =>
  onFreePort((port) => unboundAt(port, zones, extra))

async function unboundAt(port: number, zones: Record<string, string>, extra: string): Promise<Unbound> {
  const folder = mkdtempSync(join(tmpdir(), 'unbound-'))
  const authZones = Object.entries(zones).map(([zone, text]) => {
    const file = join(folder, `${zone}.zone`)
    writeFileSync(file, text)
    return `auth-zone:
  name: "${zone}"
  zonefile: "${file}"
  for-upstream: yes
  for-downstream: no
`
  })
  const config = join(folder, 'unbound.conf')
  writeFileSync(
    config,
    `server:
  interface: 127.0.0.1@${port}
  chroot: ""
  username: ""
  directory: "${folder}"
  pidfile: "${join(folder, 'unbound.pid')}"
  do-daemonize: no
  use-syslog: no
  logfile: ""
  num-threads: 1
  module-config: "iterator"
  access-control: 127.0.0.0/8 allow
  so-rcvbuf: 0
${extra}
remote-control:
  control-enable: no
${authZones.join('')}`,
  )
  const child = Bun.spawn([UNBOUND, '-d', '-p', '-c', config], { stdout: 'ignore', stderr: 'pipe' })
  const address = `127.0.0.1:${port}`
  const stop = async () => {
    child.kill()
    await child.exited
    rmSync(folder, { recursive: true })
  }
  if (await answers(address, child)) return { address, [Symbol.asyncDispose]: stop }
  await stop()
  throw new Error(`unbound does not answer: ${await new Response(child.stderr).text()}`)
}

const STARTS_WITHIN_MS = 45_000

/** Whether it answers in time. */
async function answers(address: string, child: Bun.Subprocess): Promise<boolean> {
  const resolver = createStubResolver({ servers: [address], timeoutMs: 2_000, tries: 1 })
  const end = Date.now() + STARTS_WITHIN_MS
  while (Date.now() < end && child.exitCode === null) {
    if ((await ask(resolver, 'localhost', 'A')).kind !== 'failure') return true
    await Bun.sleep(50)
  }
  return false
}
