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
        says: 'It gave no usable answer. Try again in a moment, or sign in another way. The reason is in the log of this server.',
        next: AGAIN,
      }
    case 'misconfigured':
      return {
        status: 502,
        title: `Sign-in with ${name} is not set up correctly`,
        says: 'Trying again does not help. Sign in another way, and tell whoever runs this server: the reason is in its log.',
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
        says: `What came back from ${name} does not belong to a sign-in that was started in this browser. Nobody was signed in.`,
        next: AGAIN,
      }
    case 'expired':
      return {
        status: 403,
        title: 'The sign-in took too long',
        says: 'It was started more than ten minutes ago or in another browser, or it was finished already.',
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
  const title = 'You have no sign-in here yet'
  switch (problem.kind) {
    case 'unknown_person':
      return {
        status: 403,
        title,
        says: `Nobody has invited you to this site yet. Ask somebody who uses it for an invitation. If you have signed in here another way before, do so again and link ${name} under Single sign-on.`,
      }
    case 'no_group':
      return {
        status: 403,
        title: 'None of your groups may sign in',
        says: `Ask whoever runs ${name} to add you to a group that may.`,
      }
    case 'no_address':
      return {
        status: 403,
        title,
        says: `${name} did not pass on your e-mail address. Ask whoever runs it to allow the scope “email” for this site.`,
      }
    case 'not_verified':
      return {
        status: 403,
        title: 'Your address is not verified',
        says: `${name} has not verified ${problem.email}. Verify the address there, then try again.`,
      }
    case 'no_account':
      return {
        status: 500,
        title: 'There is no account to join',
        says: 'The account that new people join does not exist. Tell whoever runs this server: it is set by oidc.account.',
      }
  }
}

/** Why it could not be linked. */
export function linkProblem(outcome: 'linked_to_another' | 'expired', name: string): SignInProblem {
  return outcome === 'expired'
    ? {
        status: 403,
        title: 'There is nothing to link',
        says: `It took longer than half an hour, or you signed in as somebody else. Start again under Single sign-on, or by signing in with ${name}.`,
      }
    : {
        status: 409,
        title: 'It is linked to somebody else',
        says: `Another person here has linked this ${name} sign-in. They have to unlink it under Single sign-on first.`,
      }
}
