import { API_OPTIONS, withApi, withProgress } from '../../api-client.ts'
import { type Command, EXIT, fail } from '../../command.ts'
import { json } from '../../table.ts'

/** What a shell may read as it is: nothing here is a quote, a blank or a sign that does something. */
const PLAIN = /^[\w.@+-]+$/

export const testCreate: Command = {
  name: 'test create',
  summary: 'Creates a test address on a service, over its API',
  about:
    'Prints address=… and token=…, a line each, as shells and CI systems read variables. Uses up one test of the account.',
  options: { ...API_OPTIONS, json: { sentence: 'Prints the test as the API gives it.' } },
  examples: [
    ['mailgauge test create --url https://mailgauge.example.org', 'With the key in MAILGAUGE_API_KEY.'],
    ['mailgauge test create > test.env && . ./test.env', 'Sets $address and $token in a shell.'],
    ['mailgauge test create >> "$GITHUB_ENV"', 'Sets them for the next steps of a GitHub job.'],
  ],
  run: withApi(async ({ io, isSet }, client) => {
    const test = await withProgress(io, 'the service to answer', client.createTest())
    if (!PLAIN.test(test.address) || !PLAIN.test(test.token)) {
      return fail(io, 'The service answered with an address or a token that cannot be one.')
    }
    io.out(isSet('json') ? json(test) : `address=${test.address}\ntoken=${test.token}\n`)
    return EXIT.done
  }),
}
