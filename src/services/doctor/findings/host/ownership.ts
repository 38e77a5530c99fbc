import type { Context } from '../../context.ts'
import { command, type Inquiry, ok, problem, quoted, unknown } from '../../finding.ts'

const MOST_NAMED = 5

export const ownership: Inquiry<Context> = {
  id: 'ownership',
  title: 'Owner of the data',
  read: 'docs/operating.md#ownership',
  ofHost: true,
  needs: ['store.directory'],
  look({ settings: { directory }, host, servicePid }) {
    const folder = host.fileAt(directory)
    if (!folder) return undefined
    const uid = (servicePid === undefined ? undefined : host.process(servicePid)?.uid) ?? folder.uid
    const name = host.userName(uid)
    const { paths, complete } = host.foreign(uid)
    if (paths.length > 0) {
      const named = paths.slice(0, MOST_NAMED).join(', ')
      const more =
        paths.length > MOST_NAMED
          ? ` and ${complete ? '' : 'at least '}${paths.length - MOST_NAMED} more`
          : ''
      return problem(
        `The service's user is ${name}, and ${named}${more} ${paths.length === 1 ? 'belongs' : 'belong'} to others: the service may not be able to open ${paths.length === 1 ? 'it' : 'them'}. A command that was run as root leaves such files.`,
        command(
          'Give it back, and run commands as that user:',
          `chown -R ${quoted(name)}: ${quoted(directory)}`,
          `sudo -u ${quoted(name)} mailgauge doctor`,
        ),
      )
    }
    if (!complete)
      return unknown(
        `${directory} holds so much that not all of it was looked at; what was belongs to ${name}.`,
        command('To see the rest:', `find ${quoted(directory)} ! -user ${quoted(name)}`),
      )
    return ok(`Everything in ${directory} belongs to ${name}.`)
  },
}
