import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The memory side of the control group that this process and its children are in, of either version. */
export interface MemoryGroup {
  /** Processes that the kernel killed in it for want of memory, so far. */
  oomKills(): number
  /** What it and the groups around it may hold; Infinity where nothing bounds them. */
  limitBytes(): number
}

/** Finds the group; `root` is that of the file system. */
export function memoryGroup(root = '/'): MemoryGroup {
  const folders = groupFolders(root)
  // Asked about each message: the one file that there is, is looked for once.
  let counted: string | undefined
  return {
    oomKills() {
      let text = counted === undefined ? '' : firstOf([counted])
      if (text === '') {
        counted = countingFile(folders)
        text = counted === undefined ? '' : firstOf([counted])
      }
      return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0)
    },
    limitBytes() {
      const files = (folder: string) => [`${folder}/memory.max`, `${folder}/memory.limit_in_bytes`]
      const limits = folders.map((places) => Number(firstOf(places.flatMap(files))))
      return Math.min(Number.POSITIVE_INFINITY, ...limits.filter((limit) => limit > 0))
    },
  }
}

function countingFile(folders: readonly string[][]): string | undefined {
  const own = folders.find((places) => places.some((folder) => existsSync(folder))) ?? []
  const files = own.flatMap((folder) => [`${folder}/memory.events`, `${folder}/memory.oom_control`])
  return files.find((file) => existsSync(file))
}

const MOUNTS = ['sys/fs/cgroup', 'sys/fs/cgroup/unified', 'sys/fs/cgroup/memory']

/** For the own group and each around it, own first, where it may be mounted. */
function groupFolders(root: string): string[][] {
  const lines = firstOf([join(root, 'proc/self/cgroup')]).split('\n')
  const line =
    lines.find((text) => text.split(':')[1] === 'memory') ?? lines.find((text) => text.startsWith('0::'))
  const parts = (line?.split(':').slice(2).join(':') ?? '').split('/').filter(Boolean)
  // A container may see its own group as the root while it is told the path of the host.
  return Array.from({ length: parts.length + 1 }, (_, up) =>
    MOUNTS.map((mount) => join(root, mount, ...parts.slice(0, parts.length - up))),
  )
}

function firstOf(files: readonly string[]): string {
  for (const file of files) {
    try {
      return readFileSync(file, 'latin1')
    } catch {
      // Not this version, or not mounted here.
    }
  }
  return ''
}
