import { writeSync } from 'node:fs'
import { systemCode, systemReason } from '../core/trouble/system-reason.ts'

/** As EXIT.failed of the commands, which are told of this file. */
const FAILED = 1

/** Ends the process where its results went nowhere. */
export function notWritten(cause: Error | null | undefined): void {
  // A reader that has seen enough (`| head`) is no error.
  if (!cause || systemCode(cause) === 'EPIPE') return
  try {
    writeSync(2, `Standard output could not be written: ${systemReason(cause)}.\n`)
  } catch {
    // There is no place left to say so.
  }
  process.exit(FAILED)
}

/** Writes a part of what is long, once the reader has taken the one before. False: the reader is gone. */
export function outInPace(text: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (cause) => {
      if (cause && systemCode(cause) !== 'EPIPE') reject(cause)
      else resolve(!cause)
    })
  })
}
