import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { debOf, makeFakeArchive, packagesFolder, SOURCES } from '../../support/package/build.ts'
import { ownRoot, ROOT_WITHIN_MS, whyNoRoot } from '../../support/package/debian-root.ts'
import { type Machine, type Ran, startMachine } from '../../support/package/namespace.ts'

const WITHIN_MS = 600_000
const VERSION = '0.1.0'
const PORT = 8000
const SITE = `http://127.0.0.1:${PORT}`
const IS_ARM = process.arch === 'arm64'
const DEB = `mailgauge_${VERSION}_${IS_ARM ? 'arm64' : 'amd64'}.deb`

/** Serves a folder as a release is served; a name that begins with `cut-` is cut off in the middle of what it promised. */
const SERVER = `
import { join } from 'node:path'
import { createServer } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
createServer((request, response) => {
  const [, folder, name] = request.url.split('/')
  const path = join(process.argv[2], folder, name)
  if (!existsSync(path)) return response.writeHead(404).end()
  const bytes = readFileSync(path)
  response.writeHead(200, { 'content-length': bytes.length })
  if (!folder.startsWith('cut') || name === 'checksums.txt') return response.end(bytes)
  response.write(bytes.subarray(0, 1000), () => response.destroy())
}).listen(${PORT}, '127.0.0.1', () => console.log('listening'))
`

