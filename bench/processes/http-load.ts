/**
 * An HTTP client that keeps connections open and asks again as soon as it is answered, or at a steady rate. It reads no more of an
 * answer than its length, so that the server is what limits. The one argument is JSON, and so is what it prints.
 */
import type { HttpLoad, HttpLoadResult } from '../harness/http-load.ts'
import { quantile } from '../harness/stats.ts'

const { port, paths, authorization, connections, seconds, perSecond }: HttpLoad = JSON.parse(
  process.argv[2] ?? '',
)

const authorized = authorization === undefined ? '' : `Authorization: ${authorization}\r\n`
const requests = paths.map((path) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${authorized}\r\n`),
)
const HEADER_END = Buffer.from('\r\n\r\n')
const OK = Buffer.from('HTTP/1.1 200')

const waits: number[] = []
let errors = 0
let next = 0
let ended = false

interface Connection {
  sentAt: number
  /** Octets of the answer that are still to come; undefined until its header was read. */
  left: number | undefined
  header: Buffer
  idle: boolean
}

type Socket = Bun.Socket<Connection>

function ask(socket: Socket): void {
  const { data } = socket
  data.idle = false
  data.left = undefined
  data.header = Buffer.alloc(0)
  data.sentAt = performance.now()
  socket.write(requests[next++ % requests.length] ?? '')
}

function read(socket: Socket, chunk: Buffer): void {
  const { data } = socket
  if (data.left === undefined) {
    const header = data.header.length > 0 ? Buffer.concat([data.header, chunk]) : chunk
    const end = header.indexOf(HEADER_END)
    if (end < 0) {
      data.header = Buffer.from(header)
      return
    }
    if (!header.subarray(0, OK.length).equals(OK)) errors += 1
    const length = /content-length: (\d+)/i.exec(header.toString('latin1', 0, end))?.[1]
    if (length === undefined) throw new Error(header.toString('latin1', 0, end))
    data.left = Number(length) - (header.length - end - HEADER_END.length)
  } else data.left -= chunk.length
  if (data.left > 0) return
  waits.push(performance.now() - data.sentAt)
  if (!ended && perSecond === undefined) ask(socket)
  else data.idle = true
}

const sockets: Socket[] = []
for (let at = 0; at < connections; at += 1) {
  sockets.push(
    await Bun.connect<Connection>({
      hostname: '127.0.0.1',
      port,
      data: { sentAt: 0, left: undefined, header: Buffer.alloc(0), idle: true },
      socket: {
        data: read,
        close() {
          if (!ended) errors += 1
        },
      },
    }),
  )
}

/** One request at its time, whatever became of those before; those that no connection is free for count from when they were due. */
async function steadily(rate: number): Promise<void> {
  const began = performance.now()
  for (let sent = 0; performance.now() - began < seconds * 1000; ) {
    const due = ((performance.now() - began) / 1000) * rate
    for (; sent < due; sent += 1) {
      const at = sockets.findIndex(({ data }) => data.idle)
      const free = sockets[at]
      if (!free) break
      // In turns: one that is never asked is closed by the server for being idle.
      sockets.push(...sockets.splice(at, 1))
      ask(free)
      free.data.sentAt = began + (sent / rate) * 1000
    }
    await Bun.sleep(1)
  }
}

const before = process.cpuUsage()
const began = performance.now()
if (perSecond === undefined) {
  for (const socket of sockets) ask(socket)
  await Bun.sleep(seconds * 1000)
} else await steadily(perSecond)
ended = true
const took = performance.now() - began
const { user, system } = process.cpuUsage(before)
const result: HttpLoadResult = {
  perSecond: (waits.length / took) * 1000,
  requests: waits.length,
  errors,
  client: (user + system) / 1000 / took,
  p50: quantile(waits, 0.5),
  p99: quantile(waits, 0.99),
}
console.log(JSON.stringify(result))
process.exit(0)
