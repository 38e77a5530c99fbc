/** A network: whatever goes to the port on loopback that is named comes there so many milliseconds later. Answers come at once, so a round trip takes as much longer. */
import { connect, createServer } from 'node:net'

const [port = 0, milliseconds = 1] = process.argv.slice(2).map(Number)

const server = createServer((client) => {
  const behind = connect({ host: '127.0.0.1', port, noDelay: true })
  client.setNoDelay(true)
  // Timers of one length end in the order in which they were begun.
  client.on('data', (bytes) => setTimeout(() => behind.write(bytes), milliseconds))
  client.on('end', () => setTimeout(() => behind.end(), milliseconds))
  behind.on('data', (bytes) => client.write(bytes))
  behind.on('end', () => client.end())
  client.on('error', () => behind.destroy())
  behind.on('error', () => client.destroy())
})
server.listen(0, '127.0.0.1', () => {
  const at = server.address()
  console.log(JSON.stringify({ port: typeof at === 'object' ? at?.port : 0 }))
})
