import { expect, test } from 'bun:test'
import { createBodies } from '../../src/http/body.ts'
import { until } from '../support/until.ts'

const MB = 1024 * 1024

/** A request whose body goes on until it is ended. */
function unending(bytes: number) {
  let taken = false
  let end = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes))
      end = () => controller.close()
    },
    pull() {
      taken = true
    },
  })
  const request = new Request('http://mailgauge.example/', { method: 'POST', body })
  return { request, end: () => end(), taken: () => taken }
}
const small = () => new Request('http://mailgauge.example/', { method: 'POST', body: 'x=y' })

test('bodies of one client that are under way leave room for those of others', async () => {
  const bodies = createBodies({ most: 16 * MB })
  const first = unending(8 * MB)
  const reading = bodies.read(first.request, 'a')
  await until(() => first.taken())
  const refused = await bodies.read(small(), 'a')
  expect(refused).toBeInstanceOf(Response)
  expect(refused).toMatchObject({ status: 503 })
  expect(await bodies.read(small(), 'b')).toHaveLength(3)
  first.end()
  expect(await reading).toHaveLength(8 * MB)
  expect(await bodies.read(small(), 'a')).toHaveLength(3)
})
