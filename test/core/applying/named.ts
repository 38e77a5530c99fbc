import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStubResolver } from '../../../src/net/dns/stub.ts'
import { ask } from '../../../src/net/ports.ts'
import { onFreePort } from '../../support/free-port.ts'

const found = (program: string) => Bun.which(program, { PATH: `${process.env['PATH']}:/usr/sbin:/usr/bin` })
const NAMED = found('named')
const NSUPDATE = found('nsupdate')
const DIG = found('dig')

export const hasNamed = NAMED !== null && NSUPDATE !== null && DIG !== null

export interface Named extends AsyncDisposable {
  address: string
  /** What `nsupdate` makes of a script. */
  update(script: string): Promise<{ code: number; said: string }>
  /** All records of a name and type, as `dig` writes them, in order. */
  records(name: string, type: string): Promise<string[]>
}

/** BIND as the primary of these zones, which takes updates from here. */
export const startNamed = (zones: Record<string, string>): Promise<Named> =>
  onFreePort((port) => namedAt(port, zones))

async function namedAt(port: number, zones: Record<string, string>): Promise<Named> {
  const folder = mkdtempSync(join(tmpdir(), 'named-'))
  mkdirSync(join(folder, 'keys'))
  const blocks = Object.entries(zones).map(([zone, text]) => {
    const file = join(folder, `${zone.replaceAll('/', '_')}.zone`)
    writeFileSync(file, text)
    return `zone "${zone}" { type primary; file "${file}"; allow-update { 127.0.0.1; }; };`
  })
  const config = join(folder, 'named.conf')
  writeFileSync(
    config,
    `options {
  directory "${folder}";
  listen-on port ${port} { 127.0.0.1; };
  listen-on-v6 { none; };
  pid-file "${join(folder, 'named.pid')}";
  session-keyfile "${join(folder, 'keys/session.key')}";
  managed-keys-directory "${folder}";
  recursion no;
  dnssec-validation no;
  notify no;
  check-names primary ignore;
  check-integrity no;
};
controls { };
${blocks.join('\n')}
`,
  )
  const child = Bun.spawn([NAMED ?? '', '-g', '-n', '1', '-c', config], { stdout: 'ignore', stderr: 'pipe' })
  const said = new Response(child.stderr).text()
  const address = `127.0.0.1:${port}`
  const stop = async () => {
    child.kill()
    await child.exited
    rmSync(folder, { recursive: true })
  }
  if (!(await answers(address, Object.keys(zones)[0] ?? '', child))) {
    await stop()
    throw new Error(`named does not answer: ${await said}`)
  }
  return {
    address,
    async update(script) {
      const run = Bun.spawn([NSUPDATE ?? '', '-t', '20'], {
        stdin: Buffer.from(`server 127.0.0.1 ${port}\n${script}`),
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const [out, err] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()])
      return { code: await run.exited, said: `${out}${err}` }
    },
    async records(name, type) {
      const run = Bun.spawn([
        DIG ?? '',
        '@127.0.0.1',
        '-p',
        String(port),
        '+tcp',
        '+noall',
        '+answer',
        name,
        type,
      ])
      const lines = (await new Response(run.stdout).text()).split('\n').filter((line) => line.trim() !== '')
      return lines.map((line) => line.replace(/^\S+\s+\d+\s+IN\s+\S+\s+/, '')).toSorted()
    },
    [Symbol.asyncDispose]: stop,
  }
}

const STARTS_WITHIN_MS = 45_000

async function answers(address: string, zone: string, child: Bun.Subprocess): Promise<boolean> {
  const resolver = createStubResolver({ servers: [address], timeoutMs: 2_000, tries: 1 })
  const end = Date.now() + STARTS_WITHIN_MS
  while (Date.now() < end && child.exitCode === null) {
    if ((await ask(resolver, zone, 'SOA')).kind === 'records') return true
    await Bun.sleep(50)
  }
  return false
}
