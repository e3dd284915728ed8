import * as v from 'valibot'
import { Email, MailedCode, Password } from '../../api/contract/auth.ts'
import { ApiError } from '../../api/contract/errors.ts'

/** The contract's e-mail, its faults said by key. */
export const SaidEmail = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== '', 'signin.emailMissing'),
  v.check((text) => v.is(Email, text), 'signin.emailOdd'),
)

/** The contract's new password, its faults said by key. */
export const SaidPassword = v.pipe(v.string(), v.nonEmpty('password.missing'), Password)

/** The key of what is wrong with a value, or undefined. */
export function faultOf(schema: v.GenericSchema, value: string): string | undefined {
  return v.safeParse(schema, value).issues?.[0]?.message
}

/** Whether a mailed code is whole. */
export const isWholeCode = (code: string): boolean => v.is(MailedCode, code)

/** The key of what the server found wrong with one value of the body, or undefined. */
export function refusedFor(error: unknown, name: string): string | undefined {
  return error instanceof ApiError ? error.faults.find(({ path }) => path === `body.${name}`)?.message : undefined
}
