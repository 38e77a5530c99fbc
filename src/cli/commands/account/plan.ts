import { accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, misuse } from '../../command.ts'

export const accountPlan: Command = {
  name: 'account plan',
  summary: 'Moves an account to another plan',
  about:
    'Takes effect with the next request. On a plan without API access the keys of the account stop working until it moves again.',
  operands: [
    { name: 'account', sentence: 'Its name.' },
    { name: 'plan', sentence: 'The name of a plan of the config.' },
  ],
  configured: true,
  run: withAdmin(true, async ({ io, operands: [name = '', plan = ''] }, admin) => {
    const account = await accountNamed(admin, name)
    if (typeof account === 'string') return fail(io, account)
    const outcome = await admin.accounts.setPlan(name, plan)
    switch (outcome.kind) {
      case 'unknown_plan':
        return misuse(io, `There is no plan "${plan}". The plans: ${outcome.plans.join(', ')}.`)
      case 'unknown_account':
        return fail(io, `There is no account "${name}" any more.`)
      case 'changed':
        io.say(`Account "${name}" now has the plan "${plan}".\n`)
        return EXIT.done
    }
  }),
}
