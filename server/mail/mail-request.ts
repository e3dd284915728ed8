import type { ProofPurpose } from '../auth/proofs.ts'
import type { AccountSecurityChange, MailLanguage } from '../db/tables/account-security-change.ts'

/** Sign-up without a password, completed just before its code is created. */
export interface PendingSignUp {
  readonly name?: string | undefined
  /** Guest who signs up, and the session of the request. */
  readonly guest?: { readonly id: string; readonly sessionId: string } | undefined
}

/**
 * Mail with a code or link for an address, whether or not it has an account. Contains no secret: the worker creates the code
 * when it sends the mail.
 */
export interface ProofMailRequest {
  readonly letter: ProofPurpose
  readonly to: string
  /** IP address of the request, for the audit log. */
  readonly address: string
  /** ISO 8601. */
  readonly askedAt: string
  /** Hash of the request id that the user must send together with the code. */
  readonly requestHash: string
  readonly sessionId?: string | undefined
  readonly signUp?: PendingSignUp | undefined
  /** Whether the audit log has an entry for the request. */
  readonly isAudited?: boolean
}

/** Change as a mail reports it. `address` is `local` for server commands, and empty for an admin. */
export interface ReportedChange {
  /** ISO 8601. */
  readonly at: string
  readonly address: string
  readonly userAgent: string | null
  readonly change: AccountSecurityChange
}

/** Mail that reports account changes to the owner. Contains no secret. */
export interface ChangeMailRequest {
  readonly letter: 'changes'
  readonly to: string
  readonly language: MailLanguage
  readonly changes: readonly ReportedChange[]
}

/** Stored form of a mail until it is sent. `to` is its e-mail address. */
export type MailRequest = ProofMailRequest | ChangeMailRequest
