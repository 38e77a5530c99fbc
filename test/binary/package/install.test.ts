import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../support/binary.ts'
import { type Fixture, readFixture } from '../../support/fixture-database.ts'
import { debOf } from '../../support/package/build.ts'
import { ownRoot, ROOT_WITHIN_MS, whyNoRoot } from '../../support/package/debian-root.ts'
import { type Machine, startMachine } from '../../support/package/namespace.ts'
import { installedUnit, ready, type Service, startService, UNIT } from '../../support/package/service.ts'
import { settingOf, unknownSettings } from '../../support/package/unit.ts'
import { until } from '../../support/until.ts'

const BEFORE = '0.0.9'
const NOW = '0.1.0'
const CONFIG = '/etc/mailgauge/mailgauge.toml'
const DATA = '/var/lib/mailgauge'
const WITHIN_MS = 600_000
/** The version whose database the upgrade finds. */
const FIXTURE = '0.1.0'

/** Notes what the package asks of systemd; /run/active is whether the service is taken to run. */
const SYSTEMCTL = `#!/bin/sh
echo "$@" >>/var/log/systemctl
case "$*" in
  *is-active*) [ -e /run/active ] ;;
  *is-enabled*) echo enabled ;;
esac
`

const MESSAGE = [
  'From: Ann <ann@example.org>',
  'To: you@test.example',
  'Subject: Soup on Friday',
  'Date: Mon, 23 Nov 2026 12:00:00 +0000',
  'Message-ID: <soup@example.org>',
  '',
  'We meet at noon and have soup together, as every Friday.',
  '',
].join('\r\n')

interface Report {
  status: string
  score?: number
  message_id?: string
  checks: { name: string; status: string; score: number }[]
}

