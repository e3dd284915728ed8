import { useState } from 'react'
import * as v from 'valibot'
import { Email } from '../../api/contract/auth.ts'
import { useAsking } from '../use-asking.ts'

/** Milliseconds of rest before the server is asked about an address. */
const ASK_DELAY = 250

/** Tells whether an address has an account. */
export type AskEmail = (email: string, signal: AbortSignal) => Promise<boolean>

/** Learns whether an address has an account already; where it can't be learned, nothing is said. */
export function useKnownEmail(ask: AskEmail) {
  const [checked, setChecked] = useState<string | null>(null)
  const { answer, error, askAgain } = useAsking({ about: 'known-email', question: checked, ask, rest: ASK_DELAY })
  const check = (text: string) => {
    const email = emailIn(text)
    setChecked(email)
    if (email === checked && error !== null) askAgain()
  }
  const isKnown = (text: string) => answer === true && emailIn(text) === checked
  return { check, isKnown }
}

/** The address that a text is, or `null`. */
function emailIn(text: string): string | null {
  const email = v.safeParse(Email, text)
  return email.success ? email.output : null
}
