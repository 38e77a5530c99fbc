import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'

const PROGRAM = '/usr/sbin/pgbouncer'

/** Why tests behind PgBouncer are skipped; undefined where they can run. */
export const pgbouncerMissing: string | undefined = existsSync(PROGRAM)
  ? undefined
  : 'skipped: PgBouncer is not installed (package pgbouncer)'

export interface Bouncer {
  /** The address of a database by way of it. */
  url(direct: string): string
  stop(): Promise<void>
}

/** A PgBouncer of its own in front of the server of that address, on loopback. */
export async function bouncer(server: string, mode: 'session' | 'transaction'): Promise<Bouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-pgbouncer-'))
  const port = freePort()
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(join(folder, 'users.txt'), '"postgres" ""\n')
  writeFileSync(
    settings,
    `[databases]\n* = host=127.0.0.1 port=${new URL(server).port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = trust\nauth_file = ${folder}/users.txt\npool_mode = ${mode}\ndefault_pool_size = 60\nlogfile = ${folder}/log\n`,
  )
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'))
  const user = isRoot ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  const child = Bun.spawn(['setpriv', '--pdeathsig', 'KILL', ...user, PROGRAM, '-q', settings], {
    stdio: ['ignore', 'ignore', 'ignore'],
    cwd: folder,
  })
  const url = (direct: string) => Object.assign(new URL(direct), { port: String(port) }).href
  await answering(url(server))
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new SQL({ url, tls: 'disable', prepare: false, max: 1 })
    try {
      await client.unsafe('SELECT 1')
      return
    } catch (cause) {
      if (tries === 500) throw cause
      await Bun.sleep(20)
    } finally {
      await client.close({ timeout: 0 })
    }
  }
}

const idOf = (which: '-u' | '-g') => Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout)

function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  return port
}
