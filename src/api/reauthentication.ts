import * as v from 'valibot'
import { RequiredProof } from './contract/auth.ts'
import { ApiError } from './contract/errors.ts'
import type { HttpClient } from './http.ts'

/** Prompts the user to reauthenticate by one of the methods. Resolves with whether the user did. */
export type RequestReauthentication = (
  requiredProof: RequiredProof,
  signal: AbortSignal | undefined,
) => Promise<boolean>

/**
 * Wraps {@link HttpClient}. If the server requires reauthentication, prompts the user and resends the call with the same body
 * and idempotency key. Rejects with the server's refusal if the user declines.
 */
export const withReauthentication =
  (http: HttpClient, requestReauthentication: RequestReauthentication): HttpClient =>
  async (call) => {
    try {
      return await http(call)
    } catch (error) {
      const requiredProof = parseRequiredProof(error)
      if (!requiredProof || !(await requestReauthentication(requiredProof, call.signal))) throw error
      return http(call)
    }
  }

function parseRequiredProof(error: unknown): RequiredProof | undefined {
  if (!(error instanceof ApiError) || error.code !== 'FRESH_AUTH_REQUIRED') return undefined
  const details = v.safeParse(RequiredProof, error.details)
  return details.success ? details.output : { methods: ['password', 'code'] }
}
