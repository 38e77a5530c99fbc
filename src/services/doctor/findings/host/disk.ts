import { OBSTACLE_WORDS, type Obstacle } from '../../../readiness.ts'
import { sizeInWords } from '../../bytes.ts'
import type { Context } from '../../context.ts'
import {
  attention,
  command,
  type Inquiry,
  inConfig,
  ok,
  problem,
  quoted,
  type Seen,
  unknown,
} from '../../finding.ts'
import { AGAIN, READ_LOG } from '../../next-steps.ts'

/** Less room than this share is little. */
const LITTLE = 0.1
/** The database makes few files. */
const LEAST_INODES = 100

export const disk: Inquiry<Context> = {
  id: 'disk',
  title: 'Room for mail',
  read: 'docs/operating.md#disk',
  needs: ['store.directory'],
  async look(context) {
    const { settings, storeBytes, obstacle } = context
    if (!settings.shared) return onDisk(context)
    const used = await storeBytes().catch(() => undefined)
    return inShared(settings.maxBytes, used, await obstacle?.())
  },
}

const raised = (maxBytes: number) =>
  inConfig(
    'Raise the bound, or let tests expire sooner (tests.lifetime):',
    'store',
    `max_bytes = "${sizeInWords(maxBytes * 2).replace(' ', '')}"`,
  )

/** The disk of a database server is not ours to see: it says itself when it is full. */
function inShared(maxBytes: number, used: number | undefined, stands: Obstacle | undefined): Seen {
  if (used === undefined)
    return stands
      ? problem(OBSTACLE_WORDS[stands], READ_LOG)
      : unknown('The database did not say how large it is.', AGAIN)
  const seen = `The database takes ${sizeInWords(used)} of ${sizeInWords(maxBytes)} (store.max_bytes).`
  if (stands)
    return problem(`${OBSTACLE_WORDS[stands]} ${seen}`, stands === 'store_full' ? raised(maxBytes) : READ_LOG)
  if (used >= maxBytes) return problem(`No mail is taken. ${seen}`, raised(maxBytes))
  return maxBytes - used < maxBytes * LITTLE ? attention(seen, raised(maxBytes)) : ok(seen)
}

async function onDisk({ settings, host, storeBytes, obstacle }: Context): Promise<Seen> {
  const { minFree, maxBytes, directory } = settings
  const [free, used, stands, inodes] = await Promise.all([
    host.freeBytes(),
    storeBytes(),
    obstacle?.(),
    host.inodes(),
  ])
  const seen = `The database takes ${sizeInWords(used)} of ${sizeInWords(maxBytes)} (store.max_bytes); the disk of ${directory} has ${sizeInWords(free)} free, of which ${sizeInWords(minFree)} stay free (store.min_free).`
  const room = { says: `Make room on the disk of ${directory}, or move the data to a larger one.` }
  const raise = raised(maxBytes)
  if (stands) {
    const step = { disk_full: room, store_full: raise }[stands as string] ?? READ_LOG
    return problem(`${OBSTACLE_WORDS[stands]} ${seen}`, step)
  }
  if (free <= minFree) return problem(`No mail is taken. ${seen}`, room)
  if (inodes && inodes.free < LEAST_INODES) {
    return problem(
      `The disk of ${directory} has room for ${inodes.free} more files (inodes), however much space is free. ${seen}`,
      command(
        'To see what holds so many:',
        `df -i ${quoted(directory)}`,
        'du --inodes -x / | sort -n | tail',
      ),
    )
  }
  if (used >= maxBytes) return problem(`No mail is taken. ${seen}`, raise)
  if (maxBytes - used < maxBytes * LITTLE) return attention(seen, raise)
  if (inodes && inodes.free < inodes.total * LITTLE) {
    return attention(
      `The disk of ${directory} has room for ${inodes.free} more files (inodes). ${seen}`,
      command('To see what holds so many:', `df -i ${quoted(directory)}`),
    )
  }
  if (free - minFree < Math.max(minFree, (maxBytes - used) * LITTLE)) return attention(seen, room)
  return ok(seen)
}
