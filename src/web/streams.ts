/** Well within the time after which servers and proxies take a silent connection for a dead one. */
const PING_MS = 15_000
const ENCODER = new TextEncoder()

export interface LiveStream {
  body: ReadableStream<Uint8Array>
  send(event: string, data: string): void
  close(): void
}

export interface LiveStreamOptions {
  /** Ends the stream from outside: the reader went away, or the service stops. */
  signals: readonly AbortSignal[]
  /** The stream ends by itself after this time. */
  lifetimeMs: number
  closed(): void
}

/** A server-sent event stream that pings, ends once, and tells when it ended. */
export function createLiveStream(options: LiveStreamOptions): LiveStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const write = (text: string) => controller?.enqueue(ENCODER.encode(text))

  const close = () => {
    const open = controller
    if (!open) return
    controller = undefined
    clearInterval(ping)
    clearTimeout(end)
    for (const signal of options.signals) signal.removeEventListener('abort', close)
    try {
      open.close()
    } catch {
      // The reader was there first: a cancelled stream is closed already.
    }
    options.closed()
  }

  const body = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened
      // The first bytes make the headers leave at once; `retry` is how long a browser waits to come back.
      write('retry: 3000\n\n')
    },
    cancel: close,
  })
  const ping = setInterval(() => write(': ping\n\n'), PING_MS)
  const end = setTimeout(close, options.lifetimeMs)
  for (const signal of options.signals) signal.addEventListener('abort', close)
  // Not at once: the caller has still to keep what `closed` ends.
  if (options.signals.some((signal) => signal.aborted)) queueMicrotask(close)

  return { body, send: (event, data) => write(`event: ${event}\ndata: ${data}\n\n`), close }
}
