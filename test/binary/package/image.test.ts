import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { EXIT } from '../../../src/cli/command.ts'
import { BINARY } from '../../support/binary.ts'
import { SOURCES } from '../../support/package/build.ts'
import { ownRoot, ROOT_WITHIN_MS, whyNoRoot } from '../../support/package/debian-root.ts'
import { type Image, readImage } from '../../support/package/image.ts'
import { childOf, type Machine, type Ran, startMachine } from '../../support/package/namespace.ts'
import { until } from '../../support/until.ts'

const WITHIN_MS = 600_000
const CONFIG = {
  MAILGAUGE_SMTP_DOMAIN: 'test.example',
  MAILGAUGE_SMTP_HOSTNAME: 'mx.test.example',
  MAILGAUGE_STORE_MIN_FREE: '0B',
  MAILGAUGE_DNS_SERVERS: '127.0.0.1:1',
}

describe('the Dockerfile', () => {
  const image = readImage()
  test('has no rights, one place for data, and a health check without a shell', () => {
    expect(image.base).toBe('debian:12-slim')
    expect(image.user).toMatch(/^[1-9]\d+:[1-9]\d+$/)
    expect(image.copied['/data']).toBe(image.user)
    expect(image).toMatchObject({ volume: '/data', workdir: '/data', stopSignal: 'SIGTERM' })
    expect(image.env['TMPDIR']).toStartWith(`${image.volume}/`)
    expect(image.health).toEqual(['/usr/bin/mailgauge', 'health'])
    for (const port of image.ports) expect(Number(port)).toBeGreaterThan(1023)
  })

  test('is run as it is by the compose file', () => {
    const compose = readFileSync(join(SOURCES, 'packaging/compose.yaml'), 'utf8')
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true', '- data:/data'])
      expect(compose).toContain(line)
    for (const [, inside = ''] of compose.matchAll(/- "(?:[\d.]+:)?\d+:(\d+)"/g))
      expect(image.ports).toContain(inside)
  })
})

describe.skipIf(whyNoRoot !== undefined)('what the image holds, as a root of Debian 12', () => {
  let root: Awaited<ReturnType<typeof ownRoot>>
  let machine: Machine
  let service: Subprocess<'ignore', 'pipe', 'pipe'> | undefined
  let output = ''
  const image: Image = readImage()
  const [uid, gid] = image.user.split(':')

  beforeAll(async () => {
    root = await ownRoot()
    copyFileSync(BINARY, join(root.at, 'usr/bin/mailgauge'))
    machine = await startMachine(root.at)
    await machine.sh(`install -d -m 0700 -o ${uid} -g ${gid} /data`)
  }, ROOT_WITHIN_MS)
  afterAll(async () => {
    await machine?.end()
    root?.remove()
  }, WITHIN_MS)

  /** As `docker run --read-only --cap-drop ALL --security-opt no-new-privileges` does: nothing but the volume can be written to. */
  function contained(command: string[], config: Record<string, string> = CONFIG) {
    const variables = Object.entries({ ...image.env, ...config }).map(([name, value]) => `${name}=${value}`)
    const script = [
      'set -e',
      'mount --rbind "$1" "$1"',
      'mount -o remount,bind,ro "$1"',
      'for at in tmp run dev; do mount -o remount,bind,ro "$1/$at"; done',
      'mount --bind "$1/data" "$1/data"',
      'mount -o remount,bind,rw "$1/data"',
      'root=$1; shift',
      `exec chroot "$root" setpriv --reuid ${uid} --regid ${gid} --clear-groups --inh-caps=-all --ambient-caps=-all --bounding-set=-all --no-new-privs env -i -C ${image.workdir} "$@"`,
    ].join('\n')
    return machine.spawn([
      ...['unshare', '--mount', 'sh', '-c', script, 'image', root.at],
      ...variables,
      ...command,
    ])
  }
  async function ran(command: string[], config?: Record<string, string>): Promise<Ran> {
    const child = contained(command, config)
    const [stdout, stderr, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    return { stdout, stderr, code, told: stdout + stderr }
  }

  test(
    'without a configuration it says what to set',
    async () => {
      const { code, told } = await ran([...image.entrypoint, ...image.command], {})
      expect({ code, told }).toEqual({
        code: EXIT.notToBeRestarted,
        told: expect.stringContaining('smtp.domain: must be set'),
      })
    },
    WITHIN_MS,
  )

  test(
    'serves on an empty volume, and writes nowhere else',
    async () => {
      const child = contained([...image.entrypoint, ...image.command])
      service = child
      const follow = async (stream: ReadableStream<Uint8Array>) => {
        for await (const chunk of stream) output += new TextDecoder().decode(chunk)
      }
      void follow(child.stdout)
      void follow(child.stderr)
      await until(async () => {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${output}`)
        return (await ran(image.health)).code === 0
      })
      const inside = readdirSync(join(root.at, 'data'))
      expect(inside).toContain('mailgauge.db')
      expect(existsSync(join(root.at, image.env['TMPDIR'] ?? ''))).toBe(true)
      for (const port of image.ports) {
        const asked = await machine.run(['bash', '-c', `exec 3<>/dev/tcp/127.0.0.1/${port}`])
        expect({ port, code: asked.code }).toEqual({ port, code: 0 })
      }
    },
    WITHIN_MS,
  )

  test(
    'ends by its stop signal, after which it is not healthy',
    async () => {
      const pid = childOf(service?.pid ?? 0) ?? 0
      process.kill(pid, image.stopSignal as NodeJS.Signals)
      expect(await service?.exited).toBe(0)
      const { code, told } = await ran(image.health)
      expect({ code, told }).toEqual({ code: 1, told: expect.stringContaining('nothing listens there') })
    },
    WITHIN_MS,
  )
})