describe.skipIf(whyNoRoot !== undefined)('the .deb in a Debian 12', () => {
  let root: Awaited<ReturnType<typeof ownRoot>>
  let machine: Machine
  let service: Service | undefined
  let key = ''
  let token = ''
  let report: Report | undefined

  beforeAll(async () => {
    root = await ownRoot()
    machine = await startMachine(root.at)
    mkdirSync(join(root.at, 'packages'))
    for (const version of [BEFORE, NOW])
      copyFileSync(debOf(version), join(root.at, 'packages', `${version}.deb`))
    writeFileSync(join(root.at, 'usr/bin/systemctl'), SYSTEMCTL, { mode: 0o755 })
    await machine.sh('mkdir -p /run/systemd/system')
  }, ROOT_WITHIN_MS)
  afterAll(async () => {
    await service?.stop('SIGKILL')
    await machine?.end()
    root?.remove()
  }, WITHIN_MS)

  const install = (version: string) =>
    machine.run(['apt-get', 'install', '-y', '--no-install-recommends', `/packages/${version}.deb`])
  const askedOfSystemd = () => {
    const log = join(root.at, 'var/log/systemctl')
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []
    if (existsSync(log)) writeFileSync(log, '')
    return lines.filter((line) => !/is-active|is-enabled|daemon-reload/.test(line))
  }
  const asService = (...command: string[]) =>
    machine.run(['runuser', '-u', 'mailgauge', '--', 'mailgauge', ...command])
  const statOf = async (path: string) =>
    (await machine.run(['stat', '--format', '%U:%G %a', path])).stdout.trim()
  async function start(): Promise<Service> {
    service = await startService(machine)
    await ready(service)
    return service
  }
  async function api<T>(path: string, ...more: string[]): Promise<T> {
    const url = `http://127.0.0.1:8080${path}`
    const { stdout, told } = await machine.run([
      ...['curl', '-sS', '-H', `Authorization: Bearer ${key}`],
      ...more,
      url,
    ])
    expect(stdout, told).toStartWith('{')
    return JSON.parse(stdout)
  }
  async function deliver(address: string): Promise<void> {
    const { code, told } = await machine.run(
      [
        ...['curl', '-sS', '--url', 'smtp://127.0.0.1:25/mail.example.org'],
        ...['--mail-from', 'ann@example.org', '--mail-rcpt', address, '--upload-file', '-'],
      ],
      { stdin: MESSAGE },
    )
    expect(code, told).toBe(0)
  }
  const reportOf = (of: string) =>
    until(async () => {
      const body = await api<Report>(`/v1/tests/${of}`)
      return body.status === 'pending' ? undefined : body
    })
  const newTest = () => api<{ token: string; address: string }>('/v1/tests', '-X', 'POST')

  test(
    'is installed, and says what to edit instead of being started',
    async () => {
      const { code, told } = await install(BEFORE)
      expect(code, told).toBe(0)
      expect(told).toContain('smtp.domain: must be set')
      expect(told).toContain(`Edit ${CONFIG}`)
      // At the next start of the machine it is to be there.
      const asked = askedOfSystemd()
      expect(asked.filter((line) => / (?:re)?start /.test(line))).toEqual([])
      expect(asked.filter((line) => / (?:preset|enable) /.test(line))).not.toEqual([])
      expect(await statOf(CONFIG)).toBe('root:mailgauge 640')
      expect(await statOf(DATA)).toBe('mailgauge:mailgauge 700')
    },
    WITHIN_MS,
  )

  test('has a unit of which every setting is known here', () => {
    expect(unknownSettings(installedUnit(root.at))).toEqual([])
  })

  test.skipIf(!Bun.which('systemd-analyze'))(
    'has a unit that systemd calls safe',
    () => {
      const rated = Bun.spawnSync([
        'systemd-analyze',
        'security',
        '--offline=true',
        '--threshold=20',
        join(root.at, UNIT),
      ])
      const said = rated.stdout.toString()
      expect(rated.success, said.slice(-500)).toBe(true)
      expect(Number(/exposure level for \S+: ([\d.]+)/.exec(said)?.[1])).toBeLessThanOrEqual(2)
    },
    WITHIN_MS,
  )

  test(
    'ends once with a sentence where it is started all the same',
    async () => {
      const unedited = await startService(machine)
      const code = await unedited.exited
      expect(unedited.output()).toContain('smtp.domain: must be set')
      expect(settingOf(installedUnit(root.at), 'RestartPreventExitStatus').split(' ')).toContain(String(code))
    },
    WITHIN_MS,
  )

  test(
    'starts as its unit says once it is configured',
    async () => {
      const edits = [
        's|^#base_url = .*|base_url = "http://127.0.0.1:8080"|',
        's|^#domain = .*|domain = "test.example"|',
        's|^#hostname = .*|hostname = "mx.test.example"|',
        's|^#servers = .*|servers = ["127.0.0.1:1"]|',
        's|^#min_free = .*|min_free = "0B"|',
      ].flatMap((edit) => ['-e', edit])
      expect((await machine.run(['sed', '-i', ...edits, CONFIG])).code).toBe(0)
      const checks = [await machine.run(['mailgauge', 'config', 'check']), await asService('config', 'check')]
      for (const checked of checks) expect(checked.code, checked.told).toBe(0)
      const { pid, supervisor } = await start()
      expect(await supervisor.said('READY=1')).toContain(':25')
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const CAP_NET_BIND_SERVICE = (1n << 10n).toString(16).padStart(16, '0')
      for (const set of ['CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
        expect(status).toContain(`${set}:\t${CAP_NET_BIND_SERVICE}`)
      expect(status).toMatch(/^NoNewPrivs:\t1$/m)
      expect(/^Uid:\t(\d+)/m.exec(status)?.[1]).not.toBe('0')
      expect((await asService('health')).told).toContain('all is well')
    },
    WITHIN_MS,
  )

  test(
    'takes mail on port 25 and tells the report by its API',
    async () => {
      const made = await asService('key', 'create', '--name', 'tests', '--scopes', 'tests:write,tests:read')
      key = /mg_[0-9A-Za-z]{39}/.exec(made.stdout)?.[0] ?? ''
      expect(key, made.told).not.toBe('')
      const { token: made_, address } = await newTest()
      token = made_
      await deliver(address)
      report = await reportOf(token)
      expect(report).toMatchObject({ status: 'scored', score: expect.any(Number) })
      expect(report.checks.length).toBeGreaterThan(20)
    },
    WITHIN_MS,
  )

  test(
    'reads its configuration anew when its unit is reloaded',
    async () => {
      expect(settingOf(installedUnit(root.at), 'ExecReload')).toBe('/bin/kill -HUP $MAINPID')
      const running = service as Service
      const times = (state: string) =>
        running.supervisor.messages().filter((one) => one.startsWith(state)).length
      process.kill(running.pid, 'SIGHUP')
      await until(() => times('RELOADING=1') === 1 && times('READY=1') === 2)
    },
    WITHIN_MS,
  )

  test(
    'is brought up to date while it runs, and is then started again with all that it held',
    async () => {
      await machine.sh('touch /run/active')
      askedOfSystemd()
      const { code, told } = await install(NOW)
      expect(code, told).toBe(0)
      expect(askedOfSystemd().filter((line) => line.includes('restart'))).toHaveLength(1)
      expect(readFileSync(join(root.at, CONFIG), 'utf8')).toContain('domain = "test.example"')
      // Until that restart the version before goes on with processes of its own.
      const { address, token: meanwhile } = await newTest()
      await deliver(address)
      expect((await reportOf(meanwhile)).status).toBe('scored')
      expect(await service?.stop()).toBe(0)
      await start()
      expect(await reportOf(token)).toEqual(report as Report)
    },
    WITHIN_MS,
  )

  test(
    'reads the database of an earlier version',
    async () => {
      await service?.stop()
      const { folder, remove } = temporaryFolder()
      const fixture: Fixture = readFixture(FIXTURE, join(folder, 'data'))
      await machine.sh(`mkdir -p /kept && mv ${DATA}/mailgauge.db* /kept/`)
      copyFileSync(join(folder, 'data', 'mailgauge.db'), join(root.at, DATA, 'mailgauge.db'))
      await machine.sh(`chown mailgauge:mailgauge ${DATA}/mailgauge.db && chmod 600 ${DATA}/mailgauge.db`)
      remove()
      await start()
      const own = key
      key = fixture.keys.full
      const told = fixture.answers.filter((one) => one.key === 'full' && one.body['status'] === 'scored')
      expect(told.length).toBeGreaterThan(5)
      for (const { path, body } of told) {
        const { score, message_id } = await api<Report>(path)
        expect({ path, score, message_id }).toEqual({
          path,
          score: body['score'] as number,
          message_id: body['message_id'] as string,
        })
      }
      key = own
      await service?.stop()
      await machine.sh(`rm ${DATA}/mailgauge.db* && mv /kept/mailgauge.db* ${DATA}/`)
      await start()
    },
    WITHIN_MS,
  )

  test(
    'is backed up while it runs, refuses to be restored over, and is the same in another directory',
    async () => {
      const asked = ['/v1/tests?limit=200', `/v1/tests/${token}`, '/v1/whoami']
      const all = async () => Promise.all(asked.map((path) => api<object>(path)))
      await machine.sh('install -d -m 0700 -o mailgauge -g mailgauge /backup')
      const backedUp = await asService('backup', '/backup/all.tar.zst')
      expect(backedUp.code, backedUp.told).toBe(0)
      expect(await statOf('/backup/all.tar.zst')).toBe('mailgauge:mailgauge 600')
      const before = await all()
      const refused = await asService('restore', '/backup/all.tar.zst')
      expect(refused.code, refused.told).toBe(1)
      expect(await all()).toEqual(before)

      await service?.stop()
      const elsewhere = await asService('restore', '/backup/all.tar.zst', '--to', `${DATA}/elsewhere`)
      expect(elsewhere.code, elsewhere.told).toBe(0)
      const move = (from: string, to: string) =>
        machine.run(['sed', '-i', `s|^directory = "${from}"|directory = "${to}"|`, CONFIG])
      await move(DATA, `${DATA}/elsewhere`)
      await start()
      expect(await all()).toEqual(before)
      expect(await reportOf(token)).toEqual(report as Report)
      await service?.stop()
      await move(`${DATA}/elsewhere`, DATA)

      const inPlace = await asService('restore', '/backup/all.tar.zst')
      expect(inPlace.code, inPlace.told).toBe(0)
      await start()
      expect(await all()).toEqual(before)
    },
    WITHIN_MS,
  )

  test(
    'keeps its data when it is removed, and has them again when it is installed',
    async () => {
      await service?.stop()
      await machine.sh('rm -f /run/active')
      const removed = await machine.run(['apt-get', 'remove', '-y', 'mailgauge'])
      expect(removed.code, removed.told).toBe(0)
      expect(removed.told).toContain('apt purge mailgauge deletes both')
      expect(statSync(join(root.at, DATA, 'mailgauge.db')).size).toBeGreaterThan(0)
      askedOfSystemd()
      const back = await install(NOW)
      expect(back.code, back.told).toBe(0)
      // It is configured now.
      expect(askedOfSystemd().filter((line) => line.includes(' start '))).toHaveLength(1)
      await start()
      expect(await reportOf(token)).toEqual(report as Report)
    },
    WITHIN_MS,
  )

  test(
    'deletes them when it is purged, and says so',
    async () => {
      await service?.stop()
      const { code, told } = await machine.run(['apt-get', 'purge', '-y', 'mailgauge'])
      expect(code, told).toBe(0)
      expect(told).toContain(`Deleting ${DATA}: all mail`)
      expect(existsSync(join(root.at, DATA))).toBe(false)
      expect(existsSync(join(root.at, '/etc/mailgauge'))).toBe(false)
      expect((await install(NOW)).told).toContain('smtp.domain: must be set')
      expect(await statOf(DATA)).toBe('mailgauge:mailgauge 700')
    },
    WITHIN_MS,
  )
})
