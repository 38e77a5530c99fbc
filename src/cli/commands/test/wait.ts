import { API_OPTIONS, withApi } from '../../api-client.ts'
import { type Command, EXIT } from '../../command.ts'
import { reportOrExit, WAIT_OPTIONS } from '../../reports/api-report.ts'

export const testWait: Command = {
  name: 'test wait',
  summary: 'Waits for the report on a test, and prints it',
  about:
    'The report is that of the latest message of the test. Ends with exit code 0 once it is there, 4 when the time is up, and 1 when the message could not be analysed or the service did not answer.',
  operands: [{ name: 'token', sentence: 'The token of the test, from mailgauge test create.' }],
  options: { ...WAIT_OPTIONS, ...API_OPTIONS },
  examples: [['mailgauge test wait "$token" --timeout 10m', 'The report, once a message has arrived.']],
  run: withApi(async (invocation, client) => {
    const report = await reportOrExit(invocation, client)
    return typeof report === 'number' ? report : EXIT.done
  }),
}
