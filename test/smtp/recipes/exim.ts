import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answering } from '../../support/answering.ts'
import { onFreePort } from '../../support/free-port.ts'

/** Unpacked there by .ci/run: as a package it cannot stand beside Postfix. */
const EXIM = '/opt/mailgauge-tests/exim/usr/sbin/exim4'

export const eximIsHere =
  process.getuid?.() === 0 &&
  Bun.which(EXIM) !== null &&
  Bun.spawnSync([EXIM, '-bV'], { stderr: 'ignore' }).stdout.toString().startsWith('Exim version')

/** The parts of a recipe, in their places. */
interface Parts {
  main: string
  router: string
  transport: string
  acl: string
}

const configuration = (folder: string, port: number, { main, router, transport, acl }: Parts) => `
exim_path = ${EXIM}
exim_user = Debian-exim
exim_group = Debian-exim
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%s
primary_hostname = relay.example.org
local_interfaces = 127.0.0.1.${port}
pid_file_path = ${folder}/pid
host_lookup =
rfc1413_query_timeout = 0s
tls_advertise_hosts =
helo_allow_chars = _
acl_smtp_rcpt = acl_check_rcpt
${main}
begin acl
acl_check_rcpt:
${acl}
  accept domains = +relay_to_domains
  deny message = relay not permitted
begin routers
${router}
begin transports
${transport}
begin retry
* * F,1h,1s
`

/** An Exim of its own with the parts of a recipe, which takes mail on a port. */
export function startExim(parts: Parts) {
  return onFreePort(async (port) => {
    const folder = mkdtempSync(join(tmpdir(), 'mailgauge-exim-'))
    chmodSync(folder, 0o755)
    const file = join(folder, 'exim.conf')
    writeFileSync(file, configuration(folder, port, parts))
    for (const name of ['spool', 'log']) mkdirSync(join(folder, name))
    Bun.spawnSync(['chown', '-R', 'Debian-exim:', join(folder, 'spool'), join(folder, 'log')])
    const child = Bun.spawn([EXIM, '-C', file, '-bdf', '-q10m'], {
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
    })
    const stop = async () => {
      child.kill()
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    }
    await answering(port, child).catch(async (cause) => {
      await stop()
      throw cause
    })
    return { port, stop, log: () => Bun.file(join(folder, 'log/main')).text() }
  })
}
