export interface DirectoryLock {
  release(): void
}

/** Locks a data directory for one service; the lock dies with the process, however it dies. */
export declare function lockDirectory(
  directory: string,
): { kind: 'locked'; lock: DirectoryLock } | { kind: 'in_use'; pid?: number }
