import type { Maker } from './shared-clouds.ts'

/** A file or folder as the system shows it. */
export interface FileSeen {
  /** Permission bits. */
  mode: number
  uid: number
  isFolder: boolean
}

/** A process of this machine. */
export interface ProcessSeen {
  uid: number
  /** Its soft limit. Infinity: none. */
  openFiles?: number
  /** Its environment's TMPDIR, as far as it may be read. */
  temporary?: string
}

/** A service of systemd, by the names of its settings. */
export interface UnitSeen {
  name: string
  /** As `systemctl show` writes them. */
  settings: Readonly<Record<string, string>>
}

/** What the machine says of itself. Each throws the reason when it cannot be had. */
export interface Host {
  /** Addresses of its interfaces, loopback and link-local left out. */
  addresses(): string[]
  freeBytes(): Promise<number>
  /** Undefined: there is none. Throws where it may not be looked at. */
  fileAt(path: string): FileSeen | undefined
  /** Whether the present user may read it. */
  mayRead(path: string): boolean
  /** Who this process is. */
  uid(): number
  /** By the number of a user: its name, or the number again. */
  userName(uid: number): string
  /** What in the data directory belongs to others than `uid`, and whether all was looked at. */
  foreign(uid: number): { paths: string[]; complete: boolean }
  /** Names that can still be made on the disk of the data. Undefined: it keeps no count. */
  inodes(): Promise<{ free: number; total: number } | undefined>
  /** The mount that holds the data. */
  mount(): { point: string; type: string; readOnly: boolean }
  /** Milliseconds that a small write to the disk of the data takes. Absent: whoever asks may write nothing there. */
  writeMs?(): Promise<number>
  /** Bytes of memory that this machine, or the group that it runs in, has. */
  memory(): number
  process(pid: number): ProcessSeen | undefined
  /** The unit that a process is of. Without one: the unit of the package. Undefined: there is no such unit. */
  unit(pid?: number): Promise<UnitSeen | undefined>
  /** What its firmware says of it. */
  maker(): Maker
  /** Where a resolver on this machine hands questions on to. */
  upstreams(): string[]
  /** Where the program unpacks what it loads (this process, or one with that TMPDIR), and whether programs may run there. */
  temporaryFolder(path?: string): { path: string; executable: boolean | undefined }
  /** Whether the operating system says that its clock is synchronised. Undefined: it does not say. */
  clockSynchronised(): Promise<boolean | undefined>
}
