/** The settings of a [Service] section, in order. */
export type Settings = readonly (readonly [name: string, value: string])[]

/** Reads a unit file as systemd.syntax(7) has it, so far as ours go. */
export function readUnit(text: string, section = 'Service'): Settings {
  const body = text.split(/^\[/m).find((part) => part.startsWith(`${section}]`)) ?? ''
  return body
    .split('\n')
    .slice(1)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
}

/** What each setting becomes where systemd is not there to do it. `nothing`: it takes a systemd, a control group or seccomp. */
const KNOWN: Readonly<Record<string, 'applied' | 'nothing'>> = {
  Type: 'applied',
  ExecStart: 'applied',
  ExecReload: 'applied',
  User: 'applied',
  Group: 'applied',
  WatchdogSec: 'applied',
  StateDirectory: 'applied',
  StateDirectoryMode: 'applied',
  UMask: 'applied',
  Environment: 'applied',
  AmbientCapabilities: 'applied',
  CapabilityBoundingSet: 'applied',
  NoNewPrivileges: 'applied',
  ProtectSystem: 'applied',
  ReadWritePaths: 'applied',
  ProtectHome: 'applied',
  PrivateTmp: 'applied',
  PrivateDevices: 'applied',
  PrivateMounts: 'applied',
  ProtectProc: 'applied',
  ProcSubset: 'applied',
  Restart: 'nothing',
  RestartSec: 'nothing',
  RestartPreventExitStatus: 'nothing',
  TimeoutStartSec: 'nothing',
  TimeoutStopSec: 'nothing',
  KillMode: 'nothing',
  MemoryHigh: 'nothing',
  MemoryMax: 'nothing',
  OOMPolicy: 'nothing',
  ProtectClock: 'nothing',
  ProtectControlGroups: 'nothing',
  ProtectHostname: 'nothing',
  ProtectKernelLogs: 'nothing',
  ProtectKernelModules: 'nothing',
  ProtectKernelTunables: 'nothing',
  RestrictAddressFamilies: 'nothing',
  RestrictNamespaces: 'nothing',
  RestrictRealtime: 'nothing',
  RestrictSUIDSGID: 'nothing',
  LockPersonality: 'nothing',
  RemoveIPC: 'nothing',
  KeyringMode: 'nothing',
  SystemCallArchitectures: 'nothing',
  SystemCallFilter: 'nothing',
  SystemCallErrorNumber: 'nothing',
}

/** Settings that nobody has thought about here. */
export const unknownSettings = (settings: Settings): string[] =>
  settings.map(([name]) => name).filter((name) => !(name in KNOWN))

/** The last value of a setting. */
export const settingOf = (settings: Settings, name: string): string =>
  settings.findLast(([own]) => own === name)?.[1] ?? ''

/** `2min`, `5s`: in seconds. */
export function seconds(span: string): number {
  const units: Record<string, number> = { s: 1, sec: 1, min: 60, h: 3600 }
  const [, count = '', unit = ''] = /^(\d+)(s|sec|min|h)$/.exec(span) ?? []
  return Number(count) * (units[unit] ?? Number.NaN)
}

/** The file system as the unit lets the service see it, and the process as the unit makes it: a script that gets the root as $1. */
export function startScript(settings: Settings, notifySocket: string): string {
  const is = (name: string, value: string) => settingOf(settings, name) === value
  const states = settingOf(settings, 'StateDirectory')
    .split(' ')
    .map((name) => `/var/lib/${name}`)
  const mode = settingOf(settings, 'StateDirectoryMode')
  const owner = `${settingOf(settings, 'User')}:${settingOf(settings, 'Group')}`
  return [
    'set -e',
    ...states.map((path) => `chroot "$1" install -d -m ${mode} -o ${owner.replace(':', ' -g ')} ${path}`),
    // A view of the root that is the service's alone.
    'mount --rbind "$1" "$1"',
    ...(is('ProtectSystem', 'strict')
      ? ['mount -o remount,bind,ro "$1"', 'mount -o remount,bind,ro "$1/run"']
      : []),
    ...states
      .slice(0, 1)
      .map((path) => `mount --bind "$1${path}" "$1${path}" && mount -o remount,bind,rw "$1${path}"`),
    ...settingOf(settings, 'ReadWritePaths')
      .split(' ')
      .filter(Boolean)
      .map((one) => one.replace(/^-/, ''))
      .map(
        (path) =>
          `if [ -d "$1${path}" ]; then mount --bind "$1${path}" "$1${path}" && mount -o remount,bind,rw "$1${path}"; fi`,
      ),
    ...(is('ProtectHome', 'yes')
      ? ['for home in home root; do mount -t tmpfs -o mode=000,ro tmpfs "$1/$home"; done']
      : []),
    ...(is('PrivateTmp', 'yes')
      ? ['for tmp in tmp var/tmp; do mount -t tmpfs -o mode=1777 tmpfs "$1/$tmp"; done']
      : []),
    ...(is('ProcSubset', 'pid') && is('ProtectProc', 'invisible')
      ? ['mount -t proc -o subset=pid,hidepid=invisible proc "$1/proc"']
      : []),
    `umask ${settingOf(settings, 'UMask')}`,
    `exec chroot "$1" ${commandLine(settings, notifySocket).join(' ')}`,
  ].join('\n')
}

/** setpriv and env in front of the command, by the unit. */
function commandLine(settings: Settings, notifySocket: string): string[] {
  const capability = (name: string) =>
    settingOf(settings, name)
      .split(' ')
      .filter(Boolean)
      .map((one) => `+${one.toLowerCase().replace('cap_', '')}`)
  const ambient = ['-all', ...capability('AmbientCapabilities')].join(',')
  const user = settingOf(settings, 'User')
  const environment = settings
    .filter(([name]) => name === 'Environment')
    .map(([, value]) => value.replaceAll('%S', '/var/lib'))
  return [
    'setpriv',
    `--reuid ${user} --regid ${settingOf(settings, 'Group')} --init-groups`,
    `--inh-caps=${ambient} --ambient-caps=${ambient}`,
    `--bounding-set=${['-all', ...capability('CapabilityBoundingSet')].join(',')}`,
    ...(settingOf(settings, 'NoNewPrivileges') === 'yes' ? ['--no-new-privs'] : []),
    'env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    `USER=${user} LOGNAME=${user} HOME=/var/lib/mailgauge SHELL=/usr/sbin/nologin`,
    ...environment,
    `NOTIFY_SOCKET=${notifySocket} WATCHDOG_USEC=${seconds(settingOf(settings, 'WatchdogSec')) * 1e6}`,
    settingOf(settings, 'ExecStart'),
  ]
}
