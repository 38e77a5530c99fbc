import type { OpenIdAnswer } from '../../../services/people/openid/openid.ts'
import { OPEN_ID } from '../../pages/factors/paths.ts'
import type { SignInProblem } from '../../pages/factors/problem.tsx'

type Problem = Exclude<OpenIdAnswer, { kind: 'signed_in' | 'linked' | 'link_first' }>

const AGAIN = { href: OPEN_ID.begin, words: 'Try again' }

/** Why a sign-in with the provider came to nothing, and what to do. */
export function openIdProblem(problem: Problem, name: string): SignInProblem {
  switch (problem.kind) {
    case 'unreachable':
      return {
        status: 502,
        title: `${name} cannot be reached`,
        says: 'It did not answer, or not as it should. Try again in a moment, or sign in another way. Whoever runs this server finds the reason in its log.',
        next: AGAIN,
      }
    case 'misconfigured':
      return {
        status: 502,
        title: `${name} is not set up right`,
        says: 'This server and the provider do not agree on how to sign people in. Trying again does not help: whoever runs this server finds the reason in its log. Sign in another way meanwhile.',
      }
    case 'denied':
      return {
        status: 403,
        title: 'The sign-in was refused',
        says: `${name} did not let you in, or you cancelled.`,
        next: AGAIN,
      }
    case 'not_ours':
      return {
        status: 403,
        title: 'The sign-in could not be verified',
        says: `What came back from ${name} does not belong to the sign-in that was begun in this browser. Nobody was signed in.`,
        next: AGAIN,
      }
    case 'expired':
      return {
        status: 403,
        title: 'The sign-in took too long',
        says: 'It was begun more than ten minutes ago, in another browser, or finished already.',
        next: AGAIN,
      }
    case 'linked_to_another':
      return linkProblem('linked_to_another', name)
    default:
      return refusal(problem, name)
  }
}

function refusal(
  problem: Extract<
    Problem,
    { kind: 'unknown_person' | 'no_group' | 'no_address' | 'no_account' | 'not_verified' }
  >,
  name: string,
): SignInProblem {
  const title = 'Nobody here knows you yet'
  switch (problem.kind) {
    case 'unknown_person':
      return {
        status: 403,
        title,
        says: `${name} says who you are, but nobody has invited you here. Ask somebody who is here for an invitation, or, if you have signed in here another way before, do so again and link ${name} in your profile.`,
      }
    case 'no_group':
      return {
        status: 403,
        title: 'None of your groups may sign in',
        says: `Whoever looks after ${name} can put you into a group that may.`,
      }
    case 'no_address':
      return {
        status: 403,
        title,
        says: `${name} does not say what your e-mail address is. Whoever looks after it can let it tell this site (the scope is called email).`,
      }
    case 'not_verified':
      return {
        status: 403,
        title: 'Your address is not verified',
        says: `${name} does not vouch for ${problem.email}. Verify the address there, then try again.`,
      }
    case 'no_account':
      return {
        status: 500,
        title: 'There is no account to join',
        says: 'The account that newcomers join does not exist. Whoever runs this server sets it with oidc.account.',
      }
  }
}

/** Why it could not be linked. */
export function linkProblem(outcome: 'linked_to_another' | 'expired', name: string): SignInProblem {
  return outcome === 'expired'
    ? {
        status: 403,
        title: 'There is nothing to link',
        says: `It took longer than half an hour, or you signed in as somebody else. Begin again: in your profile, or by signing in with ${name}.`,
      }
    : {
        status: 409,
        title: 'It is linked to somebody else',
        says: `This sign-in of ${name} belongs to another person here. They unlink it in their profile first.`,
      }
}
