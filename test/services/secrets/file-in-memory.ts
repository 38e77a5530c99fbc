import type { KeyFile } from '../../../src/services/secrets/key-ring.ts'
import type { SecretKey } from '../../../src/services/secrets/sealing.ts'

/** A key file that is none. */
export interface FileInMemory extends KeyFile {
  keys: SecretKey[] | undefined
}

export function fileInMemory(): FileInMemory {
  return {
    path: '/keys/secrets.key',
    keys: undefined,
    read() {
      return this.keys
    },
    make(keys) {
      this.keys ??= [...keys]
    },
    replace(keys) {
      this.keys = [...keys]
    },
  }
}
