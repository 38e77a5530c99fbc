import { withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, misuse } from '../../command.ts'

export const accountCreate: Command = {
  name: 'account create',
  summary: 'Creates an account, which holds keys and tests',
  operands: [{ name: 'name', sentence: 'What the account is called.' }],
  options: { plan: { value: 'name', sentence: 'Its plan.', default: 'accounts.default_plan of the config' } },
  configured: true,
  examples: [['mailgauge account create shop', 'An account "shop" of the default plan.']],
  run: withAdmin(true, async ({ io, operands, value }, admin) => {
    const name = operands[0] ?? ''
    const made = await admin.accounts.create(name, value('plan'))
    switch (made.kind) {
      case 'name_taken':
        return fail(io, `There is an account "${name}" already.`)
      case 'bad_name':
        return misuse(io, made.reason)
      case 'unknown_plan':
        return misuse(io, `There is no plan "${value('plan')}". The plans: ${made.plans.join(', ')}.`)
      case 'created':
        io.out(`${made.account.id}\n`)
        io.say(`Account "${name}" of the plan "${made.account.plan}".\n`)
        return EXIT.done
    }
  }),
}
