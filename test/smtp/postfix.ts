import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answering } from '../support/answering.ts'

const MASTER = '/usr/lib/postfix/sbin/master'

/** Debian's Postfix is here, and we may start daemons that change their user. */
export const postfixIsHere =
  process.getuid?.() === 0 && Bun.which('sendmail') !== null && Bun.which(MASTER) !== null

const SERVICES = `
pickup    unix  n - n 1 1 pickup
cleanup   unix  n - n - 0 cleanup
qmgr      unix  n - n 1 1 qmgr
tlsmgr    unix  - - n 1000? 1 tlsmgr
rewrite   unix  - - n - - trivial-rewrite
bounce    unix  - - n - 0 bounce
defer     unix  - - n - 0 bounce
trace     unix  - - n - 0 bounce
flush     unix  n - n 1000? 0 flush
proxymap  unix  - - n - - proxymap
smtp      unix  - - n - - smtp
error     unix  - - n - - error
retry     unix  - - n - - error
scache    unix  - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
`

const settings = (folder: string) => `
compatibility_level = 3.6
queue_directory = ${folder}/spool
data_directory = ${folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = relay.example.org
mydestination =
inet_interfaces = loopback-only
inet_protocols = ipv4
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
alias_maps =
`

export interface Postfix {
  /** Hands a message to this instance's `sendmail`. */
  sendmail(from: string, to: string[], message: string): Promise<void>
  /** What it logged so far. */
  log(): string
  stop(): Promise<void>
}

function run(command: string[], stdin = ''): Promise<number> {
  return Bun.spawn(command, { stdin: new Blob([stdin]), stdout: 'ignore', stderr: 'inherit' }).exited
}

/** A Postfix of its own, with its own configuration and queue, that relays everything to one address. */
export function startPostfix(
  relay: { host: string; port: number },
  tls: 'none' | 'encrypt',
): Promise<Postfix> {
  return startPostfixWith({
    main: `relayhost = [${relay.host}]:${relay.port}\nsmtp_tls_security_level = ${tls}\n`,
  })
}

/** What is added to the files of an instance; `/etc/postfix/` in it stands for their folder. */
interface Additions {
  main?: string
  master?: string
  /** Further files of the folder. */
  files?: Readonly<Record<string, string>>
  /** A port that it listens on by these, waited for. */
  port?: number
}

/** A Postfix of its own, with its own configuration and queue. */
export async function startPostfixWith({
  main = '',
  master = '',
  files = {},
  port,
}: Additions): Promise<Postfix> {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-postfix-'))
  chmodSync(folder, 0o755)
  for (const name of ['etc', 'spool', 'data']) mkdirSync(join(folder, name))
  chownSync(join(folder, 'data'), await userId('postfix'), 0)
  const etc = join(folder, 'etc')
  const written = { ...files, 'main.cf': settings(folder) + main, 'master.cf': SERVICES + master }
  for (const [name, text] of Object.entries(written))
    writeFileSync(join(etc, name), text.replaceAll('/etc/postfix/', `${etc}/`))
  if ((await run(['postfix', '-c', etc, 'check'])) !== 0) throw new Error('postfix check failed')
  const running = Bun.spawn([MASTER, '-c', etc, '-d'], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  })
  const stop = async () => {
    running.kill('SIGTERM')
    await running.exited
    rmSync(folder, { recursive: true, force: true })
  }
  if (port !== undefined) {
    await answering(port, running).catch(async (cause) => {
      await stop()
      throw cause
    })
  }
  return {
    stop,
    async sendmail(from, to, message) {
      const code = await run(['sendmail', '-C', etc, '-i', '-f', from, ...to], message)
      if (code !== 0) throw new Error(`sendmail ended with ${code}`)
    },
    log() {
      try {
        return readFileSync(join(folder, 'log'), 'utf8')
      } catch {
        return ''
      }
    },
  }
}

async function userId(name: string): Promise<number> {
  return Number((await new Response(Bun.spawn(['id', '-u', name]).stdout).text()).trim())
}
