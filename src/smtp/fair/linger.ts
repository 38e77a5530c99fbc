import type { Socket } from 'node:net'

/** What a client may send on after the connection was closed to it before nothing more is read. */
const IGNORED_OCTETS = 64 * 1024
/** How long a client that goes on sending may take to read the last reply. */
const LINGER_MS = 1000

/** Reads and drops what still comes, so that the last reply is not lost to a reset; but not without end. */
export function ignoreWhatFollows(socket: Socket): void {
  let ignored = 0
  const ignore = ({ length }: Uint8Array) => {
    ignored += length
    if (ignored <= IGNORED_OCTETS) return
    socket.off('data', ignore)
    socket.pause()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
  socket.on('data', ignore)
}
