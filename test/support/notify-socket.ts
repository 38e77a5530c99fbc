import { dlopen, FFIType, ptr } from 'bun:ffi'
import { until } from './until.ts'

const AF_UNIX = 1
const SOCK_DGRAM = 2
const MSG_DONTWAIT = 0x40

/** Whether this system has the C library by the name that glibc gives it. */
export const mayListen = process.platform === 'linux' && libc() !== undefined

function libc() {
  try {
    return dlopen('libc.so.6', {
      socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
      bind: { args: [FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
      recv: { args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
      close: { args: [FFIType.i32], returns: FFIType.i32 },
    }).symbols
  } catch {
    return undefined
  }
}

/** Listens as systemd does at NOTIFY_SOCKET, on a path or, behind an `@`, on an abstract name. */
export function listenAsSupervisor(at: string) {
  const c = libc()
  if (!c) throw new Error('no C library')
  const name = at.startsWith('@') ? `\0${at.slice(1)}` : `${at}\0`
  const address = Buffer.concat([Buffer.from(Uint16Array.of(AF_UNIX).buffer), Buffer.from(name)])
  const descriptor = c.socket(AF_UNIX, SOCK_DGRAM, 0)
  if (c.bind(descriptor, ptr(address), address.length) !== 0) throw new Error(`cannot listen at ${at}`)
  const heard: string[] = []
  const room = Buffer.alloc(64 * 1024)

  /** Everything that was said so far. */
  function messages(): string[] {
    for (;;) {
      const length = c?.recv(descriptor, ptr(room), room.length, MSG_DONTWAIT) ?? -1
      if (length < 0) return heard
      heard.push(room.toString('utf8', 0, length))
    }
  }

  return {
    messages,
    /** Waits until such a message has been said, ever. */
    said: (start: string) => until(() => messages().find((one) => one.startsWith(start))),
    close: () => void c.close(descriptor),
  }
}
