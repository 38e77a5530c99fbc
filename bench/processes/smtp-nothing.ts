/** smtp-server that takes every message and stores nothing: what receiving costs at least on this runtime. */
import { SMTPServer } from 'smtp-server'
import { selfSigned } from '../../src/smtp/self-signed.ts'

const DAY = 86_400_000

const server = new SMTPServer({
  ...selfSigned('mx.bench.example', new Date(Date.now() - DAY), new Date(Date.now() + DAY)),
  disabledCommands: ['AUTH'],
  disableReverseLookup: true,
  onData(stream, _session, callback) {
    stream.resume()
    stream.on('end', () => callback())
  },
})
const listener = server.listen(0, '127.0.0.1', () => {
  const at = listener.address()
  console.log(
    JSON.stringify({ port: at && typeof at === 'object' ? at.port : 0, address: 'x@bench.example' }),
  )
})
