import { HttpError } from '../errors/http-error.ts'
import { type Caller, isMember } from './call.ts'

/** Throws `FORBIDDEN` with `message` for guests, and `VERIFY_EMAIL_FIRST` for accounts with an unverified address. */
export function assertMember(caller: Caller, message: string): void {
  if (caller.anonymous) throw new HttpError('FORBIDDEN', message)
  if (!isMember(caller)) throw emailNotVerifiedError()
}

export const emailNotVerifiedError = () => new HttpError('VERIFY_EMAIL_FIRST', 'Verify your e-mail address first.')
