import type { ProofPurpose } from '../auth/proofs.ts'
import type { AccountSecurityChange, MailLanguage } from '../db/tables/account-security-change.ts'

/** Sign-up without a password. The worker completes the sign-up when it creates the code. */
export interface PendingSignUp {
  readonly name?: string | undefined
  /** Guest account that signs up, and the session of the request. */
  readonly guest?: { readonly id: string; readonly sessionId: string } | undefined
}

/**
 * Mail with a code or link for an address, whether or not the address has an account. Contains no secret, because the worker
 * creates the code when it sends the mail.
 */
export interface ProofMailRequest {
  readonly letter: ProofPurpose
  readonly to: string
  readonly address: string
  /** ISO 8601. */
  readonly askedAt: string
  /** Hash of the request id, which the user must send together with the code. */
  readonly requestHash: string
  readonly sessionId?: string | undefined
  readonly signUp?: PendingSignUp | undefined
  readonly isAudited?: boolean
}

/** Account change in a mail. `address` is the IP address, `local` for server commands, or empty for an admin. */
export interface ReportedChange {
  /** ISO 8601. */
  readonly at: string
  readonly address: string
  readonly userAgent: string | null
  readonly change: AccountSecurityChange
}

/** Mail that reports account changes to the account's owner. Contains no secret. */
export interface ChangeMailRequest {
  readonly letter: 'changes'
  readonly to: string
  readonly language: MailLanguage
  readonly changes: readonly ReportedChange[]
}

/** Stored form of a mail until it is sent. `to` is the recipient's e-mail address. */
export type MailRequest = ProofMailRequest | ChangeMailRequest
