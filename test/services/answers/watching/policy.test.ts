import { describe, expect, test } from 'bun:test'
import { DOMAIN, START, scene } from './scene.ts'

const steady = () => scene().mail('own', [0, 99], 200)

describe('the policy that receivers read', () => {
  test('is told when it changed, once, with its day', () => {
    const at = steady().policy([0, 49], { p: 'none' }).policy([50, 80], { p: 'quarantine' })
    expect(at.watch([40, 51])).toEqual([])
    const told = at.look(52)
    expect(told).toEqual([
      {
        type: 'dmarc.policy_changed',
        payload: {
          domain: DOMAIN,
          before: 'p=none',
          after: 'p=quarantine',
          day: new Date((START + 50) * 86_400_000).toISOString().slice(0, 10),
        },
      },
    ])
    expect(at.watch([52, 82])).toEqual([])
  })

  test('is told in one event, with all tags that changed', () => {
    const at = steady()
      .policy([0, 49], { p: 'none', sp: 'none' })
      .policy([50, 80], { p: 'reject', sp: 'quarantine', adkim: 's', pct: 50, testing: true })
    expect(at.watch([40, 80])).toEqual([
      '52 policy_changed p=none; sp=none; adkim=r; t=n; pct=100 → p=reject; sp=quarantine; adkim=s; t=y; pct=50',
    ])
  })

  test('leaves out what only follows p', () => {
    const at = steady()
      .policy([0, 49], { p: 'none', sp: 'none' })
      .policy([50, 80], { p: 'reject', sp: 'reject' })
    expect(at.watch([40, 80])).toEqual(['52 policy_changed p=none → p=reject'])
  })

  test('is not what one receiver with an old copy says', () => {
    const at = steady()
      .policy([0, 49], { p: 'none' })
      .policy([50, 80], { p: 'reject' })
      .policy([50, 80], { p: 'none' }, 2)
    expect(at.watch([40, 82])).toEqual(['53 policy_changed p=none → p=reject'])
  })

  test('does not go back by one day on which only old copies were reported', () => {
    const at = steady()
      .policy([0, 49], { p: 'none' })
      .policy([50, 52], { p: 'reject' })
      .policy([53, 54], { p: 'none' })
      .policy([55, 80], { p: 'reject' })
    expect(at.watch([40, 82])).toEqual(['52 policy_changed p=none → p=reject'])
  })

  test('goes back when three days say so', () => {
    const at = steady()
      .policy([0, 49], { p: 'none' })
      .policy([50, 52], { p: 'reject' })
      .policy([53, 80], { p: 'none' })
    expect(at.watch([40, 82])).toEqual([
      '52 policy_changed p=none → p=reject',
      '57 policy_changed p=reject → p=none',
    ])
  })

  test('needs two days where there is one report a day', () => {
    const at = steady().policy([0, 49], { p: 'none' }, 1).policy([50, 80], { p: 'reject' }, 1)
    expect(at.watch([40, 82])).toEqual(['53 policy_changed p=none → p=reject'])
  })

  test('does not change with who reports', () => {
    const at = steady()
    // Some state sp and pct, some do not, and at weekends only the latter report.
    for (let day = 0; day < 90; day += 1) {
      at.policy([day, day], { p: 'reject' }, 3)
      if (day % 7 > 1)
        at.policy(
          [day, day],
          { p: 'reject', sp: 'none', pct: 100, testing: false, np: 'none' },
          3 + (day % 3),
        )
    }
    expect(at.watch([20, 92])).toEqual([])
  })

  test('has lost a tag when all that stated it state it no more', () => {
    const at = steady().policy([0, 49], { p: 'reject', testing: true }).policy([50, 80], { p: 'reject' })
    expect(at.watch([40, 82])).toEqual(['53 policy_changed t=y → t=n'])
  })

  test('is that of the domain itself, not of names below or of others', () => {
    const at = steady()
      .policy([0, 80], { p: 'none' })
      .policy([50, 80], { p: 'reject' }, 50, { policyDomain: `mail.${DOMAIN}` })
      .policy([50, 80], { p: 'reject' }, 50, { policyDomain: 'other.example' })
    expect(at.watch([40, 82])).toEqual([])
  })

  test('is that of the organization where the domain has none', () => {
    const at = steady()
      .policy([0, 49], { p: 'none' }, 5, { policyDomain: 'org' })
      .policy([50, 80], { p: 'reject' }, 5, { policyDomain: 'org' })
    expect(at.watch([40, 82])).toEqual(['52 policy_changed p=none → p=reject'])
  })

  test('is not what unauthenticated reports say, nor one that names none', () => {
    const at = steady()
      .policy([0, 80], { p: 'none' })
      .policy([50, 80], { p: 'reject' }, 500, { authenticated: false })
      .policy([50, 80], { p: '' }, 500)
    expect(at.watch([40, 82])).toEqual([])
  })
})
