import type { Subprocess } from 'bun'
import { until } from '../until.ts'

export interface Ran {
  code: number
  stdout: string
  stderr: string
  /** Both, for messages. */
  told: string
}

/** A machine made of namespaces around a root: its own mounts, processes and loopback, and no other network. */
export interface Machine {
  root: string
  /** Runs a command of the root as its administrator. */
  run(command: string[], options?: { env?: Record<string, string>; stdin?: string }): Promise<Ran>
  /** Runs a script of its shell. */
  sh(script: string, env?: Record<string, string>): Promise<Ran>
  /** Starts a command of this host within the namespaces, the root not yet entered. */
  spawn(command: string[]): Subprocess<'ignore', 'pipe', 'pipe'>
  end(): Promise<void>
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const PREPARE = `set -e
ip link set lo up
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/tmp"
mount -t tmpfs -o mode=755 tmpfs "$1/run"
mount -t tmpfs -o mode=755 tmpfs "$1/dev"
for name in null zero full random urandom tty; do
  touch "$1/dev/$name"
  mount --bind "/dev/$name" "$1/dev/$name"
done
mkdir "$1/dev/pts" "$1/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$1/dev/pts"
ln -s pts/ptmx "$1/dev/ptmx"
echo ready
exec sleep infinity`

/** Makes the namespaces around a root. */
export async function startMachine(root: string): Promise<Machine> {
  const holder = Bun.spawn(
    [
      'unshare',
      ...[
        '--mount',
        '--net',
        '--pid',
        '--fork',
        '--uts',
        '--ipc',
        '--kill-child',
        '--propagation',
        'private',
      ],
      ...['sh', '-c', PREPARE, 'machine', root],
    ],
    { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' },
  )
  const { value } = await holder.stdout.getReader().read()
  if (!value) throw new Error('no namespaces could be made')
  const inside = await until(() => childOf(holder.pid))
  const enter = ['nsenter', '--target', String(inside), '--mount', '--net', '--pid', '--uts', '--ipc']

  async function run(command: string[], { env = {}, stdin }: Parameters<Machine['run']>[1] = {}) {
    const child = Bun.spawn([...enter, 'chroot', root, ...command], {
      env: { PATH, HOME: '/root', LC_ALL: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive', ...env },
      stdin: stdin === undefined ? 'ignore' : new Blob([stdin]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [stdout, stderr, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    return { code, stdout, stderr, told: stdout + stderr }
  }

  return {
    root,
    run,
    sh: (script, env = {}) => run(['sh', '-c', script], { env }),
    spawn: (command) =>
      Bun.spawn([...enter, ...command], {
        env: { PATH },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      }),
    async end() {
      holder.kill('SIGKILL')
      await holder.exited
    },
  }
}

/** The first process inside; what it ends with ends all others. */
export function childOf(pid: number): number | undefined {
  const told = Bun.spawnSync(['cat', `/proc/${pid}/task/${pid}/children`]).stdout.toString()
  return Number(told.trim().split(' ')[0]) || undefined
}
