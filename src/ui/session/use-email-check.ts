import { useState } from 'react'
import * as v from 'valibot'
import { Email } from '../../api/contract/auth.ts'
import { useQuery } from '../use-query.ts'

/** Debounce in milliseconds before the server checks an address. */
const CHECK_DEBOUNCE_MS = 250

export type CheckEmail = (email: string, signal: AbortSignal) => Promise<boolean>

/** Checks whether an address has an account. Failures are silent. */
export function useEmailCheck(checkEmail: CheckEmail) {
  const [checkedEmail, setCheckedEmail] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    inspectorLabel: 'known-email',
    queryKey: checkedEmail,
    queryFn: checkEmail,
    debounceMs: CHECK_DEBOUNCE_MS,
  })
  const onEmailChange = (text: string) => {
    const email = parseEmail(text)
    setCheckedEmail(email)
    if (email === checkedEmail && error !== null) refetch()
  }
  const isKnown = (text: string) => data === true && parseEmail(text) === checkedEmail
  return { check: onEmailChange, isKnown }
}

function parseEmail(text: string): string | null {
  const email = v.safeParse(Email, text)
  return email.success ? email.output : null
}
