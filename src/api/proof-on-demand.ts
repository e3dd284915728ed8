import * as v from 'valibot'
import { RequiredProof } from './contract/auth.ts'
import { ApiError } from './contract/errors.ts'
import type { HttpClient } from './http.ts'

/** Prompts the user for a proof of identity by one of the methods. Resolves with whether the user gave the proof. */
export type RequestProof = (requiredProof: RequiredProof, signal: AbortSignal | undefined) => Promise<boolean>

/**
 * Wraps {@link HttpClient}. If the server requires a proof of identity, prompts the user and resends the call with the same body
 * and idempotency key. Rejects with the server's refusal if the user gives no proof.
 */
export const withProofOnDemand =
  (http: HttpClient, requestProof: RequestProof): HttpClient =>
  async (call) => {
    try {
      return await http(call)
    } catch (error) {
      const requiredProof = requiredProofOf(error)
      if (!requiredProof || !(await requestProof(requiredProof, call.signal))) throw error
      return http(call)
    }
  }

function requiredProofOf(error: unknown): RequiredProof | undefined {
  if (!(error instanceof ApiError) || error.code !== 'FRESH_AUTH_REQUIRED') return undefined
  const details = v.safeParse(RequiredProof, error.details)
  return details.success ? details.output : { methods: ['password', 'code'] }
}
