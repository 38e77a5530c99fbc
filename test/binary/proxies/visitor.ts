import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningProxy, SITE } from './proxies.ts'

export interface Seen {
  status: number
  /** Of HTTP. */
  version: string
  /** Where it leads. */
  to: string
  body: string
}

/** Somebody with curl, at an address of their own. */
export interface Visitor {
  /** The site, or an address of it by http. */
  ask(path: string, args?: readonly string[], scheme?: 'https' | 'http'): Promise<Seen>
  /** Listens until what was sent satisfies, and then hangs up. */
  listen(path: string, enough: (text: string) => boolean | Promise<boolean>): Promise<string>
  leave(): void
}

/** What a browser sends with a form of the site. */
export const FORM = ['-H', 'Sec-Fetch-Site: same-origin', '-H', 'Expect:'] as const

/** A visitor who connects from an address of this machine; who believes the proxy's certificate and no other. */
export function visitor(proxy: RunningProxy, from: string): Visitor {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-visitor-'))
  const jar = join(folder, 'cookies')
  const resolve = [proxy.http, proxy.https].flatMap((port) => ['--resolve', `${SITE}:${port}:127.0.0.1`])
  const usual = ['-sS', '--cacert', proxy.ca, '--interface', from, '-b', jar, '-c', jar, ...resolve]
  const addressOf = (path: string, scheme: 'https' | 'http') => `${scheme}://${SITE}:${proxy[scheme]}${path}`
  const curl = (args: readonly string[]) =>
    Bun.spawn(['curl', ...usual, ...args], {
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  return {
    async ask(path, args = [], scheme = 'https') {
      const out = join(folder, 'body')
      const facts = '%{http_code} %{http_version} %{redirect_url}'
      const child = curl(['-o', out, '-w', facts, ...args, addressOf(path, scheme)])
      const [told, said, code] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ])
      if (code !== 0) throw new Error(`curl ${path} ended with ${code}: ${told} ${said}`)
      const [status = '', version = '', to = ''] = told.split(' ')
      const body = readFileSync(out, 'utf8')
      rmSync(out)
      return { status: Number(status), version, to, body }
    },
    async listen(path, enough) {
      const child = curl(['-N', addressOf(path, 'https')])
      const decoder = new TextDecoder()
      let text = ''
      try {
        for await (const chunk of child.stdout) {
          text += decoder.decode(chunk, { stream: true })
          if (await enough(text)) return text
        }
        throw new Error(`it ended: ${text} ${await new Response(child.stderr).text()}`)
      } finally {
        child.kill()
        await child.exited
      }
    },
    leave: () => rmSync(folder, { recursive: true, force: true }),
  }
}
