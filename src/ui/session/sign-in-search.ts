import * as v from 'valibot'

/** Search parameters of the sign-in page: reason for the redirect (Spec §2), and path to open after signing in. */
export const SignInSearchSchema = v.object({
  reason: v.optional(v.fallback(v.optional(v.literal('login_required')), undefined)),
  to: v.optional(v.fallback(v.optional(v.string()), undefined)),
})
