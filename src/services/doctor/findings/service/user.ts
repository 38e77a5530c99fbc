import type { Context } from '../../context.ts'
import { attention, command, type Inquiry, ok, quoted, unknown } from '../../finding.ts'

const ROOT = 0

export const user: Inquiry<Context> = {
  id: 'user',
  title: 'User',
  read: 'docs/operating.md#user',
  ofHost: true,
  needs: ['store.directory'],
  look({ settings: { directory }, host, service, servicePid }) {
    const me = host.uid()
    const runs =
      service === 'here' ? me : servicePid === undefined ? undefined : host.process(servicePid)?.uid
    if (runs === ROOT) {
      return attention(
        'The service runs as root: whoever finds a fault in it has the whole machine.',
        {
          says: 'Give it a user of its own, in its unit, and that user the data:',
          kind: 'config',
          lines: ['[Service]', 'User=mailgauge', 'AmbientCapabilities=CAP_NET_BIND_SERVICE'],
        },
        command('Then:', `chown -R mailgauge: ${quoted(directory)}`),
      )
    }
    const owner = ownerOf(host, directory) ?? runs
    if (owner === undefined || owner === me) return ok(`It runs as ${host.userName(runs ?? me)}.`)
    const name = host.userName(owner)
    const says = `This command runs as ${host.userName(me)}, and the data belongs to ${name}. ${me === ROOT ? 'It sees more than the service does, and commands that write would leave files that the service cannot open.' : 'What only that user may see is unknown.'}`
    const again = command('Run commands as that user:', `sudo -u ${quoted(name)} mailgauge doctor`)
    return me === ROOT ? attention(says, again) : unknown(says, again)
  },
}

function ownerOf(host: Context['host'], directory: string): number | undefined {
  try {
    return host.fileAt(directory)?.uid
  } catch {
    return undefined
  }
}
