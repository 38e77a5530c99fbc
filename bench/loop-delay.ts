/** Preloaded into a server that is measured: tells every second how late its event loop was, in milliseconds. */
const EVERY_MS = 2

let last = performance.now()
let delays: number[] = []

setInterval(() => {
  const now = performance.now()
  delays.push(Math.max(0, now - last - EVERY_MS))
  last = now
}, EVERY_MS).unref()

setInterval(() => {
  console.log(JSON.stringify({ loopDelays: delays.map((delay) => Math.round(delay * 10) / 10) }))
  delays = []
}, 1000).unref()
