import { KeyUnusable, keyOfOthers } from '../../../secrets/key-ring.ts'
import type { Context } from '../../context.ts'
import { attention, command, type Inquiry, ok, problem, quoted, type Seen } from '../../finding.ts'

const FOR_OTHERS = 0o077

const written = (mode: number) => (mode & 0o777).toString(8).padStart(4, '0')

export const dataDirectory: Inquiry<Context> = {
  id: 'data-directory',
  title: 'Permissions of the data',
  read: 'docs/operating.md#data-directory',
  ofHost: true,
  needs: ['store.directory'],
  async look(context) {
    const { settings, host, service } = context
    const { directory, keyPath } = settings
    const elsewhere = await keyElsewhere(context)
    if (elsewhere) return elsewhere
    const folder = host.fileAt(directory)?.mode
    if (folder === undefined) return noFolder(directory, service !== 'none')
    const key = host.fileAt(keyPath)?.mode
    if (key === undefined) return noKey(keyPath, service !== 'none')
    const open = [
      ...((folder & FOR_OTHERS) === 0 ? [] : [{ path: directory, mode: folder, to: '700' }]),
      ...((key & FOR_OTHERS) === 0 ? [] : [{ path: keyPath, mode: key, to: '600' }]),
    ]
    if (open.length === 0) return ok(`${directory} and ${keyPath} are for the service's user alone.`)
    return attention(
      open
        .map(
          ({ path, mode }) =>
            `${path} is open to other users of this machine (its mode is ${written(mode)}).`,
        )
        .join(' '),
      command('Close it:', ...open.map(({ path, to }) => `chmod ${to} ${quoted(path)}`)),
    )
  },
}

/** The key of the hosts that share the database has to be here before this one starts. What is wrong with the file itself is told below. */
async function keyElsewhere({ settings, shared, keys }: Context): Promise<Seen | undefined> {
  const inUse = settings.shared && (await shared?.().catch(() => undefined))?.keyInUse
  if (inUse === undefined) return undefined
  try {
    const own = keys()
    if (own.some(({ id }) => id === inUse)) return undefined
    return problem(keyOfOthers(settings.keyPath, own.length > 0 ? own : undefined, inUse), {
      says: 'This host does not start before. Then look again: mailgauge doctor',
    })
  } catch (cause) {
    if (cause instanceof KeyUnusable) return undefined
    throw cause
  }
}

function noFolder(directory: string, runs: boolean): Seen {
  const says = `There is no data directory ${directory}.`
  if (runs)
    return problem(`${says} It was removed while the service runs.`, {
      says: 'Stop the service, put the folder back, or a backup in its place (docs/backup.md), and start it.',
    })
  return attention(
    `${says} The service makes it at its first start.`,
    command(
      'Where it has data elsewhere, name its config:',
      'mailgauge doctor --config /etc/mailgauge/mailgauge.toml',
    ),
  )
}

function noKey(keyPath: string, runs: boolean): Seen {
  if (!runs) {
    return attention(
      `There is no key file ${keyPath} yet: the service makes it at its first start.`,
      command(
        'Start it. Where data was here before, put the key back from a backup first:',
        'systemctl start mailgauge',
      ),
    )
  }
  return problem(
    `The key file ${keyPath} is gone: secrets of second factors cannot be opened, and the service will not start again.`,
    {
      says: 'Put it back from a backup. Where there is none, mailgauge secrets discard deletes what it alone opened.',
    },
  )
}