describe.skipIf(whyNoRoot !== undefined)('install.sh', () => {
  let root: Awaited<ReturnType<typeof ownRoot>>
  let machine: Machine
  const release = join(packagesFolder(), 'served')
  const sumOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

  /** A release of these packages; `sums` changes what its checksums say. */
  function publish(folder: string, packages: string[], sums = (text: string) => text): void {
    const at = join(release, folder)
    mkdirSync(at, { recursive: true })
    const lines = packages.map((path) => {
      const name = path.split('/').at(-1) ?? ''
      copyFileSync(path, join(at, name))
      return `${sumOf(path)}  ${name}\n`
    })
    writeFileSync(join(at, 'checksums.txt'), sums(lines.join('')))
  }

  beforeAll(async () => {
    root = await ownRoot()
    machine = await startMachine(root.at)
    copyFileSync(join(SOURCES, 'scripts/install.sh'), join(root.at, 'install.sh'))
    const deb = join(packagesFolder(), DEB)
    if (!existsSync(deb)) copyFileSync(debOf(VERSION), deb)
    const archive = makeFakeArchive(VERSION)
    publish('good', [deb, archive])
    publish('wrong', [deb], (text) => text.replace(/^./, (first) => (first === '0' ? '1' : '0')))
    publish('twice', [deb], (text) => text + text)
    publish('none', [archive], () => '')
    publish('cut', [deb])
    publish('strange', [deb], (text) => text.replace('mailgauge_', 'x;y_'))
    const server = join(packagesFolder(), 'server.mjs')
    writeFileSync(server, SERVER)
    const child = machine.spawn([process.execPath, server, release])
    await child.stdout.getReader().read()
  }, ROOT_WITHIN_MS)
  afterAll(async () => {
    await machine?.end()
    root?.remove()
    rmSync(release, { recursive: true, force: true })
  }, WITHIN_MS)

  const installer = (line: string, env: Record<string, string> = {}): Promise<Ran> =>
    machine.run(['sh', '/install.sh', ...line.split(' ').filter(Boolean)], { env })
  const isInstalled = () => existsSync(join(root.at, 'usr/bin/mailgauge'))
  const leftovers = async () => (await machine.sh('ls /tmp')).stdout
  beforeEach(async () => {
    await machine.sh('rm -rf /tmp/*')
  })

  test.each([
    ['', 'where is the release?'],
    ['--url ftp://127.0.0.1/x', 'is not https'],
    ['--url http://example.org/x', 'is not https'],
    ['--url http://127.0.0.1.example.org/x', 'is not https'],
    ['--url http://127.0.0.1:80@example.org/x', 'is not https'],
    ['--url', '--url needs a value'],
    ['--what', 'there is no option --what'],
    [`--url ${SITE}/missing`, 'checksums.txt is not there'],
    ['--url http://127.0.0.1:9/x', 'cannot be reached'],
    [`--url ${SITE}/wrong`, 'The file is damaged, or not the one that was released'],
    [`--url ${SITE}/twice`, 'more than one package'],
    [`--url ${SITE}/strange`, 'strange name'],
    [`--url ${SITE}/none`, 'no package for this machine'],
    [`--url ${SITE}/cut`, 'was cut off'],
    ['--file /nothing.deb', 'there is no file /nothing.deb'],
    ['--file /install.sh --checksums /install.sh', 'neither a .deb nor a .tar.gz'],
  ])(
    '%s is refused in words, and nothing is installed',
    async (line, words) => {
      const { code, stderr } = await installer(line)
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(words) })
      expect(stderr).toContain('Mailgauge was not installed: ')
      expect(isInstalled()).toBe(false)
      expect(await leftovers()).toBe('')
    },
    WITHIN_MS,
  )

  test(
    'a package without checksums is refused',
    async () => {
      copyFileSync(join(packagesFolder(), DEB), join(root.at, DEB))
      const { code, stderr } = await installer(`--file /${DEB}`)
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('to compare') })
    },
    WITHIN_MS,
  )

  test(
    'a full disk is told before anything is fetched',
    async () => {
      const disk = join(root.at, 'small')
      mkdirSync(disk)
      const child = machine.spawn([
        ...['unshare', '--mount', 'sh', '-c'],
        `mount -t tmpfs -o size=2m none "$1/small" && exec chroot "$1" env TMPDIR=/small sh /install.sh --url ${SITE}/good`,
        ...['sh', root.at],
      ])
      expect(await new Response(child.stderr).text()).toContain('MB free, and 97 MB are needed')
      expect(await child.exited).toBe(1)
    },
    WITHIN_MS,
  )

  test(
    'somebody without rights is told to take them',
    async () => {
      const { code, stderr } = await machine.run([
        'setpriv',
        '--reuid=65534',
        'sh',
        '/install.sh',
        '--url',
        'https://x',
      ])
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('it needs root') })
    },
    WITHIN_MS,
  )

  test(
    'an archive is installed with user, configuration and unit, and again without touching what was edited',
    async () => {
      const first = await installer(`--url ${SITE}/good --archive`)
      expect(first.code, first.told).toBe(0)
      expect(first.stdout).toContain('Mailgauge is installed.')
      const at = (path: string) => join(root.at, path)
      expect(statSync(at('usr/local/bin/mailgauge')).mode & 0o777).toBe(0o755)
      expect(readFileSync(at('etc/systemd/system/mailgauge.service'), 'utf8')).toContain(
        'ExecStart=/usr/local/bin/mailgauge serve',
      )
      expect((await machine.run(['stat', '-c', '%U:%G %a', '/etc/mailgauge/mailgauge.toml'])).stdout).toBe(
        'root:mailgauge 640\n',
      )
      writeFileSync(at('etc/mailgauge/mailgauge.toml'), '# edited\n')
      const second = await installer(`--url ${SITE}/good/ --archive`)
      expect(second.code, second.told).toBe(0)
      expect(readFileSync(at('etc/mailgauge/mailgauge.toml'), 'utf8')).toBe('# edited\n')
      expect(readdirSync(at('usr/local/bin'))).toEqual(['mailgauge'])
      expect(await leftovers()).toBe('')
      await machine.sh('rm -rf /usr/local/bin/mailgauge /etc/mailgauge /etc/systemd/system/mailgauge.service')
    },
    WITHIN_MS,
  )

  test(
    'the package of Debian is downloaded, compared and installed, and a second time nothing changes',
    async () => {
      const first = await installer('', { MAILGAUGE_RELEASE_URL: `${SITE}/good` })
      expect(first.code, first.told).toBe(0)
      expect(first.stdout).toContain(`The SHA-256 of ${DEB} is right.`)
      expect(isInstalled()).toBe(true)
      const second = await installer(`--file /${DEB} --checksums /sums`)
      expect(second.told).toContain('there is no /sums')
      copyFileSync(join(release, 'good', 'checksums.txt'), join(root.at, 'checksums.txt'))
      const third = await installer(`--file /${DEB}`)
      expect(third.code, third.told).toBe(0)
      expect(await leftovers()).toBe('')
    },
    WITHIN_MS,
  )
})
