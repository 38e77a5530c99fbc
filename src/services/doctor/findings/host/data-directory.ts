import type { Context } from '../../context.ts'
import { attention, command, type Inquiry, ok, problem } from '../../finding.ts'

const FOR_OTHERS = 0o077

const written = (mode: number) => (mode & 0o777).toString(8).padStart(4, '0')

export const dataDirectory: Inquiry<Context> = {
  id: 'data-directory',
  title: 'Permissions of the data',
  read: 'docs/operating.md#data-directory',
  look({ settings: { directory, keyPath }, host }) {
    const folder = host.modeOf(directory)
    const key = host.modeOf(keyPath)
    if (folder === undefined) return problem(`There is no data directory ${directory}.`)
    if (key === undefined) {
      return problem(
        `There is no key file ${keyPath}. It is made at the first start; where it was lost, secrets of second factors are lost with it.`,
        command('Put it back from a backup, or start the service:', 'systemctl start mailgauge'),
      )
    }
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
      command('Close it:', ...open.map(({ path, to }) => `chmod ${to} ${path}`)),
    )
  },
}
