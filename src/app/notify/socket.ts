import { dlopen, FFIType, ptr } from 'bun:ffi'

/** A datagram socket to whoever supervises this process, and the clock that is kept there. */
export interface NotifySocket {
  /** Whether the system took the message. */
  send(message: string): boolean
  /** CLOCK_MONOTONIC, in microseconds. */
  monotonicUsec(): bigint
}

const AF_UNIX = 1
const SOCK_DGRAM = 2
/** Nobody's child inherits it. */
const SOCK_CLOEXEC = 0o2000000
const MSG_NOSIGNAL = 0x4000
const CLOCK_MONOTONIC = 1
/** sizeof(sockaddr_un.sun_path) */
const LONGEST_PATH = 108

/** The C library by the names that glibc and musl give it. */
const LIBRARIES = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`] as const

const FUNCTIONS = {
  socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  sendto: {
    args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32, FFIType.ptr, FFIType.u32],
    returns: FFIType.i32,
  },
  clock_gettime: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
} as const

/** Opens the socket of NOTIFY_SOCKET. Undefined: this system has no such thing. */
export function openNotifySocket(path: string): NotifySocket | undefined {
  const address = addressOf(path)
  const libc = address && loadLibrary()
  if (!libc) return undefined
  const descriptor = libc.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)
  if (descriptor < 0) return undefined
  return {
    send(message) {
      const bytes = Buffer.from(message, 'utf8')
      const sent = libc.sendto(
        descriptor,
        ptr(bytes),
        bytes.length,
        MSG_NOSIGNAL,
        ptr(address),
        address.length,
      )
      return sent === bytes.length
    },
    monotonicUsec() {
      const time = new BigInt64Array(2)
      libc.clock_gettime(CLOCK_MONOTONIC, ptr(time))
      const [seconds = 0n, nanoseconds = 0n] = time
      return seconds * 1_000_000n + nanoseconds / 1000n
    },
  }
}

/** sockaddr_un: the family, then a path with its NUL, or for `@name` a NUL and the name. */
function addressOf(path: string): Buffer | undefined {
  const isAbstract = path.startsWith('@')
  if (!isAbstract && !path.startsWith('/')) return undefined
  const name = Buffer.from(isAbstract ? `\0${path.slice(1)}` : `${path}\0`, 'utf8')
  if (name.length > LONGEST_PATH) return undefined
  const family = Buffer.from(Uint16Array.of(AF_UNIX).buffer)
  return Buffer.concat([family, name])
}

function loadLibrary() {
  for (const name of LIBRARIES) {
    try {
      return dlopen(name, FUNCTIONS).symbols
    } catch {
      // The other one, then, or a system without either.
    }
  }
  return undefined
}
