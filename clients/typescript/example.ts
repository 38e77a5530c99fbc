// Makes a test address, waits for the message that you send to it, and prints the report.
import { createClient, MailgaugeError, RateLimitedError, WaitTimeoutError } from './src/client.ts'

declare const process: { env: Record<string, string | undefined>; exitCode?: number }
declare const console: { log(...values: unknown[]): void; error(...values: unknown[]): void }

const client = createClient({
  baseUrl: process.env['MAILGAUGE_API_URL'] ?? 'http://127.0.0.1:8080',
  apiKey: process.env['MAILGAUGE_API_KEY'] ?? '',
})

try {
  const { token, address } = await client.createTest()
  console.log(`Send the message to ${address}`)
  const report = await client.waitForReport(token, { timeout: 5 * 60_000 })
  console.log(`${report.score ?? 'no score'} of ${report.max_score}`)
  for (const { name, status, score, detail } of report.checks) {
    if (status === 'failed') console.log(`${name} ${score}: ${detail['summary']} ${detail['advice'] ?? ''}`)
  }
  for await (const test of client.listTests({ limit: 200 }))
    console.log(test.token, test.status, test.score ?? '')
} catch (error) {
  if (!(error instanceof MailgaugeError)) throw error
  if (error instanceof WaitTimeoutError) console.error('Nothing arrived.')
  else if (error instanceof RateLimitedError) console.error(`Try again in ${error.retryAfter} seconds.`)
  else console.error(`${error.name}: ${error.message}`)
  process.exitCode = 1
}
