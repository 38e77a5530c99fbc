import type { Context } from '../../context.ts'
import { attention, command, type Inquiry, ok, problem } from '../../finding.ts'

/** Mail is answered when it is on the disk: so long each of one connection waits. */
const SLOW_MS = 50
const VERY_SLOW_MS = 500

export const diskWrites: Inquiry<Context> = {
  id: 'disk-writes',
  title: 'Writing to the disk',
  read: 'docs/operating.md#disk-writes',
  ofHost: true,
  needs: ['store.directory'],
  async look({ settings: { directory }, host }) {
    const { point, type, readOnly } = host.mount()
    if (readOnly) {
      return problem(
        `${directory} is on ${point}, which is mounted read-only: no mail can be taken.`,
        command(
          'Where the system did that after an error, its log says so:',
          'dmesg | grep -i "remount\\|I/O error"',
        ),
      )
    }
    if (NETWORK.has(type)) {
      return attention(
        `${directory} is on ${point}, a network file system (${type}): its locks cannot be relied on, and the database may be damaged.`,
        { says: 'Move the data to a disk of this machine.' },
      )
    }
    const took = await host.writeMs?.()
    if (took === undefined) return ok(`${directory} is on ${point} (${type}), which can be written.`)
    const seen = `A small write to the disk of ${directory} takes ${Math.max(1, Math.round(took))} ms.`
    const faster = {
      says: 'Move the data to a faster disk (an SSD), or look for what else writes to this one.',
    }
    if (took > VERY_SLOW_MS) return problem(`${seen} Senders wait so long for each answer.`, faster)
    return took > SLOW_MS
      ? attention(
          `${seen} Each connection brings ${Math.floor(1000 / took)} messages a second at most.`,
          faster,
        )
      : ok(seen)
  },
}

const NETWORK: ReadonlySet<string> = new Set([
  'nfs',
  'nfs4',
  'cifs',
  'smb3',
  'smbfs',
  'fuse.sshfs',
  'afs',
  'ceph',
  'glusterfs',
])
