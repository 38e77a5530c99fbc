import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Socket, Subprocess } from 'bun'
import { openPostgres } from '../../../src/store/postgres/open.ts'
import { addressOf } from '../../../src/store/postgres/wire/address.ts'
import { mailTest, newMessage } from '../../support/builders.ts'
import { ownPostgresMissing, programs } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'

const ENDLESS = { messagesPerTest: 1_000_000, bytesPerTest: 1e12 }

interface Relayed {
  early: Uint8Array[]
  server?: Socket<undefined>
}

/** An address that leads to the primary, whichever that is. */
function relay(first: number) {
  let target = first
  const listener = Bun.listen<Relayed>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      async open(client) {
        client.data = { early: [] }
        const socket = {
          data: (_: unknown, bytes: Uint8Array) => void client.write(bytes),
          close: () => void client.end(),
        }
        const server = await Bun.connect({ hostname: '127.0.0.1', port: target, socket }).catch(
          () => undefined,
        )
        if (!server) return void client.end()
        for (const bytes of client.data.early) server.write(bytes)
        client.data.server = server
      },
      data({ data }, bytes) {
        if (data.server) data.server.write(bytes)
        else data.early.push(bytes.slice())
      },
      close({ data }) {
        data?.server?.end()
      },
    },
  })
  return {
    port: listener.port,
    leadTo(port: number) {
      target = port
    },
    stop: () => listener.stop(true),
  }
}

describe.skipIf(ownPostgresMissing !== undefined)('a primary that dies, and a replica in its place', () => {
  let folder: string
  const running: Subprocess[] = []
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  const idOf = (which: string) => Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout)
  const at = (program: string) => join(programs() ?? '', program)

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mailgauge-failover-'))
    if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'))
  })
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.kill('SIGQUIT')
      await server.exited
    }
    rmSync(folder, { recursive: true, force: true })
  })

  function run(program: string, ...words: string[]): void {
    const done = spawnSync('setpriv', [...user, at(program), ...words], { encoding: 'utf8', cwd: folder })
    if (done.status !== 0) throw new Error(`${program}: ${done.stderr}`)
  }
  const isUp = (port: number) =>
    spawnSync(at('pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0
  async function up(name: string, settings: string[]) {
    const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const { port } = listener
    listener.stop(true)
    const given = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
      ...settings,
    ]
    const server = Bun.spawn(
      [
        'setpriv',
        '--pdeathsig',
        'QUIT',
        ...user,
        at('postgres'),
        '-D',
        join(folder, name),
        ...given.flatMap((one) => ['-c', one]),
      ],
      { stdio: ['ignore', 'ignore', Bun.file(join(folder, `${name}.log`))], cwd: folder },
    )
    running.push(server)
    await until(async () => isUp(port))
    return { server, port }
  }

  test('goes on by itself, and with a synchronous replica nothing is lost that was said to be kept', async () => {
    run(
      'initdb',
      '--no-sync',
      '-A',
      'trust',
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--locale=C',
      '-D',
      join(folder, 'one'),
    )
    const primary = await up('one', ['synchronous_standby_names=*'])
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
    run('pg_basebackup', ...from, '-D', join(folder, 'two'), '-R', '-X', 'stream')
    const replica = await up('two', [])
    run('createdb', ...from, 'mail')
    const front = relay(primary.port)
    const address = addressOf({ url: `postgres://postgres@127.0.0.1:${front.port}/mail`, tls: 'disable' })
    const one = await openPostgres({ address, migrate: true, host: 'one' })
    const two = await openPostgres({ address, migrate: true, host: 'two' })
    const { token } = mailTest()
    await one.mailTests.allocate({ test: mailTest({ token }) })
    const kept: string[] = []
    let isOver = false
    const send = async (store: typeof one) => {
      while (!isOver) {
        const message = newMessage(token)
        const answer = await store.messages.accept([message], ENDLESS).catch(() => undefined)
        if (answer === 'stored') kept.push(message.id)
        else await Bun.sleep(50)
      }
    }
    const sending = Promise.all([one, two, one, two].map(send))
    await until(() => kept.length > 200)
    primary.server.kill('SIGKILL')
    await primary.server.exited
    run('pg_ctl', 'promote', '-D', join(folder, 'two'))
    front.leadTo(replica.port)
    const before = kept.length
    await until(() => kept.length > before + 200)
    isOver = true
    await sending
    const there = new Set((await two.messages.ofTest(token)).map(({ id }) => id))
    expect(kept.filter((id) => !there.has(id))).toEqual([])
    await Promise.all([one.close(), two.close()])
    front.stop()
  }, 120_000)
})
