import * as v from 'valibot'

/** What the address of the page to sign in says: why somebody was sent here (Spec §2), and where they go once signed in. */
export const SignInSearch = v.object({
  reason: v.optional(v.fallback(v.optional(v.literal('login_required')), undefined)),
  to: v.optional(v.fallback(v.optional(v.string()), undefined)),
})
