import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blockOf } from '../../docs/documents.ts'
import { certificate } from '../../net/safe-fetch/web-server.ts'
import { onFreePort } from '../../support/free-port.ts'
import { until } from '../../support/until.ts'

/** The name that docs/reverse-proxy.md uses throughout. */
export const SITE = 'mailgauge.example.org'
const DOCUMENT = 'docs/reverse-proxy.md'
const SYSTEM = '/usr/bin:/bin:/usr/sbin:/sbin'

export const PROXIES = ['nginx', 'caddy'] as const
export type ProxyName = (typeof PROXIES)[number]

export const installed = (program: string) => Bun.which(program, { PATH: SYSTEM })

/** A real proxy with the block of the document, on ports of its own. */
export interface RunningProxy {
  http: number
  https: number
  /** The certificate, which is its own authority. */
  ca: string
  /** What is served to those who verify certificates. */
  html: string
  log(): string
  stop(): Promise<void>
}

interface Ports {
  http: number
  https: number
}

/** Replaces what has to be there. */
function filledIn(block: string, changes: readonly (readonly [from: string | RegExp, to: string])[]): string {
  return changes.reduce((text, [from, to]) => {
    const changed = text.replaceAll(from, to)
    if (changed === text) throw new Error(`the block of ${DOCUMENT} has no ${from}`)
    return changed
  }, block)
}

function nginxFiles(folder: string, { http, https }: Ports, upstream: string): string[] {
  const site = filledIn(blockOf(DOCUMENT, 'nginx'), [
    [/^ *listen \[::\].*\n/gm, ''],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ', `listen 127.0.0.1:${https} `],
    [`/etc/letsencrypt/live/${SITE}/fullchain.pem`, join(folder, 'cert.pem')],
    [`/etc/letsencrypt/live/${SITE}/privkey.pem`, join(folder, 'key.pem')],
    ['/var/www/html', join(folder, 'html')],
    ['127.0.0.1:8080', upstream],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${join(folder, kind)};\n`,
  )
  // The folder belongs to whoever runs the test; for others nginx only warns.
  const main = `user root;\ndaemon off;\nworker_processes 1;\npid ${folder}/pid;\nevents {}\nhttp {\n  access_log off;\n${temporary.join('')}${site}}\n`
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, main)
  return [installed('nginx') ?? '', '-e', 'stderr', '-p', folder, '-c', config]
}

function caddyFiles(folder: string, { http, https }: Ports, upstream: string): string[] {
  const site = filledIn(blockOf(DOCUMENT, 'caddyfile'), [
    [`${SITE} {`, `${SITE} {\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`],
    ['127.0.0.1:8080', upstream],
  ])
  const own = [
    'admin off',
    `http_port ${http}`,
    `https_port ${https}`,
    'default_bind 127.0.0.1',
    'skip_install_trust',
  ]
  const config = join(folder, 'Caddyfile')
  writeFileSync(config, `{\n${own.map((line) => `\t${line}\n`).join('')}}\n\n${site}`)
  return [installed('caddy') ?? '', 'run', '--config', config, '--adapter', 'caddyfile']
}

const FILES = { nginx: nginxFiles, caddy: caddyFiles }

async function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host: '127.0.0.1', port }, () => resolve(true))
  socket.on('error', () => resolve(false))
  const is = await promise
  socket.destroy()
  return is
}

/** Starts the program on the ports, in front of what listens at `upstream`. */
async function begin(name: ProxyName, ports: Ports, upstream: string): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-proxy-'))
  const html = join(folder, 'html')
  mkdirSync(html)
  const { cert, key } = certificate(SITE)
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  const child = Bun.spawn(FILES[name](folder, ports, upstream), {
    env: { PATH: SYSTEM, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  const follow = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) log += decoder.decode(chunk, { stream: true })
  }
  const followed = Promise.all([follow(child.stdout), follow(child.stderr)])
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await until(async () => {
      if (child.exitCode !== null) {
        await followed
        throw new Error(`${name} ended: ${log}`)
      }
      return (await answers(ports.http)) && (await answers(ports.https))
    })
  } catch (cause) {
    await stop()
    throw cause
  }
  return { ...ports, ca: join(folder, 'cert.pem'), html, log: () => log, stop }
}

/** Starts a proxy on free ports; `upstream` is started first and told the port of https. */
export async function startProxy<T extends { stop(): Promise<unknown> }>(
  name: ProxyName,
  upstream: (https: number) => Promise<T & { address: string }>,
): Promise<{ proxy: RunningProxy; behind: T }> {
  return onFreePort(async (https) => {
    const behind = await upstream(https)
    try {
      return { proxy: await onFreePort((http) => begin(name, { http, https }, behind.address)), behind }
    } catch (cause) {
      await behind.stop()
      throw cause
    }
  })
}
