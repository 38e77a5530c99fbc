import type { Plan } from '../../src/core/access/account.ts'

/** The plans of the contract's scenarios, in-process and in the configuration of the binary. */
export const PLANS: Record<string, Plan> = {
  'self-hosted': { name: 'self-hosted', api: true, ratePerMinute: 100_000, burst: 1000 },
  free: { name: 'free', api: false, ratePerMinute: 600, burst: 100 },
  slow: { name: 'slow', api: true, ratePerMinute: 6, burst: 0 },
  small: { name: 'small', api: true, ratePerMinute: 600, burst: 100, monthlyTests: 1 },
  metered: { name: 'metered', api: true, ratePerMinute: 100_000, burst: 1000, monthlyTests: 100 },
  gated: { name: 'gated', api: true, ratePerMinute: 600, burst: 100, fullReportsPerMonth: 1 },
}

/** As `[plans.<name>]` tables. */
export function planTables(): Record<string, string> {
  const tables = Object.values(PLANS).map((plan) => [
    `plans.${plan.name}`,
    [
      `api = ${plan.api}`,
      `rate_per_minute = ${plan.ratePerMinute}`,
      `burst = ${plan.burst}`,
      ...(plan.monthlyTests === undefined ? [] : [`monthly_tests = ${plan.monthlyTests}`]),
      ...(plan.fullReportsPerMonth === undefined
        ? []
        : [`full_reports_per_month = ${plan.fullReportsPerMonth}`]),
    ].join('\n'),
  ])
  return Object.fromEntries(tables)
}
