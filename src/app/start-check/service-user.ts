import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../config/config.ts'

/** Who runs the service, where another user asks. */
interface User {
  name: string
  uid: number
  groups: ReadonlySet<number>
}

const UNITS = ['/etc/systemd/system', '/usr/lib/systemd/system', '/lib/systemd/system'] as const
const ROOT = 0

/** What root can read and the user of the service cannot. Nothing for anybody but root, and where no such user is known. */
export function unreadableForService(config: Config, file: string | undefined): string[] {
  if (process.geteuid?.() !== ROOT) return []
  const user = serviceUser(config.store.directory)
  if (!user) return []
  const { smtp, relay, secrets, store } = config
  const named: [what: string, path: string | undefined, isFolder?: true][] = [
    ['The config file', file],
    ['smtp.tls_cert:', smtp.tlsCert],
    ['smtp.tls_key:', smtp.tlsKey],
    ['relay.tls_ca:', relay.tlsCa],
    ['relay.dkim_key:', relay.dkimKey],
    ['secrets.key_path:', secrets.keyPath],
    ['store.tls_ca:', store.tlsCa],
    ['store.tls_cert:', store.tlsCert],
    ['store.tls_key:', store.tlsKey],
    ['store.directory:', store.directory, true],
  ]
  const refused = named.flatMap(([what, path, isFolder]) => {
    const problem = path === undefined ? undefined : refusedFor(user, path, isFolder === true)
    return problem === undefined ? [] : [`${what} ${path} ${problem}`]
  })
  return [...refused, ...unopenable(user, store.directory)]
}

/** Why the user of the service can neither write in a folder nor make it, where root asks. */
export function unwritableForService(directory: string, path: string): string | undefined {
  if (process.geteuid?.() !== ROOT) return undefined
  const user = serviceUser(directory)
  if (!user) return undefined
  if (statOf(path)) {
    const problem = refusedFor(user, path, true)
    return problem && `${path} ${problem}`
  }
  let above = dirname(path)
  while (!statOf(above) && above !== dirname(above)) above = dirname(above)
  return refusedFor(user, above, true) === undefined
    ? undefined
    : `${path} cannot be made by ${user.name}, who runs the service. Run: install -d -m 700 -o ${user.name} ${path}`
}

/** What a command left behind that root ran: the service opens these to write. */
const OPENED = ['mailgauge.db', 'mailgauge.db-wal', 'mailgauge.db-shm', 'mailgauge.lock', 'secrets.lock']

function unopenable(user: User, directory: string): string[] {
  const closed = OPENED.map((name) => join(directory, name)).filter((path) => {
    const found = statOf(path)
    return found !== undefined && !may(user, found, READ | WRITE)
  })
  if (closed.length === 0) return []
  const names = closed.join(', ')
  return [
    `store.directory: ${names} cannot be opened by ${user.name}, who runs the service. Run: chown -R ${user.name}: ${directory}`,
  ]
}

/** The owner of the data directory, or the user whom the unit names. */
function serviceUser(directory: string): User | undefined {
  const owner = statOf(directory)?.uid
  const named = owner === undefined || owner === ROOT ? userOfUnit() : undefined
  const entry = textOf('/etc/passwd')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name, , uid]) =>
      named === undefined ? owner !== undefined && Number(uid) === owner : name === named,
    )
  const [name, , uid, gid] = entry ?? []
  if (name === undefined || Number(uid) === ROOT) return undefined
  const groups = textOf('/etc/group')
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([, , , members = '']) => members.split(',').includes(name))
    .map(([, , id]) => Number(id))
  return { name, uid: Number(uid), groups: new Set([Number(gid), ...groups]) }
}

function userOfUnit(): string | undefined {
  for (const folder of UNITS) {
    const user = /^User=(\S+)$/m.exec(textOf(`${folder}/mailgauge.service`))?.[1]
    if (user !== undefined) return user
  }
  return undefined
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

const READ = 4
const WRITE = 2
const ENTER = 1

/** Whether the mode lets the user do it. Lists of rights beyond the mode (ACL) are not looked at. */
function may(user: User, { uid, gid, mode }: Stats, right: number): boolean {
  const shift = uid === user.uid ? 6 : user.groups.has(gid) ? 3 : 0
  return ((mode >> shift) & right) === right
}

function refusedFor(user: User, path: string, isFolder: boolean): string | undefined {
  for (let at = dirname(path); ; at = dirname(at)) {
    const above = statOf(at)
    if (above && !may(user, above, ENTER))
      return `cannot be reached by ${user.name}, who runs the service: ${at} is closed to it. Run: chmod o+x ${at}`
    if (at === dirname(at)) break
  }
  const found = statOf(path)
  if (!found || may(user, found, isFolder ? READ | WRITE | ENTER : READ)) return undefined
  const what = isFolder ? 'written in' : 'read'
  return `cannot be ${what} by ${user.name}, who runs the service. Run: chown ${user.name} ${path}`
}
