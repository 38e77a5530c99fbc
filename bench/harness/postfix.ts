import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onFreePort } from '../../test/support/free-port.ts'
import { greetedClient } from '../../test/support/smtp-client.ts'
import { until } from '../../test/support/until.ts'

const PATH = '/usr/sbin:/usr/bin:/sbin:/bin'

/** Programs of Postfix that are here, and that may be started as their users. */
export const postfixIsHere = process.getuid?.() === 0 && Bun.which('postfix', { PATH }) !== null

/** A server of mail that is not ours. */
export interface MailPeer {
  port: number
  address: string
  stop(): Promise<void>
}

/** Postfix's own bit bucket. */
export const startSink = (): Promise<MailPeer> =>
  onFreePort(async (port) => {
    const sink = Bun.spawn(['smtp-sink', '-u', 'nobody', `127.0.0.1:${port}`, '1000'], { env: { PATH } })
    await answers(port)
    return {
      port,
      address: 'x@bench.example',
      async stop() {
        sink.kill()
        await sink.exited
      },
    }
  })

async function answers(port: number): Promise<void> {
  await until(async () => {
    const client = await greetedClient({ host: '127.0.0.1', port }).catch(() => undefined)
    client?.reset()
    return client !== undefined
  }, 30_000)
}

const MASTER = (port: number) => `
127.0.0.1:${port} inet n - n - 100 smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
discard unix - - n - - discard
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
proxymap unix - - n - - proxymap
`

/** Postfix with its queue: durable before 250, then discarded. Its queue stands in a folder of its own. */
export const startPostfix = (): Promise<MailPeer> =>
  onFreePort(async (port) => {
    const folder = mkdtempSync(join(tmpdir(), 'mailgauge-bench-postfix-'))
    chmodSync(folder, 0o755)
    const [config, queue, data] = ['config', 'queue', 'data'].map((name) => join(folder, name))
    for (const path of [config, queue, data]) mkdirSync(path ?? '')
    chownSync(data ?? '', userId('postfix'), 0)
    const settings = {
      compatibility_level: '3.6',
      queue_directory: queue,
      data_directory: data,
      mail_owner: 'postfix',
      setgid_group: 'postdrop',
      myhostname: 'mx.bench.example',
      mydestination: '',
      inet_interfaces: 'loopback-only',
      relay_domains: 'bench.example',
      default_transport: 'discard:',
      relay_transport: 'discard:',
      smtpd_relay_restrictions: 'permit_mynetworks, reject',
      mynetworks: '127.0.0.0/8',
      alias_maps: '',
      alias_database: '',
      local_recipient_maps: '',
      smtpd_client_connection_count_limit: '0',
      maillog_file: '',
      syslog_name: 'bench-postfix',
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
    writeFileSync(join(config ?? '', 'main.cf'), `${lines.join('\n')}\n`)
    writeFileSync(join(config ?? '', 'master.cf'), MASTER(port))
    const stop = async () => {
      await Bun.spawn(['postfix', '-c', config ?? '', 'stop'], { env: { PATH }, stderr: 'ignore' }).exited
      rmSync(folder, { recursive: true, force: true })
    }
    const started = Bun.spawn(['postfix', '-c', config ?? '', 'start'], { env: { PATH }, stderr: 'pipe' })
    if ((await started.exited) !== 0) {
      const said = await new Response(started.stderr).text()
      await stop()
      throw new Error(`Postfix did not start: ${said}`)
    }
    try {
      await answers(port)
    } catch (cause) {
      await stop()
      throw cause
    }
    return { port, address: 'x@bench.example', stop }
  })

function userId(name: string): number {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${name}:`))
  return Number(line?.split(':')[2] ?? 0)
}
